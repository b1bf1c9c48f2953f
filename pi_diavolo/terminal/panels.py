"""The parts round the dice: the bar, the status, the imps and keys, the answer, the story, the winner."""

import random
from itertools import groupby

from rich.cells import cell_len
from rich.text import Text

from pi_diavolo.table.effects import Status
from pi_diavolo.table.pieces import IMPS, Colour
from pi_diavolo.table.players import Seat
from pi_diavolo.table.rulings import Ruling
from pi_diavolo.table.scene import Scene
from pi_diavolo.terminal.blocks import Block, boxed, joined, line, solid, steady, tall, wrapped
from pi_diavolo.terminal.palette import ASKING, BAR, EDGE, GOLD, LOUD, PIPS, QUIET, STATUS, chip
from pi_diavolo.terminal.players import gem_row
from pi_diavolo.terminal.words import Label, Words

IMP, NO_IMP = "Ψ", "·"
PARTY_HEIGHT = 5
CONFETTI = "✦✧◆◇•·*+"
# One piece in so many cells, and one row down after so many frames.
CONFETTI_SPREAD, FALL_FRAMES = 10, 3
CONFETTI_COLOURS = ("#ff3b3b", "#ffd75f", "#58d68d", "#8fd3ff", "#e7a6ff", "#ffffff")


def bar(scene: Scene, words: Words, width: int, note: str = "") -> Text:
    """The line at the top: game, turn and who rolls; and of a note, such as the pages' address, what fits.

    Two spaces part what matters most from what may be left out.
    """
    parts = [words.label(Label.TITLE)]
    if scene.game is not None:
        parts.append(f"{words.label(Label.GAME)} {scene.game}")
    if scene.turn is not None:
        parts.append(f"{words.label(Label.TURN)} {scene.turn}")
    if scene.roller is not None and not scene.over:
        parts.append(f"{words.player(scene.roller)} {words.label(Label.ROLLS)}")
    # On a small screen the turn says more than the title.
    while len(parts) > 2 and cell_len(steady(" · ".join(parts))) > width - 2:
        parts.pop(0)
    said = " " + steady(" · ".join(parts))
    for told in (note, note.partition("  ")[0]):
        room = width - cell_len(said) - cell_len(told) - 1
        if told and room > 1:
            return line(Text(said + " " * room + told, BAR), width)
    return line(Text(said, BAR), width)


def status_line(scene: Scene, words: Words, width: int, human: Seat | None, lit: bool) -> Text:
    """What the table waits for; it flashes while the human may still grab."""
    said = steady(words.status(scene.status, scene.waiting_for))
    made = line(Text(f" ● {said[:1].upper()}{said[1:]}", STATUS[scene.status]), width)
    if not lit and may_grab(scene, human):
        made.stylize("reverse")
    return made


def may_grab(scene: Scene, human: Seat | None) -> bool:
    """Is grabbing open, and has the human taken nothing yet?"""
    if scene.status is not Status.GRAB or human is None:
        return False
    return scene.plays(human) and scene.row(human).took is None


def imps_line(scene: Scene, words: Words, width: int, human: Seat | None) -> Text:
    """The imps still to be had; for a human who may take one, with the key for each."""
    if scene.over or not scene.imps:
        return line("", width)
    human = human if scene.plays(human) else None
    for named in (True, False):
        made = _imps(scene, words, human, named)
        if made.cell_len <= width:
            break
    return line(made, width)


def _imps(scene: Scene, words: Words, human: Seat | None, named: bool) -> Text:
    label = words.label(Label.IMPS if human is None else Label.PRESS)
    parts = [Text(f" {steady(label)}", QUIET)] if named else []
    for colour in IMPS:
        key = words.letter(colour) if human is None else f"[{words.letter(colour)}]"
        name = f"{key} {steady(words.colour(colour))}" if named else key
        parts.append(Text.assemble(chip(colour, name), " ", _standing(scene, colour)))
    return joined(parts, "  " if named else " ")


def _standing(scene: Scene, colour: Colour) -> Text:
    left, all_of_them = scene.left(colour), scene.imps.get(colour, 0)
    return Text.assemble((IMP * left, LOUD), (NO_IMP * (all_of_them - left), QUIET))


def answer_block(scene: Scene, words: Words, width: int, height: int) -> Block:
    """What is to be known about this roll now: a question, the answer and why, or what the order asks for."""
    if scene.questions:
        asked = " ".join(words.narrate(scene.questions[0]))
        lines = (
            line(words.label(Label.QUESTION), width, QUIET),
            *wrapped(asked, width, ASKING, most=height - 1),
        )
    elif scene.ruling is not None:
        lines = _answer(scene, scene.ruling, words, width, height)
    elif scene.order is not None:
        asked = words.instruction(scene.order) or words.order(scene.order)
        lines = (line(words.label(Label.ORDER), width, QUIET), *wrapped(asked, width, LOUD, most=height - 1))
    else:
        lines = ()
    return tall(lines, height, width)


def _answer(scene: Scene, ruling: Ruling, words: Words, width: int, height: int) -> Block:
    title = words.label(Label.ANSWER)
    if scene.looks_back:
        title += f" · {words.label(Label.TURN)} {ruling.turn}"
    if ruling.reason is None:
        return (line(title, width, QUIET), line(words.label(Label.STRUCK), width, LOUD))
    why = wrapped(words.reason(ruling.reason), width, LOUD, most=max(0, height - 4))
    return (line(title, width, QUIET), *_banner(ruling.reason.answer, words, width), *why)


def _banner(answer: Colour, words: Words, width: int) -> Block:
    spaced = " ".join(steady(words.colour(answer)).upper())
    name = spaced if cell_len(spaced) <= width - 8 else steady(words.colour(answer)).upper()
    inside = line(f"{IMP}  {name}  {IMP}", max(1, width - 2), justify="centre")
    return solid([inside], EDGE[answer], PIPS[answer])


def answer_line(scene: Scene, words: Words, width: int, most: int) -> Block:
    """The same as `answer_block` in a line or two, for small screens."""
    if scene.questions:
        return wrapped(" ".join(words.narrate(scene.questions[0])), width, ASKING, most=most)
    if scene.ruling is None or scene.ruling.reason is None:
        return ()
    reason = scene.ruling.reason
    answer = chip(reason.answer, steady(words.colour(reason.answer)).upper())
    why = wrapped(words.reason(reason), max(1, width - answer.cell_len - 1), LOUD, most=most)
    return tuple(
        line(joined((answer if i == 0 else Text(" " * answer.cell_len), text)), width)
        for i, text in enumerate(why)
    )


def story_block(scene: Scene, width: int, height: int) -> Block:
    """The last sentences, the newest at the bottom and brightest."""
    lines: Block = ()
    for age, (sentence, times) in enumerate(
        (each, len([*same])) for each, same in groupby(scene.story[::-1])
    ):
        told = _told(sentence, times, width - 3, QUIET if age else LOUD, most=min(2, height))
        if len(told) + len(lines) > height:
            break
        lines = (
            *(Text.assemble(mark, text) for mark, text in zip((" › ", "   "), told, strict=False)),
            *lines,
        )
    return tall([line(text, width) for text in lines], height, width)


def _told(sentence: str, times: int, width: int, style: str, most: int) -> Block:
    if times == 1:
        return wrapped(sentence, width, style, most)
    # The count stands behind the sentence, even where that is cut short.
    count = f" ×{times}"
    *before, last = wrapped(sentence, width - len(count), style, most) or (Text(),)
    last.rstrip()
    return (*before, last.append(count, style))[:most]


def winner_block(scene: Scene, words: Words, width: int, height: int, frame: int) -> Block:
    """The winner's moment, in falling confetti; framed where there is room for a frame."""
    if height < PARTY_HEIGHT or width < PARTY_HEIGHT:
        return _party(scene, words, width, height, frame)
    return boxed(_party(scene, words, width - 2, height - 2, frame), GOLD)


def _party(scene: Scene, words: Words, width: int, height: int, frame: int) -> Block:
    rows = [_confetti(max(0, width), row - frame // FALL_FRAMES) for row in range(height)]
    texts = _winner_texts(scene, words)[: max(0, height)]
    top = (height - len(texts)) // 2
    for i, text in enumerate(texts):
        rows[top + i] = _laid_over(rows[top + i], text, width)
    return tuple(rows)


def _winner_texts(scene: Scene, words: Words) -> list[Text]:
    if scene.winner is None:
        return [Text(steady(words.label(Label.NOBODY_WINS)).upper(), GOLD)]
    gems = scene.row(scene.winner).gems
    name = Text(f"★  {steady(words.player(scene.winner))} {steady(words.label(Label.WINS))}  ★", GOLD)
    return [name, Text.assemble(gem_row(gems), f"  {steady(words.gems(gems or 0))}")]


def _confetti(width: int, row: int) -> Text:
    chance = random.Random(row)
    made = Text(no_wrap=True)
    for _ in range(width // CONFETTI_SPREAD):
        before = chance.randrange(CONFETTI_SPREAD)
        made.append(" " * before)
        made.append(chance.choice(CONFETTI), chance.choice(CONFETTI_COLOURS))
        made.append(" " * (CONFETTI_SPREAD - before - 1))
    return line(made, width)


def _laid_over(ground: Text, text: Text, width: int) -> Text:
    text.truncate(max(0, width - 4), overflow="ellipsis")
    start = max(0, (width - text.cell_len) // 2 - 2)
    shown = Text.assemble("  ", text, "  ")
    return line(Text.assemble(ground[:start], shown, ground[start + shown.cell_len :]), width)
