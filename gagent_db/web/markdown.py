"""Message text -> safe HTML: CommonMark with tables, highlighted code, nothing fetched from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from ..wording import printable

LONGEST_MARKDOWN = 60_000  # characters; longer text is shown as it is
LONGEST_HIGHLIGHT = 20_000
_URL = re.compile(r"https?://[^\s<>\"'`]+", re.IGNORECASE)
_TAGS = {
    "p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code", "em",
    "strong", "s", "a", "table", "thead", "tbody", "tr", "th", "td", "div", "span",
}  # fmt: skip
_ATTRIBUTES = {
    "a": {"href", "title", "class"}, "span": {"class"}, "div": {"class"}, "code": {"class"}, "th": {"style"},
    "td": {"style"}, "ol": {"start", "dir"}, "ul": {"dir"}, "blockquote": {"dir"}, "table": {"dir"},
}  # fmt: skip
_FORMATTER = HtmlFormatter(nowrap=True, classprefix="hl-")


def render(text: str) -> str:
    """Safe HTML of a message."""
    if len(text) > LONGEST_MARKDOWN:
        return f'<pre class="plain">{escape(printable(text))}</pre>'
    return clean(_MARKDOWN.render(printable(text)))


def clean(html: str) -> str:
    """Only our tags and attributes, only harmless link schemes."""
    return nh3.clean(
        html,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
        filter_style_properties={"text-align"},
    )


def code(text: str, language: str | None) -> str:
    """Code as HTML with classes of the highlighter; plain where the language is unknown."""
    text = printable(text)
    if language and len(text) <= LONGEST_HIGHLIGHT:
        try:
            return str(highlight(text, get_lexer_by_name(language, stripnl=False), _FORMATTER))
        except ClassNotFound:
            pass
    return escape(text)


def _fence(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    token = tokens[index]
    language = token.info.strip().split()[0] if token.info.strip() else ""
    label = f'<span class="code-lang">{escape(language)}</span>' if language else ""
    return f'<div class="code">{label}<pre><code>{code(token.content, language)}</code></pre></div>\n'


def _image(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """Never fetched: show the name, linked if it is on the web."""
    token = tokens[index]
    source = str(token.attrs.get("src", ""))
    label = escape(token.content or source.rsplit("/", 1)[-1] or "image")
    if source.lower().startswith(("http://", "https://")):
        return f'<a class="image" href="{escape(source)}">{label}</a>'
    return f'<span class="image">{label}</span>'


def _directions(state: StateCore) -> None:
    """Give lists, tables and quotes the direction of their script, so that bullets, columns and bars are on its
    side."""
    for block in state.tokens:
        if block.type in ("bullet_list_open", "ordered_list_open", "table_open", "blockquote_open"):
            block.attrSet("dir", "auto")


def _link_urls(state: StateCore) -> None:
    """Make links of bare URLs in running text."""
    for block in state.tokens:
        if block.type != "inline" or not block.children:
            continue
        children: list[Token] = []
        inside_link = 0
        for token in block.children:
            inside_link += {"link_open": 1, "link_close": -1}.get(token.type, 0)
            if token.type == "text" and not inside_link and "://" in token.content:
                children.extend(_split_urls(token))
            else:
                children.append(token)
        block.children = children


def _split_urls(token: Token) -> list[Token]:
    parts: list[Token] = []
    start = 0
    for match in _URL.finditer(token.content):
        url = _trim(match[0])
        parts.append(_text(token.content[start : match.start()], token.level))
        parts.append(Token("link_open", "a", 1, attrs={"href": url}, level=token.level))
        parts.append(_text(url, token.level + 1))
        parts.append(Token("link_close", "a", -1, level=token.level))
        start = match.start() + len(url)
    parts.append(_text(token.content[start:], token.level))
    return parts


def _trim(url: str) -> str:
    """The URL without the punctuation of the sentence around it."""
    closing = {")": "(", "]": "["}
    while url and (url[-1] in ".,;:!?*_" or (url[-1] in closing and url.count(url[-1]) > url.count(closing[url[-1]]))):
        url = url[:-1]
    return url


def _text(content: str, level: int) -> Token:
    return Token("text", "", 0, content=content, level=level)


def _build() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])
    markdown.core.ruler.push("bare_urls", _link_urls)
    markdown.core.ruler.push("directions", _directions)
    markdown.add_render_rule("fence", _fence)
    markdown.add_render_rule("code_block", _fence)
    markdown.add_render_rule("image", _image)
    return markdown


_MARKDOWN = _build()
