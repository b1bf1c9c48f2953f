"""The picture that the README opens with: what the camera saw, and what the room sees of it."""

from playwright.sync_api import Browser

from docs.pictures.browser import inline, shot_of
from docs.pictures.pages import scoreboard
from docs.pictures.painted import THROW, read_view
from docs.pictures.small import png

HEIGHT = 620
STYLE = f"""<style>
body {{ margin: 0; background: #2a1216; display: flex; gap: 16px; padding: 16px }}
img {{ height: {HEIGHT}px; border-radius: 14px; display: block }}
</style>"""


def opening(browser: Browser) -> bytes:
    """The dice read from above, and beside it the ruling on the scoreboard."""
    seen, shown = read_view(THROW, 800), scoreboard(browser, (1120, 720))
    wide = (HEIGHT * seen.shape[1] / seen.shape[0], HEIGHT * 1120 / 720)
    images = "".join(f'<img src="{inline(image)}">' for image in (png(seen), shown))
    return shot_of(browser, STYLE + images, round(sum(wide)) + 3 * 16)
