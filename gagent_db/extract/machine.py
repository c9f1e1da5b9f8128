"""Recognise messages that no person wrote: text that programs insert by themselves, and instructions for an agent.

Nobody decides anything or leaves anything open in them, and their commands are examples, not what was run.
"""

from __future__ import annotations

import re

from ..machine_text import TYPES, is_automatic
from .lazy import lazy

_ROLES = frozenset(("system", "developer"))
_BRIEF = lazy(
    r"\s*(?:You are (?:running as\b|now\b|(?:an?|the) (?:[\w-]+ ){0,6}(?:assistant|agent|engineer|developer|expert|"
    r"model|bot|programmer|professional|tester|reviewer)\b)|Your (?:task|goal|job|role) is\b|SETTING:)"
)
_INSTRUCTS = (
    lazy(r"^(?:INSTRUCTIONS|IMPORTANT(?: TIPS)?|RULES|TASK|GUIDELINES|CONSTRAINTS|NOTES?[A-Z ]*)\b[^\n]{0,40}:", re.M),
    lazy(r"\b(?:you have access to|your (?:terminal|shell) session|command[- ]line interface|special interface)\b"),
    lazy(r"\byou (?:can only|must always|should always|must only|should never|are (?:tasked|expected|asked) to|will be "
               r"(?:given|provided))\b", re.I),
    lazy(r"\b(?:tool call|function call|one command|per response|each (?:turn|response|step)|wait for feedback|"
               r"output format|response format|in the following format)\b", re.I),
    lazy(r"\b(?:when you(?:'re| are) (?:done|finished|satisfied|ready|sure)|submit (?:your|the)|"
               r"on your own|step by step|follow these steps)\b"),
    lazy(r"\(?(?:Open file|Current directory|Working directory|cwd): ?\S"),
    lazy(r"^<[a-z_]{3,30}>\s*$", re.M),
    lazy(r"^(?:We're|We are) currently solving|^#{1,3} (?:Instructions|Rules|Task|Guidelines|Output)\b", re.M),
)  # fmt: skip
_BRIEF_CHARS, _LEAST_CHARS, _LEAST_SIGNS, _READ_CHARS = 200, 400, 3, 12_000


def is_machine_text(text: str, role: str, content_type: str = "text") -> bool:
    """Whether a program wrote a message, judged by its role, type or beginning, or by its instructing an agent."""
    if role in _ROLES or content_type in TYPES:
        return True
    if role != "user":
        return False
    if is_automatic(text):
        return True
    if len(text) >= _BRIEF_CHARS and _BRIEF.match(text):
        return True
    if len(text) < _LEAST_CHARS:
        return False
    head = text[:_READ_CHARS]
    return sum(bool(sign.search(head)) for sign in _INSTRUCTS) >= _LEAST_SIGNS
