"""What links and notes have in common: whoever stores something gets a token, and deletes by it what nobody else has stored too."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Response
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from app.errors import TokenMissing
from gradreel.trace import Frozen

BEARER = HTTPBearer(
    auto_error=False, scheme_name="DeleteToken", description="`Bearer` and the delete token that came with what is to be deleted."
)


async def delete_token_of(given: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)]) -> str:
    """Read the delete token out of the header; raise ``TokenMissing`` where there is none."""
    if given is None:
        raise TokenMissing("Send the delete token that you were given when this was stored: Authorization: Bearer <token>.")
    return given.credentials.strip()


DeleteToken = Annotated[str, Depends(delete_token_of)]


def tell_stored(response: Response, created: bool, location: str) -> None:
    """Answer 201, or 200 where the same was there already; the body has a token, which nobody may keep on the way."""
    response.status_code = 201 if created else 200
    response.headers["Location"] = location
    response.headers["Cache-Control"] = "no-store"


def deleted(is_gone: bool, withdrawn: Frozen) -> Response:
    """Answer 204, or 200 with ``withdrawn`` where somebody else has stored the same."""
    return Response(status_code=204) if is_gone else JSONResponse(withdrawn.model_dump())
