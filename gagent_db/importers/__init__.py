"""Bring the transcripts of other programs into the database, again and again, losing and doubling nothing.

To read first: ``base`` (what an importer yields), ``sources`` (the file it reads), ``values`` (what formats share),
then a format; ``swe_agent`` is a short one. The engine: ``run`` asks ``planning`` what has changed and ``registry``
which format it has, gathers what is yielded (``batch``) and writes it (``bulk``, ``bulk_sessions``). What was read
before is compared with what it brought: ``known``, ``continued``, ``rechecked``, ``rewritten``, ``settle``,
``order``. Around it stand ``files``, ``zip_files`` and ``unclaimed`` for folders, ``watch``, ``forget``, ``report``
and ``status``.
"""
