"""Recall: find the right conversations for what a person typed, even when they used other words.

Importing this package is cheap: the first search loads numpy and the modules that rank.

Read the modules in this order: ``search``, ``query`` (parsing), ``candidates`` (literals, words, meaning), ``lexical``
and ``semantic`` (reading the indexes), ``rank``, ``sessions``, ``present``. ``index`` builds the indexes.
"""
