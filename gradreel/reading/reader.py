"""Reads a pasted text: the error in it, what that states, what follows, and where to look."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gradreel.errors import GradreelError
from gradreel.locale import Lang, clip, word
from gradreel.reading.cleaning import lines_of
from gradreel.reading.elsewhere import about_of
from gradreel.reading.facts import Stated, bare, is_built_in, keeps, op_of, stated_in
from gradreel.reading.foreign import language_of
from gradreel.reading.messages import NON_LEAF_WARNING, NOT_ALLOWED, OF_NONE, Wording, cut_wording_of, kinds_in, last_wording_in, wording_of
from gradreel.reading.model import CodeReading, Frame, Reading, Suspect, Traceback
from gradreel.reading.other_kinds import suspects_in
from gradreel.reading.pieces import read_code
from gradreel.reading.program import Program, program_of
from gradreel.reading.ranking import ranked
from gradreel.reading.suspects import example_of, ruled_out, suspects_of
from gradreel.reading.told import Places, facts_of
from gradreel.reading.tracebacks import MAX_MESSAGE, collapsed, tracebacks_of
from gradreel.trace import Param

MAX_BYTES = 1024 * 1024
MAX_SUSPECTS = 8
RECORD = ("gradreel run script.py", "with gradreel.record() as film: …")
OF_SEVERAL_VIEWS = ("unbind", "split", "splitwithsizes")
"""Ops that return several views, as nodes name them."""
IN_A_TRANSFORM = re.compile(
    r"functorch[/\\](?:_src[/\\])?(?:apis|deprecated|eager_transforms|functional_call|make_functional|predispatch|vmap)"
)
"""Files of ``torch.func``; the others of that folder are of ``torch.compile``."""


class TextRefused(GradreelError):
    """A text that is too large to read."""


@dataclass(frozen=True)
class Error:
    """The error that a text is read for."""

    kind: str | None
    wording: Wording | None
    message: str
    raised: Traceback | None
    forward: Traceback | None
    known: int
    """How many of the text's errors are of autograd."""


def read(text: str, code: str | None = None, lang: Lang = "en") -> Reading:
    """Return what a pasted text says of an error of autograd, and where to look, in ``code`` where that is given.

    Without a text, it is the code that is read: ``piece``. Nothing is run. Raises ``TextRefused`` for a text above 1 MB; any other gives a
    reading, whose ``kind`` is None where no error is known.
    """
    for given in (text, code or ""):
        if len(given) > MAX_BYTES or len(given.encode(errors="replace")) > MAX_BYTES:
            raise TextRefused(word("reading-too-large", {"most": MAX_BYTES // 1024}, lang))
    if code is not None and not text.strip():
        return _of_code(code, lang)
    lines = lines_of(text)
    tracebacks = tracebacks_of(lines)
    error = _error(tracebacks, lines)
    stated = stated_in(error.message)
    program = program_of(code) if code is not None else None
    saver = bare(error.forward.node) if error.forward and error.forward.node else None
    raised = _last_own(error.raised)
    forward = _last_own(error.forward)
    raise_line = program.last_line_of(error.raised.frames) if program and error.raised else None
    saved_line = program.last_line_of(error.forward.frames) if program and error.forward else None
    lost = program is not None and error.raised is not None and bool(error.raised.frames) and raise_line is None
    suspects = _suspects(error, stated, saver, program, saved_line, raise_line, lang)
    return Reading(
        lang=lang,
        kind=error.kind,
        title=word("reading-title", {"kind": error.kind or "none"}, lang),
        exception=error.raised.exception if error.raised else None,
        message=error.message,
        torch=error.wording.torch if error.wording and not _may_be_cut(error.wording, stated) else None,
        dtype=stated.dtype,
        device=stated.device,
        shape=stated.shape,
        node=stated.node or saver,
        output=stated.output,
        saved_version=stated.saved,
        current_version=stated.current,
        failed_node=saver,
        keeps=keeps(saver or stated.node),
        raise_file=raised.file if raised else None,
        raise_line=raise_line or (raised.line if raised else None),
        forward_file=forward.file if forward else None,
        forward_line=saved_line or (forward.line if forward else None),
        facts=(
            *_about(error, tracebacks, text, lang),
            *((word("reading-code-no-line", {}, lang),) if lost else ()),
            *facts_of(error.kind, stated, saver, Places(raised, forward, _is_compiled(error.raised)), lang),
        ),
        suspects=suspects,
        ruled_out=ruled_out(error.kind, stated, lang) if error.kind else (),
        record=RECORD if error.kind else (),
        example=example_of(error.kind, stated),
        code="none" if code is None else "read" if program else "unreadable",
        tracebacks=tracebacks,
    )


def _title_of(piece: CodeReading, lang: Lang) -> str:
    """Where nothing edits in place, what else the code shows nothing for: a library that is not here, or a module that nothing calls."""
    between = word("piece-and", {}, lang)
    unused = [module.name for module in piece.modules if not module.made]
    if not piece.edits and piece.libraries:
        return word("piece-title-libraries", {"names": between.join(piece.libraries)}, lang)
    if not piece.edits and unused:
        return word("piece-title-unused", {"names": between.join(unused)}, lang)
    return word("piece-title", {"count": len(piece.edits)}, lang)


def _of_code(code: str, lang: Lang) -> Reading:
    """What the code shows by itself."""
    piece = read_code(code, lang)
    return Reading(
        lang=lang,
        kind=None,
        title=_title_of(piece, lang) if piece else word("piece-unreadable", {}, lang),
        exception=None,
        message="",
        torch=None,
        facts=tuple(_said_of(piece, lang)) if piece else (),
        record=RECORD if piece and (piece.libraries or piece.missing) else (),
        code="read" if piece else "unreadable",
        piece=piece,
    )


def _said_of(piece: CodeReading, lang: Lang) -> Iterable[str]:
    yield word("piece-about", {}, lang)
    between = word("piece-and", {}, lang)
    if piece.missing:
        yield word("piece-missing", {"names": between.join(piece.missing)}, lang)
    if piece.libraries:
        yield word("piece-libraries", {"names": between.join(piece.libraries)}, lang)


def _error(tracebacks: tuple[Traceback, ...], lines: list[str]) -> Error:
    """The last error of autograd; else the last error; where no traceback has it, what is said in the text."""
    raised = [(at, each) for at, each in enumerate(tracebacks) if each.role == "raised"]
    known = [(at, each, wording) for at, each in raised if (wording := wording_of(each.message)) is not None]
    if known:
        at, last, wording = known[-1]
        last = _with_frames(last, [each for _, each in raised])
        forward = next((each for each in reversed(tracebacks[:at]) if each.role == "forward"), None)
        forward = forward or next((each for each in tracebacks[at:] if each.role == "forward"), None)
        return Error(_kind(wording, last), wording, last.message, last, forward, len({each.message for _, each, _ in known}))
    last_raised = raised[-1][1] if raised else None
    forward = next((each for each in reversed(tracebacks) if each.role == "forward"), None)
    whole = collapsed(" ".join(lines))
    if NON_LEAF_WARNING in whole and (last_raised is None or _is_of_none(last_raised)):
        return Error("non_leaf_grad", None, last_raised.message if last_raised else NON_LEAF_WARNING, last_raised, None, 1)
    if (last_raised is None or not last_raised.message) and (found := last_wording_in(whole)) is not None:
        message = whole[found[1] : found[1] + MAX_MESSAGE // 4]
        return Error(_kind(found[0], last_raised), found[0], message, last_raised, forward, len(kinds_in(whole)))
    message = last_raised.message if last_raised else ""
    if (cut := cut_wording_of(message)) is not None:
        return Error(_kind(cut, last_raised), cut, message, last_raised, forward, 1)
    return Error(None, None, message, last_raised, forward, 0)


def _with_frames(last: Traceback, raised: list[Traceback]) -> Traceback:
    """The error with the frames of the only traceback, where a message stands apart from one whose last line is cut off."""
    unnamed = [each for each in raised if each.frames and each.exception is None]
    others = [each for each in raised if each.frames and each is not last]
    return last.model_copy(update={"frames": unnamed[0].frames}) if not last.frames and len(unnamed) == len(others) == 1 else last


def _is_of_none(raised: Traceback) -> bool:
    """Whether a None that ``.grad`` gave was used, or the warning of it was raised."""
    return (raised.exception in OF_NONE and "NoneType" in raised.message) or NON_LEAF_WARNING in raised.message


def _kind(wording: Wording, raised: Traceback | None) -> str | None:
    """The kind of a message, in the place where it was raised."""
    if wording.kind == "version_mismatch" and raised and any(IN_A_TRANSFORM.search(frame.file) for frame in raised.frames):
        return "transform_edit"
    if wording.words == NOT_ALLOWED and raised and op_of(stated_in(raised.message).node or "") in OF_SEVERAL_VIEWS:
        return "multi_view_in_place"
    if wording.kind == "custom_gradients" and raised:
        node = stated_in(raised.message).node
        return None if node is not None and is_built_in(node) else wording.kind
    return wording.kind


def _may_be_cut(wording: Wording, stated: Stated) -> bool:
    """Whether it is the beginning that a newer release words alike: the message may go on where the text does not."""
    return wording.kind == "version_mismatch" and (wording.since is None or stated.current is None)


def _last_own(traceback: Traceback | None) -> Frame | None:
    """The innermost frame of the program itself."""
    return next((frame for frame in reversed(traceback.frames) if frame.own), None) if traceback else None


def _is_compiled(raised: Traceback | None) -> bool:
    return raised is not None and any("aot_autograd" in frame.file or "_dynamo" in frame.file for frame in raised.frames)


def _about(error: Error, tracebacks: tuple[Traceback, ...], text: str, lang: Lang) -> Iterable[str]:
    """What there is to say of the text itself."""
    if error.known > 1:
        yield word("reading-about-several", {"count": error.known}, lang)
    if error.kind is not None:
        if error.raised is not None and error.raised.frames and not any(frame.own for frame in error.raised.frames):
            yield word("reading-about-no-own", {}, lang)
        return
    if error.wording is not None:
        yield word("reading-about-not-custom", {"message": clip(error.message)}, lang)
    elif error.raised is not None and (error.raised.exception or error.raised.message):
        params: dict[str, Param] = {"type": clip(error.raised.exception or ""), "message": clip(error.raised.message)}
        yield word("reading-about-other-error", params, lang)
        if (about := about_of(error.raised.message)) is not None:
            yield word("reading-elsewhere", {"about": about}, lang)
    elif tracebacks:
        yield word("reading-about-cut", {}, lang)
    elif (language := language_of(text)) is not None:
        yield word("reading-about-language", {"language": language}, lang)
    else:
        yield word("reading-about-nothing", {}, lang)


def _suspects(
    error: Error, stated: Stated, saver: str | None, program: Program | None, saved_line: int | None, raise_line: int | None, lang: Lang
) -> tuple[Suspect, ...]:
    recorded = _last_own(error.forward)
    sought = suspects_of(error.kind, stated, saver, (recorded.text if recorded else None) or "", lang)
    if program is None or error.kind is None:
        return sought
    if error.kind in ("version_mismatch", "transform_edit"):
        found = ranked(program, stated, saved_line, raise_line, saver)
        in_code = [Suspect(line=each.edit.line, text=clip(each.edit.text), reason=_reason(each.reason, lang)) for each in found]
    elif error.kind == "non_finite":
        every = suspects_of(error.kind, stated, saver, "", lang)
        numbered = sorted(enumerate(program.lines, 1), key=lambda each: each[0] != saved_line)
        first = ((number, line, each) for number, line in numbered for each in every if each.text in line.partition("#")[0])
        of_line = {number: Suspect(line=number, text=clip(line.strip()), reason=each.reason) for number, line, each in first}
        in_code = list(of_line.values())
    else:
        in_code = list(suspects_in(program, error.kind, raise_line, lang))
    return tuple(in_code[:MAX_SUSPECTS]) or sought


def _reason(reason: tuple[str, dict[str, Param]], lang: Lang) -> str:
    return word(reason[0], reason[1], lang)
