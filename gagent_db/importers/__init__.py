"""Bring the transcripts of other programs into the database: as often as one likes, losing and doubling nothing.

To read first: ``base`` (what an importer yields), ``sources`` (the file it reads), ``values`` (what formats share),
then a format; ``swe_agent`` is a short one.

The engine: ``run`` asks ``planning`` what has changed and ``registry`` which format it has, gathers what is yielded
(``batch``) and writes it in short transactions (``writer``, ``bulk``, ``bulk_sessions``). What a source holds now is
compared with what it brought before by ``known``, ``continued``, ``rechecked``, ``rewritten``, ``settle``, ``order``.
``files``, ``zip_files`` and ``unclaimed`` look through folders; ``watch``, ``forget``, ``report`` and ``status`` are
what their names say.
"""
