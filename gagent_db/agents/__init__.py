"""The doors for agents.

``toolbox`` makes tools of the functions in ``conversation_tools`` and ``memory_tools``; ``tools`` has them all, ``mcp``
serves them. ``slash`` and ``context`` answer in a chat and before a turn; ``recorder``, with ``channels``, writes what
is said, ``lifecycle`` resumes, compresses and spawns. ``session_manager`` (with ``session_files``, ``mirror``, ``owed``
and ``sqlite_store``) takes the place of G-Agent's own.
"""
