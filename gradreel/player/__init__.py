"""The built page as far as films need it: ``offline.js`` and ``offline.css`` play a film in one file, ``still.js`` draws one step.

``THIRD_PARTY_LICENSES.txt`` has the licenses of the packages whose code is in them, ``offline-THIRD_PARTY_LICENSES.txt`` those of
``offline.js`` alone, which every film file takes with it.

The files are made by ``npm run build`` in ``static/``, are never committed, and are part of the wheel.
"""

from __future__ import annotations

from pathlib import Path

from gradreel.errors import PlayerNotBuilt

FOLDER = Path(__file__).parent


def player_file(name: str) -> str:
    """Return the text of one built file; raises ``PlayerNotBuilt`` where it is missing."""
    path = FOLDER / name
    if not path.is_file():
        raise PlayerNotBuilt(f"The player is not built: {path} is missing. In a checkout run scripts/setup; otherwise reinstall gradreel.")
    return path.read_text(encoding="utf-8")
