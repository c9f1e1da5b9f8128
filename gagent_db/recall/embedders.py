"""Text -> vectors. One interface; the default ships with the package and needs nothing else.

A database remembers which embedder made its vectors and refuses to mix: see ``index``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Protocol

import numpy as np

from ..errors import GagentError
from .bilingual import Bilingual
from .state import DEFAULT
from .wordpiece import DATA, UNKNOWN

MAX_CHARS = 1000  # of a message that are read; more would only blur the sum
_SPEAKER = re.compile(r"^[\w .'-]{1,40}: ")


class Embedder(Protocol):
    """``name`` and ``dimension`` are stored with the vectors; ``name`` is also how to get it again."""

    @property
    def name(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Rows of length 1 (float32), or of zeros for a text without words."""
        ...


@cache
def get_embedder(name: str) -> Embedder:
    """The embedder of this name: ``static``, ``minilm``, ``llm:MODEL`` or ``http(s)://HOST/v1#MODEL``.

    Raises GagentError when it is unknown or what it needs is not installed.
    """
    if name == DEFAULT:
        return StaticEmbedder()
    if name == "minilm":
        from .minilm import MiniLM

        return MiniLM()
    if name.startswith(("llm:", "http://", "https://")):
        from .remote import LlmModel, OpenAICompatible

        return LlmModel(name) if name.startswith("llm:") else OpenAICompatible(name)
    raise GagentError(
        f"There is no embedder {name!r}.",
        hint="Use static, minilm, llm:MODEL or the URL of an OpenAI-compatible server.",
    )


def unit(rows: np.ndarray) -> np.ndarray:
    """Rows scaled to length 1; rows of zeros stay."""
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(length > 0, length, 1), dtype=np.float32)


def own_text(content: str) -> str:
    """The part of a message that is embedded: without a leading speaker's name, cut at MAX_CHARS."""
    return _SPEAKER.sub("", content[: MAX_CHARS + 40], count=1)[:MAX_CHARS]


class StaticEmbedder:
    """Sums of word-piece vectors that ship with the package (docs/search.md says how they were made). An Indonesian
    word has those of its meaning in English."""

    name = DEFAULT

    def __init__(self) -> None:
        self._pieces = Bilingual.load()
        scale = np.fromfile(DATA / "static.scale.f32", dtype="<f4")
        codes = np.fromfile(DATA / "static.i8", dtype=np.int8).reshape(len(scale), -1)
        self._table = codes.astype(np.float32) * scale[:, None]
        self._table[[UNKNOWN, *self._pieces.foreign]] = 0  # else all in a foreign script would be close to each other
        self.dimension = codes.shape[1]

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        rows = np.zeros((len(texts), self.dimension), np.float32)
        for at, text in enumerate(texts):
            numbers = self._pieces.pieces(text)
            if numbers:
                rows[at] = self._table[numbers].sum(axis=0)
        return unit(rows)
