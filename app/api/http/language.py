"""Chooses the language of an answer."""

from __future__ import annotations

from fastapi import Request

from gradreel.locale import LANGUAGES, Lang


def language(request: Request) -> Lang:
    """Choose by ``?lang=``, else by the first supported language that the browser names."""
    asked = [request.query_params.get("lang", ""), *request.headers.get("accept-language", "").split(",")]
    codes = (part.strip()[:2].lower() for part in asked)
    return next((lang for code in codes for lang in LANGUAGES if code == lang), "en")
