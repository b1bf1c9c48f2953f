"""The camera's picture of the dice on show: for the desk, and for everyone where the table allows it.

It is never stored, neither here nor in a browser, and shows the table only.
"""

from starlette.responses import Response

from pi_diavolo.web.refusals import Why, refused
from pi_diavolo.web.visit import Visit, answered

JPEG = "image/jpeg"


async def picture(visit: Visit) -> Response:
    """The table in the camera's picture of the dice on show: `picture` in the state is its number."""
    gallery = visit.house.gallery
    if not gallery.open_to_all:
        visit.needs_desk()
    number = _number(visit)
    return _jpeg(await gallery.ask(lambda pictures: pictures.table(number)))


async def picture_of_die(visit: Visit) -> Response:
    """One die in the picture, for a question about it; without its index, the Order die."""
    visit.needs_desk()
    number, index = _number(visit), visit.number("die")
    return _jpeg(await visit.house.gallery.ask(lambda pictures: pictures.die(number, index)))


async def outlines(visit: Visit) -> Response:
    """Where the dice are in the picture, so that they can be tapped."""
    visit.needs_desk()
    number = _number(visit)
    return answered(await visit.house.gallery.ask(lambda pictures: pictures.outlined(number)))


def _number(visit: Visit) -> int:
    number = visit.number("picture")
    if number is None:
        raise refused(Why.MALFORMED, detail="picture is missing")
    # The number alone opens nothing: the dice must lie there for all to see.
    if number != visit.house.gallery.number(visit.house.hub.moment.scene):
        raise refused(Why.NOT_FOUND)
    return number


def _jpeg(body: bytes) -> Response:
    return Response(body, media_type=JPEG, headers={"cache-control": "no-store"})
