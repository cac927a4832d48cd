"""The service's commands, ``python -m app.cli``: ``serve`` the page, ``trace`` one file in the same sandbox, look after the database."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NoReturn

import typer
import uvicorn
from pydantic import ValidationError

from app.api.http.protocol import http_protocol
from app.api.middleware.local_only import is_local
from app.ending import Server
from app.errors import StoreUnavailable
from app.logs import configure_logging
from app.main import create_app
from app.runner.engine import engine_tag
from app.runner.local import LocalRunner
from app.runner.protocol import FinishedRun
from app.settings import Settings
from app.store.backup import back_up, restore
from app.store.store import Store
from gradreel.errors import GradreelError
from gradreel.film.export import WRITERS, Export
from gradreel.film.html import Theme
from gradreel.film.report import report
from gradreel.ids import read_id
from gradreel.locale import Lang
from gradreel.why.wording import ending_of

main = typer.Typer(no_args_is_help=True, add_completion=False, help=__doc__, pretty_exceptions_enable=False)
db = typer.Typer(no_args_is_help=True, help="Look after the database.")
main.add_typer(db, name="db")

SHUTDOWN_MARGIN_S = 5.0
NOT_STARTED = 3
"""Exit status of a server that could not start, as uvicorn has it."""


@main.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="TCP port; 0 takes any free one.", min=0, max=65535)] = None,
    insecure_no_sandbox: Annotated[bool, typer.Option("--insecure-no-sandbox", help="Run snippets unjailed; loopback only.")] = False,
) -> None:
    """Serve the playground and the API."""
    given = {"host": host, "port": port, "insecure_no_sandbox": insecure_no_sandbox or None}
    settings = Settings.model_validate(_settings().model_dump() | {name: value for name, value in given.items() if value is not None})
    if settings.insecure_no_sandbox and not is_local(settings.host):
        _stop(f"--insecure-no-sandbox lets any snippet do what this user can, so it serves on loopback only, not on {settings.host}.")
    configure_logging(settings.log_format)
    # The server does this again as it starts; here what is wrong can be said in one line.
    asyncio.run(_look_after(prune=False))
    try:
        app = create_app(settings)
    except ValueError as error:
        _stop(str(error))
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        access_log=False,
        server_header=False,
        log_config=None,
        http=http_protocol(settings),
        ws="none",
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
    )
    # A run under way is answered before the process ends; the longest one waits for its slot first.
    server = Server(config, settings.queue_wait_s + settings.wall_time_s + SHUTDOWN_MARGIN_S)
    with suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        raise typer.Exit(NOT_STARTED)


@main.command()
def runner(
    nats: Annotated[str | None, typer.Option(help="Addresses of the NATS servers, with commas between.")] = None,
    name: Annotated[str | None, typer.Option(help="Name of this runner, as in its key's permissions; the machine's by default.")] = None,
) -> None:
    """Run snippets for web replicas that are connected to the same NATS servers, until a signal ends it."""
    import uvloop

    from app.runner.nats import command  # needs nats-py, which nobody else does

    given = {} if nats is None else {"nats_url": nats}
    settings = Settings.model_validate(_settings().model_dump() | given)
    configure_logging(settings.log_format)
    try:
        uvloop.run(command.run(settings, name))
    except GradreelError as error:
        _stop(str(error))


@main.command("nats-config")
def nats_config(
    folder: Annotated[Path, typer.Argument(help="Where nats.conf and the keys are written; keys that are there are kept.")],
    runner: Annotated[list[str], typer.Option(help="Name of a runner; once for each.")],
    listen: Annotated[str, typer.Option(help="Address of the NATS server.")] = "0.0.0.0:4222",
    certificate: Annotated[Path | None, typer.Option(help="The server's certificate, for TLS, where the server finds it.")] = None,
    key: Annotated[Path | None, typer.Option(help="The key of that certificate.")] = None,
    store_dir: Annotated[str, typer.Option(help="Folder that the server may make; nothing is kept there.")] = "/tmp/jetstream",
    owner: Annotated[int | None, typer.Option(help="User id that the folder and all its files are given to: 10001 for our images.")] = None,
) -> None:
    """Write the configuration of a NATS server, and a key for the web replicas and for each runner."""
    from app.runner.nats import server_config, subjects

    if wrong := [name for name in runner if not subjects.is_name(name)]:
        _stop(f"{wrong[0]!r} names no runner: write letters, digits, - and _ only, 64 at most.")
    path = server_config.write_config(folder, runner, server_config.Server(listen, certificate, key, store_dir))
    if owner is not None:
        try:
            server_config.give_to(folder, owner)
        except OSError as error:
            _stop(f"{error.filename} cannot be given to user {owner}: {error.strerror}. Run this as root, or as that user without --owner.")
    typer.echo(f"Wrote {path}, web.nk and {len(runner)} keys of runners.")


@main.command()
def trace(
    file: Annotated[Path, typer.Argument(help="The snippet.", exists=True, dir_okay=False)],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="film.html, still.svg, card.png or trace.json. Without it: a report on a terminal, JSON in a pipe."
        ),
    ] = None,
    step: Annotated[int | None, typer.Option(help="Step to open at or to draw, from 1; the most telling one otherwise.", min=1)] = None,
    lang: Annotated[Lang, typer.Option(help="Language of the film.")] = "en",
    theme: Annotated[Theme, typer.Option(help="Theme of the film.")] = "auto",
) -> None:
    """Run one file in the sandbox and write its film or its trace; exit 1 when the snippet did not complete."""
    settings = _settings()
    if output and output.suffix not in WRITERS:
        _stop(f"{output.name}: the name must end in {', '.join(WRITERS)}.")
    if output and not output.parent.is_dir():
        _stop(f"{output} cannot be written: there is no directory {output.parent}.")
    try:
        run = asyncio.run(_run_once(_code_in(file), settings))
        export = Export(run.film, file.name, step, theme, lang, settings.still_time_s, settings.still_engine_bytes)
        content = WRITERS[output.suffix](export) if output else _told(export)
    except GradreelError as error:
        _stop(str(error))
    if output is None:
        sys.stdout.write(content.decode())
    else:
        _write(output, content)
    if run.status != "completed":
        typer.echo(f"gradreel: exit status 1, since the snippet did not complete. {ending_of(run.film.run(), 'en')}", err=True)
        raise typer.Exit(1)


@db.command("upgrade")
def upgrade_database() -> None:
    """Bring the database up to date, as every start of the server does."""
    step, _ = asyncio.run(_look_after(prune=False))
    typer.echo(f"The database is at step {step}.")


@db.command("prune")
def prune_database() -> None:
    """Delete stored films that a film of the present engine has replaced."""
    _, deleted = asyncio.run(_look_after(prune=True))
    typer.echo(f"Deleted {deleted} replaced films.")


@db.command("takedown")
def take_down(
    id: Annotated[str, typer.Argument(help="Id of the link: the last part of its address.")],
    reason: Annotated[str, typer.Option(help="Why; told to whoever opens the link.")] = "",
) -> None:
    """Delete a link with its code and films for good: it answers 410, and the same code is not published again."""
    try:
        asyncio.run(_take_down(id, reason))
    except GradreelError as error:
        _stop(str(error))
    typer.echo(f"Took {id} down. Servers that show it from memory stop within {_settings().view_age_s:g} s.")


@db.command("backup")
def back_up_database(file: Annotated[Path, typer.Argument(help="Where the backup is written; it must not exist.")]) -> None:
    """Write all that is stored to one file, while the service runs."""
    try:
        back_up(_settings().database_url, file)
    except StoreUnavailable as error:
        _stop(str(error))
    typer.echo(f"Wrote {file}, {file.stat().st_size:,} bytes.")


@db.command("restore")
def restore_database(file: Annotated[Path, typer.Argument(help="A backup of the same kind of database.")]) -> None:
    """Fill a new database from a backup. What was deleted or taken down after the backup is there again: delete it again."""
    try:
        restore(_settings().database_url, file)
    except StoreUnavailable as error:
        _stop(str(error))
    step, _ = asyncio.run(_look_after(prune=False))
    typer.echo(f"Restored {file}. The database is at step {step}.")


async def _take_down(id: str, reason: str) -> None:
    store = Store(_settings().database_url)
    try:
        await store.start()
        await store.snippets.take_down(read_id(id) or id, reason)
    finally:
        await store.aclose()


async def _look_after(prune: bool) -> tuple[str, int]:
    """Upgrade the database, prune it if told to, and return its step and the number of films deleted."""
    try:
        settings = _settings()
        store = Store(settings.database_url)
        try:
            return await store.start(), await store.results.prune(engine_tag(settings)) if prune else 0
        finally:
            await store.aclose()
    except StoreUnavailable as error:
        _stop(str(error))


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        _stop("; ".join(f"GRADREEL_{'_'.join(map(str, fault['loc'])).upper()}: {fault['msg']}" for fault in error.errors()))


def _code_in(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        _stop(f"{file} cannot be read: {error}")


def _told(export: Export) -> bytes:
    """What goes to standard output: for a person at a terminal a report, for a program the trace as JSON."""
    if not sys.stdout.isatty():
        return WRITERS[".json"](export) + b"\n"
    more = f"For the film: python -m app.cli trace {export.name} -o film.html. In a pipe or a file this command writes the trace as JSON."
    return f"{report(export.film, export.name, export.lang)}\n{more}\n".encode()


def _write(output: Path, content: bytes) -> None:
    try:
        output.write_bytes(content)
    except OSError as error:
        _stop(f"{output} cannot be written: {error.strerror}")


async def _run_once(code: str, settings: Settings) -> FinishedRun:
    runner = LocalRunner(settings)
    await runner.start()
    try:
        return await runner.submit(code, client="cli")
    finally:
        await runner.aclose()


def _stop(message: str) -> NoReturn:
    typer.echo(f"gradreel: {message}", err=True)
    raise typer.Exit(2)


if __name__ == "__main__":
    main()
