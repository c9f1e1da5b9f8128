"""Recall: what a person typed -> the right conversations, even when the words differ.

Importing this is cheap; numpy and the rooms that rank are loaded by the first search.

To read first: ``search``, ``query`` (what was typed), ``candidates`` (literals, words, meaning), ``lexical`` and
``semantic`` (the indexes), ``rank``, ``sessions``, ``present``. ``index`` does the work in the background.
"""
