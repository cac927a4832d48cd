"""What of a film is shown, as an address, an order for a picture or a file states it."""

from __future__ import annotations

import re
from typing import Literal

Show = Literal["story", "overview", "all"]
"""The part that explains something, the shape of the program, or every op, which is what a film without the other two shows."""

SUBJECT = re.compile(r"d[1-9]\d{0,2}|t\d{1,7}(\.grad\d{0,5})?", re.ASCII)
"""What a story is about: ``d2`` the second diagnosis, ``t12`` a tensor, ``t12.grad`` its gradient, ``t12.grad3`` as its third sum."""
