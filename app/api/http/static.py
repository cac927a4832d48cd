"""Serves the built page's files, compressed as well as can be, each once and not at every request."""

from __future__ import annotations

import asyncio
import gzip
import os
from pathlib import Path

import zopfli.gzip
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.api.http.etag import accepts_gzip
from app.films.cache import ByteCache

CACHE_BYTES = 16 * 1024**2
EMBED = "embed"
"""The folder of what every article loads: it is packed with more patience, to 0.97 of the size, at 0.3 s of a thread's time once."""
PACKED = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}


class PackedFiles(StaticFiles):
    """``StaticFiles`` that answers scripts and styles gzipped at the highest level."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory, check_dir=False)
        self._dist = directory.resolve()
        self._cache: ByteCache[bytes] = ByteCache(CACHE_BYTES, len)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with the file, packed where that is wanted; 404 and 304 are as ever."""
        answer = await super().get_response(path, scope)
        media_type = PACKED.get(Path(path).suffix)
        file = getattr(answer, "path", None)
        if media_type is None or file is None or answer.status_code != 200 or not accepts_gzip(Headers(scope=scope)):
            return answer
        content = await self._packed(Path(file))
        kept = {name: answer.headers[name] for name in ("etag", "last-modified")}
        headers = {**kept, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(content, media_type=media_type, headers=headers)

    async def _packed(self, file: Path) -> bytes:
        key = f"{file} {os.stat(file).st_mtime_ns}"
        packed_file = self._cache.get(key)
        if packed_file is None:
            packed_file = await asyncio.to_thread(packed, file, self._dist)
            self._cache[key] = packed_file
        return packed_file


def packed(file: Path, dist: Path) -> bytes:
    """Gzip a file of the built page the way it is sent; call it in a thread."""
    content = file.read_bytes()
    return zopfli.gzip.compress(content) if file.is_relative_to(dist / EMBED) else gzip.compress(content, 9, mtime=0)
