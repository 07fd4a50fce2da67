# syntax=docker/dockerfile:1
# For a build that can be repeated, pin the base by its digest; `docker buildx imagetools inspect python:3.13-slim` tells it:
#   docker build --build-arg PYTHON=python:3.13-slim@sha256:… -t referee:0.1.0 .
ARG PYTHON=python:3.13-slim

FROM ${PYTHON} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /src
COPY requirements.lock requirements-build.lock ./
RUN python -m venv /opt/referee \
 && /opt/referee/bin/pip install --require-hashes --no-deps -r requirements.lock \
 && pip install --require-hashes --no-deps -r requirements-build.lock
COPY pyproject.toml README.md ./
COPY referee ./referee
RUN pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
 && /opt/referee/bin/pip install --no-index --no-deps /wheels/*.whl \
 && /opt/referee/bin/pip check \
 && /opt/referee/bin/pip uninstall --yes pip

FROM ${PYTHON}
LABEL org.opencontainers.image.title="Referee" \
      org.opencontainers.image.description="A REST microservice that referees hidden-information card games"
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin referee \
 && install --directory --owner referee /var/lib/referee
COPY --from=build /opt/referee /opt/referee
ENV PATH=/opt/referee/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    REFEREE_BIND=0.0.0.0:8000 \
    REFEREE_DATA=/var/lib/referee
USER 10001:10001
VOLUME /var/lib/referee
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=30s --retries=3 CMD ["referee", "health"]
ENTRYPOINT ["referee"]
CMD ["serve"]
