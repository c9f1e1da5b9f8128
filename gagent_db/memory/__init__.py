"""What agents believe: memories (notes and the person's profile) and facts in MEMORY_SPEC notation.

Memories: ``memories`` (write), ``search``, ``prompt``, ``budgets``, ``memory_files`` (MEMORY.md), ``relief``.
Facts: ``facts`` (write, find), ``fact_scopes``, ``tiers``, ``suggest``, ``sentence_facts``; ``notation`` reads a line.
``scan`` stands before every write of both. Each function that touches the database takes a store first.
"""
