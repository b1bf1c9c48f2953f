"""What a browser shows: pages of a table that runs, and pages made of pictures."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

SCREEN, PHONE = (1280, 720), (390, 844)


@contextmanager
def opened(browser: Browser, url: str, size: tuple[int, int], light: bool = False) -> Iterator[Page]:
    """A page of somebody who was never here before; nothing on it moves."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale="en-GB",
        has_touch=size[0] < 800,
        color_scheme="light" if light else "dark",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(url)
    yield page
    context.close()


def shot_of(browser: Browser, html: str, width: int) -> bytes:
    """What this HTML looks like, as wide as given and as high as it gets."""
    with opened(browser, "about:blank", (width, 100), light=True) as page:
        page.set_content(f"<!doctype html>{html}")
        page.evaluate("Promise.all([...document.images].map(image => image.decode()))")
        return page.screenshot(full_page=True)


def inline(image: bytes, kind: str = "png") -> str:
    """An address that holds the picture itself."""
    return f"data:image/{kind};base64,{b64encode(image).decode()}"
