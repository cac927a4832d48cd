"""Opens the database, brings it up to date, and closes it; gives access to snippets, results, verdicts and notes."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from app.errors import StoreSilent, StoreUnavailable
from app.store.changes import Changes
from app.store.database import Database
from app.store.leader import Leader
from app.store.notes import NoteStore
from app.store.rates import Rates
from app.store.results import Results
from app.store.snippets import Snippets
from app.store.upgrade import upgrade
from app.store.verdicts import Verdicts


class Store:
    """Everything kept: ``start`` before use, ``aclose`` after."""

    def __init__(self, url: str) -> None:
        """Raise ``StoreUnavailable`` when ``url`` names no database of a kind we know."""
        self._database = Database(url)
        self.snippets = Snippets(self._database)
        self.results = Results(self._database)
        self.notes = NoteStore(self._database, self.snippets)
        self.verdicts = Verdicts(self._database)
        self.rates = Rates(self._database, self.snippets)
        self.leader = Leader(self._database)
        self.changes = Changes(self._database)

    async def start(self) -> str:
        """Bring the database up to date and return the step it is at.

        Raises ``StoreUnavailable`` when it cannot be reached or is newer than this version.
        """
        try:
            await self._database.prepare()
            async with self._database.maintaining() as connection:
                return await connection.run_sync(upgrade)
        except (SQLAlchemyError, OSError, StoreSilent) as error:
            where = self._database.url.render_as_string(hide_password=True)
            reason = _reason(error.__cause__ or error)
            raise StoreUnavailable(f"The database {where} cannot be used: {reason}. {REMEDIES[self._database.dialect]}") from error

    async def ready(self) -> bool:
        """Whether the database answers."""
        try:
            async with self._database.reading() as connection:
                await connection.execute(text("SELECT 1"))
        except (SQLAlchemyError, StoreUnavailable):
            return False
        return True

    async def aclose(self) -> None:
        """Close every connection."""
        await self.leader.aclose()
        await self._database.aclose()


REMEDIES = {
    "sqlite": "Its folder must be writable for the user that runs this: change its rights, or name another file in GRADREEL_DATABASE_URL.",
    "postgresql": "Is the server of GRADREEL_DATABASE_URL there, with that user and database, and may they be written?",
}


def _reason(error: BaseException) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__
