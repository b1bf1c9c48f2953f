"""Whether `pi-diavolo run` serves the table's pages, and where."""

import sys
from argparse import ArgumentParser, Namespace

from pi_diavolo.commands.arguments import a_count
from pi_diavolo.config import Config
from pi_diavolo.errors import ConfigError, UsageError
from pi_diavolo.live import PagesWished


def add_pages(parser: ArgumentParser) -> None:
    """The pages' port, or none of them."""
    parser.add_argument(
        "--port",
        type=a_count(65535),
        metavar="N",
        help="the port of the table's pages (default: from the settings, else 8666; where nobody watches a"
        " terminal there are pages only if a port is given, and with --speed max there are none)",
    )
    parser.add_argument(
        "--service",
        action="store_true",
        help="as the machine's own service: always with pages, nothing is drawn, and a camera or switch that"
        " does not answer is waited for (default: for people at a terminal)",
    )
    parser.add_argument(
        "--no-pages",
        action="store_true",
        help="serve no pages, and end when the games are over (default: the pages stay until Ctrl-C)",
    )


def pages(arguments: Namespace, config: Config, speed: float | None) -> PagesWished | None:
    """The pages as they are wished for; None where there are none."""
    if arguments.service and (arguments.no_pages or arguments.play is not None or speed is None):
        raise UsageError("--service is a table that people reach by its pages; leave the other option out")
    if arguments.port is not None and speed is None:
        raise UsageError("--port is for people, who cannot keep up with --speed max; use a number")
    watched = sys.stdout.isatty() and not arguments.json and speed is not None
    if arguments.no_pages or (arguments.port is None and not watched and not arguments.service):
        return None
    log_file = arguments.log or config.log_file
    return PagesWished(
        # A service is looked for where the settings say, and nowhere else.
        port=arguments.port or (config.web.port if arguments.service else _free_port(config.web.port)),
        keys_file=config.web.pin_file or log_file.parent / "keys.json",
        hosts=config.web.hosts,
        log_file=log_file,
        pictures=config.web.pictures,
    )


def _free_port(usual: int) -> int:
    """The usual port; any other where another table has it already."""
    # Late: the web server takes a moment to load.
    from pi_diavolo.web.server import listening

    try:
        listening(usual).close()
    except ConfigError:
        return 0
    return usual
