"""The ``gradreel`` command: ``serve`` the page, or ``trace`` one file in the same sandbox."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
import uvicorn

from app.errors import GradreelError
from app.main import create_app
from app.runner.local import LocalRunner
from app.settings import Settings
from app.trace import Run

main = typer.Typer(no_args_is_help=True, add_completion=False, help=__doc__, pretty_exceptions_enable=False)


@main.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="TCP port; 0 takes any free one.", min=0, max=65535)] = None,
    insecure_no_sandbox: Annotated[bool, typer.Option("--insecure-no-sandbox", help="Run snippets unjailed; loopback only.")] = False,
) -> None:
    """Serve the playground and the API."""
    given = {"host": host, "port": port, "insecure_no_sandbox": insecure_no_sandbox or None}
    settings = Settings.model_validate(Settings().model_dump() | {name: value for name, value in given.items() if value is not None})
    if settings.insecure_no_sandbox and not _is_loopback(settings.host):
        _stop(f"--insecure-no-sandbox lets any snippet do what this user can, so it serves on loopback only, not on {settings.host}.")
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    uvicorn.run(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
    )


@main.command()
def trace(
    file: Annotated[Path, typer.Argument(help="The snippet.", exists=True, dir_okay=False)],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Where to write the JSON; standard output otherwise.")] = None,
) -> None:
    """Run one file in the sandbox and write its trace as JSON; exit 1 when the snippet did not complete."""
    try:
        run = asyncio.run(_run_once(file.read_text(encoding="utf-8"), Settings()))
    except (GradreelError, UnicodeDecodeError) as error:
        _stop(str(error))
    text = run.model_dump_json()
    if output is None:
        sys.stdout.write(text + "\n")
    else:
        output.write_text(text, encoding="utf-8")
    raise typer.Exit(0 if run.outcome.status == "completed" else 1)


async def _run_once(code: str, settings: Settings) -> Run:
    runner = LocalRunner(settings)
    await runner.start()
    try:
        return await runner.submit(code, client="cli")
    finally:
        await runner.aclose()


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _stop(message: str) -> NoReturn:
    typer.echo(f"gradreel: {message}", err=True)
    raise typer.Exit(2)


if __name__ == "__main__":
    main()
