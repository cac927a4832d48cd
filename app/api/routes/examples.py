"""``GET /api/examples``: the built-in programs, by theme, in both languages."""

from __future__ import annotations

from fastapi import APIRouter

from app.examples.gallery import Example, examples

router = APIRouter(prefix="/api", tags=["examples"])


@router.get("/examples", summary="List the built-in programs")
async def list_examples() -> tuple[Example, ...]:
    """Return every built-in program in the order of the menu."""
    return examples()
