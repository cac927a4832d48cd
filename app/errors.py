"""The errors that the service itself raises, and the HTTP status of each.

    ServiceError             500  kind "internal"; a ``GradreelError``, as are the library's own
    ├── RequestRejected      4xx  the request is wrong
    │   ├── CodeTooLarge     413
    │   ├── CodeUnreadable   422
    │   ├── NotesTooLarge    413
    │   ├── TooMuchWork      422  it takes more time than one answer may
    │   ├── NotesRefused     422
    │   ├── TokenMissing     401  deleting, and counters, take a token, and none came
    │   ├── NotFound         404
    │   │   └── FilmPending       … yet: a link whose snippet has not been run
    │   ├── NotesNotFound    404  no such notes of this link
    │   ├── Gone             410  it was there and was deleted
    │   │   └── TakenDown         … by the operator, for good
    │   ├── DeleteRefused    403  not the token of whoever made it
    │   ├── ClientBlocked    403  the operator has shut this client out
    │   ├── MetricsRefused   403  counters are not for everybody
    │   ├── FormatUnknown    501  a form that we do not answer in
    │   └── TooManyRequests  429  this client has enough running
    │       ├── TooManySnippets   … or stored
    │       ├── TooManyNotes      … or has written too many notes
    │       └── TooManyBytes      … or their films are too large in all
    ├── FilmNotShown         503  a stored film that this version cannot read
    ├── StillNotDrawn        503  a picture that takes too long to draw, or cannot be drawn
    ├── AnimationNotMade     503  a GIF or a video that takes too long to make, or cannot be made
    ├── Busy                 503  the queue is full or the request waited too long
    ├── SandboxUnavailable   503  no jail could be set up
    ├── RunLost              503  the run was ended twice by something other than the snippet
    └── StoreUnavailable     503  the database cannot be used
        ├── StoreSilent           … now: it does not answer, or not in time
        └── StoreFull        507  … for writing: its disk is full
            └── NoRoom            … or the room that films may take

A snippet that fails is no error here: it is a ``Run`` with a ``failure``.
"""

from __future__ import annotations

from gradreel.errors import GradreelError


class ServiceError(GradreelError):
    """Base: carries the wire ``kind``, the HTTP ``status``, ``retry_after_s`` for answers worth retrying, and further ``headers``."""

    kind = "internal"
    status = 500
    retry_after_s: int | None = None
    headers: dict[str, str] | None = None


class RequestRejected(ServiceError):
    """The request is wrong; sending it again will not help."""

    kind = "bad_request"
    status = 400


class CodeTooLarge(RequestRejected):
    """The snippet, or the body that carries it, is over the limit."""

    kind = "code_too_large"
    status = 413


class CodeUnreadable(RequestRejected):
    """The snippet is no text: lone surrogates cannot be encoded as UTF-8."""

    kind = "code_unreadable"
    status = 422


class NotComparable(RequestRejected):
    """What is to be compared cannot be: a program has no such cell."""

    kind = "not_comparable"
    status = 422


class TooMuchWork(RequestRejected):
    """Answering takes more processor time, or memory, than one answer may."""

    kind = "too_much_work"
    status = 422


class NotesTooLarge(RequestRejected):
    """The notes take more room than notes may."""

    kind = "notes_too_large"
    status = 413


class NotesRefused(RequestRejected):
    """The notes are over another limit, say nothing, or name what cannot be."""

    kind = "notes_refused"
    status = 422


class NotFound(RequestRejected):
    """No such thing."""

    kind = "not_found"
    status = 404


class FilmPending(NotFound):
    """There is a link, and no film of it yet."""

    kind = "film_pending"
    retry_after_s = 5


class NotesNotFound(NotFound):
    """There is a link, and it has no such notes, or no longer."""

    kind = "notes_not_found"


class Gone(RequestRejected):
    """There was such a thing; whoever made it deleted it."""

    kind = "gone"
    status = 410


class TakenDown(Gone):
    """The operator took it down; the same code is not published again."""

    kind = "taken_down"


class TokenMissing(RequestRejected):
    """Deleting takes the token that creating gave, counters that of the settings, and none was sent."""

    kind = "token_missing"
    status = 401
    headers: dict[str, str] | None = {"WWW-Authenticate": "Bearer"}  # noqa: RUF012 - read only


class DeleteRefused(RequestRejected):
    """The token is not the one that creating gave."""

    kind = "delete_refused"
    status = 403


class ClientBlocked(RequestRejected):
    """The operator has shut this client out."""

    kind = "client_blocked"
    status = 403


class MetricsRefused(RequestRejected):
    """Neither the token for the counters nor this machine."""

    kind = "metrics_refused"
    status = 403


class FormatUnknown(RequestRejected):
    """We do not answer in this form."""

    kind = "format_unknown"
    status = 501


class TooManyRequests(RequestRejected):
    """This client has as many runs under way as one client may have."""

    kind = "too_many_requests"
    status = 429
    retry_after_s: int | None = 1


class TooManySnippets(TooManyRequests):
    """This client has as many snippets stored as one client may have; waiting does not help, deleting does."""

    kind = "too_many_snippets"
    retry_after_s = None


class TooManyNotes(TooManyRequests):
    """This client has as many notes stored as one client may have; waiting does not help, deleting does."""

    kind = "too_many_notes"
    retry_after_s = None


class TooManyBytes(TooManyRequests):
    """The films of this client's snippets take as much room as one client may have; waiting does not help, deleting does."""

    kind = "too_many_bytes"
    retry_after_s = None


class FilmNotShown(ServiceError):
    """The stored film is damaged or of a later version; it is made anew in the background."""

    kind = "film_unreadable"
    status = 503
    retry_after_s = 60


class StillNotDrawn(ServiceError):
    """A picture takes too long to draw, or cannot be drawn; that is remembered for a while."""

    kind = "still_not_drawn"
    status = 503


class AnimationNotMade(ServiceError):
    """A GIF or a video takes too long to make, or cannot be made; that is remembered for a while."""

    kind = "animation_not_made"
    status = 503


class Busy(ServiceError):
    """The queue is full, or the request waited longer than it may."""

    kind = "busy"
    status = 503
    retry_after_s = 2


class SandboxUnavailable(ServiceError):
    """No jail of the lowest tier can be set up on this machine."""

    kind = "sandbox_unavailable"
    status = 503
    retry_after_s = 5


class RunLost(ServiceError):
    """Twice the run was ended by something other than the snippet or its limits: no film is made of that."""

    kind = "run_lost"
    status = 503
    retry_after_s = 2


class StoreUnavailable(ServiceError):
    """The database cannot be reached, or is not of a form that this version can use."""

    kind = "store_unavailable"
    status = 503
    retry_after_s: int | None = 5


class StoreSilent(StoreUnavailable):
    """The database does not answer, or not in time; it may be back in a moment."""


class StoreFull(StoreUnavailable):
    """The database, or the room that films may take in it, is full. What it holds can still be read, and snippets still run."""

    kind = "store_full"
    status = 507
    retry_after_s = None


class NoRoom(StoreFull):
    """The films take all the room that the operator gave them."""
