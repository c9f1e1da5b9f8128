"""Embedders outside this package: any OpenAI-compatible server, any embedding model of the ``llm`` package."""

from __future__ import annotations

import os
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import orjson

from ..errors import GagentError
from .embedders import unit

TIMEOUT = 60.0  # seconds
_BATCH = 64


class OpenAICompatible:
    """The embedder ``http(s)://HOST/v1#MODEL``.

    The API key, if one is needed, is taken from GAGENT_EMBEDDING_KEY or OPENAI_API_KEY.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._url, _, self._model = name.partition("#")
        self.dimension = int(self._request(["dimension"]).shape[1])

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        return _encoded(texts, self.dimension, self._all)

    def _all(self, texts: list[str]) -> np.ndarray:
        return np.concatenate([self._request(texts[at : at + _BATCH]) for at in range(0, len(texts), _BATCH)])

    def _request(self, texts: list[str]) -> np.ndarray:
        """Return one row for each of the texts, none of which may be blank: servers refuse empty input."""
        key = os.environ.get("GAGENT_EMBEDDING_KEY") or os.environ.get("OPENAI_API_KEY")
        request = urllib.request.Request(
            self._url.rstrip("/") + "/embeddings",
            data=orjson.dumps({"model": self._model or "default", "input": texts}),
            headers={"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})},
        )
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                data = orjson.loads(answer.read())["data"]
            rows = [item["embedding"] for item in sorted(data, key=lambda item: item.get("index", 0))]
            if len(rows) != len(texts):
                raise ValueError(f"{len(rows)} vectors for {len(texts)} texts")
            return np.array(rows, np.float32)
        except (urllib.error.URLError, OSError, ValueError, KeyError, TypeError) as error:
            raise GagentError(
                f"The embedding server {self._url} did not answer as expected ({error}).",
                hint="Check the URL and the model after '#', and GAGENT_EMBEDDING_KEY if it wants a key.",
            ) from error


class LlmModel:
    """The embedder ``llm:MODEL``: an embedding model known to the ``llm`` package."""

    def __init__(self, name: str) -> None:
        self.name = name
        try:
            import llm
        except ImportError as error:
            raise GagentError(
                "The embedder llm:... needs the llm package.", hint="pip install 'gagent-db[summarize]'"
            ) from error
        try:
            self._model: Any = llm.get_embedding_model(name.removeprefix("llm:"))
        except llm.UnknownModelError as error:
            raise GagentError(
                f"llm knows no embedding model {name[4:]!r}.", hint="List them: llm embed-models"
            ) from error
        self.dimension = len(self._model.embed("dimension"))

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        return _encoded(texts, self.dimension, self._all)

    def _all(self, texts: list[str]) -> np.ndarray:
        return np.array(list(self._model.embed_multi(texts)), np.float32)


def _encoded(texts: Sequence[str], dimension: int, encode: Callable[[list[str]], np.ndarray]) -> np.ndarray:
    """Return rows of length 1, of zeros for blank texts, which are not sent."""
    rows = np.zeros((len(texts), dimension), np.float32)
    filled = [at for at, text in enumerate(texts) if text.strip()]
    if filled:
        rows[filled] = encode([texts[at] for at in filled])
    return unit(rows)
