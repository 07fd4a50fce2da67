"""`referee openapi`: the HTTP interface as an OpenAPI document."""

from pathlib import Path

import click


@click.command()
@click.option(
    "-o", "--output", default="openapi.yaml", show_default=True, help="The file to write; - for the terminal."
)
def openapi(output: str) -> None:
    """Write the OpenAPI document of the HTTP interface, generated from the code's own schemas."""
    import importlib

    document = importlib.import_module("referee.api.openapi")
    if output == "-":
        click.echo(document.as_yaml(), nl=False)
        return
    try:
        document.write(Path(output))
    except OSError as error:
        raise click.ClickException(f"{output} cannot be written: {error.strerror}") from None
    click.echo(f"wrote {output}", err=True)
