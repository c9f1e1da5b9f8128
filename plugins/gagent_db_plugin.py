"""Loads the plugin of this checkout for ``datasette .``, unless an installed gagent-db has registered it already."""

import sys
from pathlib import Path

from datasette.plugins import pm

CHECKOUT = str(Path(__file__).resolve().parent.parent)
try:
    from gagent_db import web
except ModuleNotFoundError:
    sys.path.insert(0, CHECKOUT)
    from gagent_db import web

if not pm.is_registered(web):
    pm.register(web, name="gagent_db")
