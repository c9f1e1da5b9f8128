"""What agents believe: memories (notes and the person's profile) and facts in MEMORY_SPEC notation.

``memories``, ``search``, ``prompt``, ``migrate``, ``relief``: notes. ``facts``, ``lifecycle``, ``tiers``, ``suggest``:
facts. ``scan`` stands before every write of both. Each function that touches the database takes a store first.
"""
