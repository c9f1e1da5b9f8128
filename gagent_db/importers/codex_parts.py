"""The payloads of a Codex rollout: text, reasoning, calls and their outputs. Pure functions."""

from __future__ import annotations

from typing import Any

from ..coerce import mapping, sequence
from ..models import MediaRef, ToolCall
from ..store.media import media_ref
from .values import decode_json, exit_code, rest, signed_int, text, tool_call

# Text that Codex itself puts into the user's or developer's mouth.
INJECTED = (
    "<environment_context", "<user_instructions", "<permissions instructions", "<skills_instructions",
    "<collaboration_mode", "<apps_instructions", "<plugins_instructions", "<personality_spec", "<turn_aborted",
    "<subagent_notification", "# AGENTS.md", "<INSTRUCTIONS", "<environments_instructions", "<multi_agent_",
    "<model_switch", "<hook_prompt", "<skill>", "<skill ", "<realtime_conversation", "<codex_internal_context",
    "<extension_context", "<external_", "<goal_context", "<recommended_plugins", "<token_budget",
)  # fmt: skip
_REQUEST = "## My request for Codex:"
_CALL = {"type", "name", "namespace", "arguments", "input", "call_id", "id", "status", "action", "result"}


def words_of(content: Any) -> str:
    """Only the text of a message's content."""
    if isinstance(content, str):
        return content
    found = (mapping(part).get("text") for part in sequence(content))
    return "\n".join(part for part in found if isinstance(part, str))


def typed(payload: dict[str, Any]) -> Any:
    """The content of a message without the parts that Codex says it added; all of it where it does not say so."""
    content = payload.get("content")
    kinds = sequence(mapping(payload.get("internal_chat_message_metadata_passthrough")).get("content_item_kinds"))
    own = [str(kind).startswith(("user", "unknown")) for kind in kinds]
    if kinds and not any(own):
        return []
    if isinstance(content, list) and len(content) == len(own):
        return [part for part, keep in zip(content, own, strict=True) if keep]
    return content


def without_editor_context(words: str) -> tuple[str, str | None]:
    """(what the person asked, what the editor put around it)."""
    before, mark, request = words.partition(_REQUEST)
    if mark and request.strip() and before.lstrip().startswith("# Context from my IDE"):
        return request.strip(), before.strip()
    return words, None


def reasoning_of(payload: dict[str, Any]) -> str | None:
    """The readable part of a reasoning item; the encrypted part cannot be read here."""
    parts = [*sequence(payload.get("summary")), *sequence(payload.get("content"))]
    return "\n\n".join(found for part in parts if (found := text(mapping(part).get("text")))) or None


def output_of(payload: dict[str, Any]) -> tuple[Any, int | None, bool | None]:
    """(content, exit code, failed) of a call's output: JSON text, plain text, parts or an object."""
    output = payload.get("output", payload.get("tools"))
    decoded = decode_json(output) if isinstance(output, str) and output.lstrip().startswith("{") else output
    if not isinstance(decoded, dict):
        return output, exit_code(output), None
    success = decoded.get("success")
    failed = None if not isinstance(success, bool) else not success
    content = decoded.get("output", decoded.get("content", output))
    return content, exit_code(decoded) if not isinstance(output, str) else _code(decoded), failed


def _code(decoded: dict[str, Any]) -> int | None:
    metadata = mapping(decoded.get("metadata"))
    return signed_int(metadata["exit_code"]) if "exit_code" in metadata else exit_code(decoded)


def call_of(payload: dict[str, Any]) -> ToolCall | None:
    """Any kind of call: a function, a patch, the shell, a web search."""
    kind = text(payload.get("type")) or ""
    if not kind.endswith("_call"):
        return None
    name = text(payload.get("name")) or kind.removesuffix("_call")
    if space := text(payload.get("namespace")):
        name = f"{space}.{name}"
    given: Any = next((payload[key] for key in ("arguments", "input", "action") if key in payload), None)
    if given is None:
        given = rest(payload, _CALL) or None
    status = text(payload.get("status"))
    done = {"completed": "success", "failed": "error", "incomplete": "error"}.get(status or "", status)
    own = kind in ("function_call", "custom_tool_call")  # the output that follows is their outcome
    return tool_call(name, given, payload.get("call_id") or payload.get("id"), status=None if own else done)


def media_of(payload: dict[str, Any]) -> list[MediaRef]:
    """The picture that a call of the image generator brought, as its hash and size."""
    image = payload.get("result") if payload.get("type") == "image_generation_call" else None
    return [media_ref({"kind": "image", "data": image})] if isinstance(image, str) and image else []
