# syntax=docker/dockerfile:1
FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml README.md ./
COPY referee ./referee
RUN python -m venv /opt/referee \
 && /opt/referee/bin/pip install --no-cache-dir '.'

FROM python:3.13-slim
LABEL org.opencontainers.image.title="Referee" \
      org.opencontainers.image.description="A REST microservice that referees hidden-information card games"
RUN useradd --system --uid 10001 --no-create-home referee \
 && install --directory --owner referee /var/lib/referee
COPY --from=build /opt/referee /opt/referee
ENV PATH=/opt/referee/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    REFEREE_DATA=/var/lib/referee
USER 10001
VOLUME /var/lib/referee
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/livez', timeout=2)"]
ENTRYPOINT ["referee"]
CMD ["serve", "--bind", "0.0.0.0:8000"]
