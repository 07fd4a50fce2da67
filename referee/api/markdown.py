"""Texts that are written in Markdown, as HTML."""

from markdown_it import MarkdownIt
from markupsafe import Markup

_READER = MarkdownIt("commonmark", {"html": False})


def prose(text: str) -> Markup:
    """Turn a text of paragraphs, lists and headings into HTML; HTML in it is text."""
    return Markup(_READER.render(text))  # noqa: S704  # the reader escapes whatever is no Markdown


def in_line(text: str) -> Markup:
    """Turn a text within a line into HTML."""
    return Markup(_READER.renderInline(text))  # noqa: S704
