"""The database file, and its sessions, messages, tool calls, media references and artifacts.

Imports write in batches of their own (``importers.bulk``); everybody else writes these tables here.

To read first: ``database`` (``Store``: read, snapshot, write), then ``sessions`` and ``messages``; ``incoming`` gives
what callers hand in one shape, with ``media``, ``inline`` and ``search_text``. Of what is in messages ``extraction``
asks ``extract/``, ``artifacts`` keeps it, ``closing`` (with ``open_items``) closes open items by what is said later.
Work behind the scenes: ``batches``, ``merging`` and ``by_hand``. ``opening`` has the pragmas and all that can be wrong
with a file.
"""
