"""What agents remember: memories (notes and the profile of the person) and facts in MEMORY_SPEC notation.

Memories: ``memories`` (write), ``search``, ``prompt``, ``budgets``, ``memory_files`` (MEMORY.md), ``relief``.
Facts: ``facts`` (write, find), ``fact_scopes``, ``tiers``, ``suggest``, ``sentence_facts``; ``notation`` reads a line.
``scan`` checks every text before either is written. Public functions that use the database take a store first.
"""
