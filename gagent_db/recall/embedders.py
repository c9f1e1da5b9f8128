"""Turn text into vectors. One interface; the default embedder ships with the package and needs nothing else.

A database remembers which embedder made its vectors and refuses to mix them: see ``index``.
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

MAX_CHARS = 1000  # characters of a message that are embedded; more would only blur the sum
_SPEAKER = re.compile(r"^[\w .'-]{1,40}: ")


class Embedder(Protocol):
    """What makes vectors. ``name`` and ``dimension`` are stored with them; ``get_embedder(name)`` returns it again."""

    @property
    def name(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Return a float32 array with one row per text, of length 1, or of zeros for a text without words."""
        ...


@cache
def get_embedder(name: str) -> Embedder:
    """Return the embedder of this name: ``static``, ``minilm``, ``llm:MODEL`` or ``http(s)://HOST/v1#MODEL``.

    Raises GagentError when the name is unknown or a package that it needs is not installed.
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
    """Return the rows scaled to length 1; rows of zeros stay as they are."""
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(length > 0, length, 1), dtype=np.float32)


def own_text(content: str) -> str:
    """Return the part of a message that is embedded: without the name of the speaker in front, cut at MAX_CHARS."""
    return _SPEAKER.sub("", content[: MAX_CHARS + 40], count=1)[:MAX_CHARS]


class StaticEmbedder:
    """The default: sums of word-piece vectors that ship with the package (docs/search.md says how they were made).

    An Indonesian word gets the vectors of its English meaning.
    """

    name = DEFAULT

    def __init__(self) -> None:
        self._pieces = Bilingual.load()
        scale = np.fromfile(DATA / "static.scale.f32", dtype="<f4")
        codes = np.fromfile(DATA / "static.i8", dtype=np.int8).reshape(len(scale), -1)
        self._table = codes.astype(np.float32) * scale[:, None]
        self._table[[UNKNOWN, *self._pieces.foreign]] = 0  # else all texts in a foreign script would seem close
        self.dimension = codes.shape[1]

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        rows = np.zeros((len(texts), self.dimension), np.float32)
        for at, text in enumerate(texts):
            numbers = self._pieces.pieces(text)
            if numbers:
                rows[at] = self._table[numbers].sum(axis=0)
        return unit(rows)
