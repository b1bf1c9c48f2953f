"""The pages themselves: plain files beside this module, read anew when they change."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

PAGES = Path(__file__).parent / "pages"
KINDS: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True, slots=True)
class _Kept:
    stamp: tuple[int, int]
    body: bytes
    tag: str


class Files:
    """Keeps what it has read; a path outside the folder, or of an unknown kind, is no file."""

    def __init__(self, folder: Path = PAGES) -> None:
        self._folder = folder.resolve()
        self._kept: dict[Path, _Kept] = {}

    def answer(self, request: Request, name: str) -> Response | None:
        """The file, or that the browser has it already; None if there is no such file."""
        kept = self._find(name)
        if kept is None:
            return None
        headers = {"etag": kept.tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == kept.tag:
            return Response(status_code=304, headers=headers)
        return Response(kept.body, media_type=KINDS[Path(name).suffix], headers=headers)

    def _find(self, name: str) -> _Kept | None:
        if (
            Path(name).suffix not in KINDS
            or "\0" in name
            or any(part.startswith(".") for part in Path(name).parts)
        ):
            return None
        try:
            path = (self._folder / name).resolve()
            if not path.is_relative_to(self._folder) or not path.is_file():
                return None
            found = path.stat()
            stamp = (found.st_mtime_ns, found.st_size)
            if path not in self._kept or self._kept[path].stamp != stamp:
                body = path.read_bytes()
                self._kept[path] = _Kept(stamp, body, f'"{hashlib.sha256(body).hexdigest()[:24]}"')
        except OSError:
            return None
        return self._kept[path]
