"""Conversations that are trees (an edited prompt, a regenerated answer): one order for all branches. No I/O.

The main line is the way from the first message to the tip; everything beside it was abandoned, and stays.
"""

from __future__ import annotations

from collections.abc import Mapping


def in_order(parents: Mapping[str, str | None], tip: str | None) -> list[tuple[str, bool]]:
    """Every node once, as (node, abandoned), a parent before its children, the main line last at every fork.

    ``parents`` maps each node to its parent, in the order of the source; a parent that is not a node counts as none.
    Without a ``tip`` (or with one that is not there) the last node that has no children is the tip. Loops are cut.
    """
    main = _line(parents, tip if tip in parents else _last_leaf(parents))
    children: dict[str | None, list[str]] = {}
    for node, parent in parents.items():
        children.setdefault(parent if parent in parents else None, []).append(node)
    found: dict[str, bool] = {}
    # Nodes in a loop have no root: they follow at the end, each loop from its first node.
    for start in [None, *parents]:
        waiting = _stacked(children.get(None, []), main) if start is None else [start]
        while waiting:
            node = waiting.pop()
            if node not in found:
                found[node] = node not in main
                waiting += _stacked(children.get(node, []), main)
    return list(found.items())


def _stacked(nodes: list[str], main: set[str]) -> list[str]:
    """Order nodes for a stack, from which the first one pushed comes out last."""
    return [*(node for node in nodes if node in main), *(node for node in reversed(nodes) if node not in main)]


def _line(parents: Mapping[str, str | None], tip: str | None) -> set[str]:
    line: set[str] = set()
    while tip is not None and tip in parents and tip not in line:
        line.add(tip)
        tip = parents[tip]
    return line


def _last_leaf(parents: Mapping[str, str | None]) -> str | None:
    inner = set(parents.values())
    return next((node for node in reversed(list(parents)) if node not in inner), None)
