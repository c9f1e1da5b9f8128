"""The database file, and its sessions, messages, tool calls, media references and artifacts.

Imports write whole batches themselves (``importers.bulk``); everything else writes these tables here.

Read ``database`` first (``Store``: read, snapshot, write), then ``sessions`` and ``messages``. ``incoming``, with
``media``, ``inline`` and ``search_text``, gives what callers hand in one shape. ``extraction`` asks ``extract/`` what a
message holds, ``artifacts`` stores it, and ``closing`` (with ``open_items``) closes open items by what is said later.
Background work: ``batches``, ``merging`` and ``by_hand``. ``opening`` has the pragmas and handles everything that can
be wrong with a file.
"""
