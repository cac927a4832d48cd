"""The lines of a diagnosis, in the order in which they happened: what was saved or cut, what was edited, what raised."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from gradreel.diagnose.lookup.source import Source
from gradreel.locale import Lang, word
from gradreel.trace import Diagnosis, Frozen, OpEvent, Param, Run
from gradreel.why.spans import span_of
from gradreel.why.wording import ADDED_PARAMS

Role = Literal["saved", "cut", "freed", "born", "edited", "noticed", "raised", "here", "switched_off"]


class Place(Frozen):
    """A line that a diagnosis is about, with its code and with what happened there."""

    role: Role
    """``born``: a NaN, an infinity or a gradient of zero was made there, and ``noticed`` in a gradient, the loss or a parameter here;
    ``here``: where it shows, for a diagnosis that has no line of another role there; ``switched_off``: gradients were, for what is cut."""
    primary: bool
    """Whether it is the line to look at first; one of them is."""
    path: str
    """Of the file, as the film shows it: relative to the folder that the program was started in."""
    file: str
    """What sentences call the file: the end of ``path`` that no other file has."""
    line: int
    column: int
    """First column of what happened, from 1, in characters."""
    end_column: int
    """The column after the last."""
    code: str
    """The text of the line, without its end."""
    label: str
    """What happened there, in the reader's language."""


class Places:
    """Finds the places of a run's diagnoses; each file is read once."""

    def __init__(self, run: Run, lang: Lang) -> None:
        self._run = run
        self._lang: Lang = lang
        self._sources: dict[int, Source] = {}

    def of(self, diagnosis: Diagnosis) -> tuple[Place, ...]:
        """Return the lines that a diagnosis names and whose text the film holds."""
        told = diagnosis
        found: list[tuple[Role, int, int | None]] = [
            ("saved", told.saved_file, told.saved_line),
            ("switched_off", *self._named(told, "off")),
            ("cut", told.cut_file, told.cut_line),
            ("freed", *self._named(told, "first")),
            ("born", told.birth_file, told.birth_line),
            ("edited", told.edit_file, told.edit_line),
            ("noticed", told.noticed_file, told.noticed_line),
            ("raised", told.raise_file, told.raise_line),
        ]
        if told.raise_line is not None and (told.edit_file, told.edit_line) == (told.raise_file, told.raise_line) and told.saved is None:
            found = [each for each in found if each[0] != "edited"]  # refused, so nothing was
        if (told.noticed_file, told.noticed_line) in ((told.birth_file, told.birth_line), (told.raise_file, told.raise_line)):
            found = [each for each in found if each[0] != "noticed"]
        if not any((file, line) == (told.file, told.line) for _, file, line in found):
            found.append(("here", told.file, told.line))
        known = [(role, file, line) for role, file, line in found if line is not None and self._has(file, line)]
        first = self._first([role for role, _, _ in known])
        return tuple(self._place(told, role, file, line, role == first) for role, file, line in known if line is not None)

    def _named(self, diagnosis: Diagnosis, part: str) -> tuple[int, int | None]:
        """Where an earlier pass freed the graph, or gradients were switched off: its file is named, not numbered."""
        line, name = diagnosis.params.get(f"{part}_line"), diagnosis.params.get(f"{part}_file")
        named = (number for number, file in enumerate(self._run.files) if (file.name or file.path) == name)
        return (next(named, 0), line) if isinstance(line, int) else (0, None)

    def _first(self, roles: list[Role]) -> Role | None:
        order: tuple[Role, ...] = ("edited", "born", "cut", "raised", "here", "freed", "saved", "switched_off")
        return next((role for role in order if role in roles), None)

    def _place(self, diagnosis: Diagnosis, role: Role, file: int, line: int, primary: bool) -> Place:
        source = self._source(file)
        written = str(diagnosis.params.get("code") or "") if role == "edited" else ""
        start, end = span_of(source, line, self._op(diagnosis, role), written)
        known = self._run.files[file]
        return Place(
            role=role,
            primary=primary,
            path=known.path,
            file=known.name or known.path,
            line=line,
            column=start + 1,
            end_column=end + 1,
            code=source.lines[line - 1],
            label=self._label(diagnosis, role),
        )

    def _has(self, file: int, line: int) -> bool:
        return file < len(self._run.files) and line <= len(self._source(file).lines) and bool(self._source(file).lines[line - 1].strip())

    def _source(self, file: int) -> Source:
        if file not in self._sources:
            text = self._run.files[file].text
            self._sources[file] = Source(self._run.code if text is None else text)
        return self._sources[file]

    def _op(self, diagnosis: Diagnosis, role: Role) -> str | None:
        """What the program called on that line."""
        if role == "cut":
            return str(diagnosis.params.get("op") or "") or None
        at = {"saved": self._saved_at.get(diagnosis.saved or ""), "edited": diagnosis.edit_event}.get(role)
        event = self._run.events[at] if at is not None and at < len(self._run.events) else None
        return event.name if isinstance(event, OpEvent) else None

    @cached_property
    def _saved_at(self) -> dict[str, int]:
        return {saved.id: saved.event for saved in self._run.saved}

    @cached_property
    def _nodes(self) -> dict[str, str]:
        return {node.id: node.name for node in self._run.nodes}

    def _label(self, diagnosis: Diagnosis, role: Role) -> str:
        params: dict[str, Param] = {"how": "unknown", "name": "", **ADDED_PARAMS, **diagnosis.params}
        node = self._nodes.get(diagnosis.node or "")
        version, found = diagnosis.saved_version, diagnosis.current_version
        told: dict[str, Param] = {"node": node or "", "version": version, "found": found, "how": params["how"], "name": params["name"]}
        moved = version is not None and found is not None and version != found
        if role == "saved" and node:
            return word("why-saved-version" if moved else "why-saved-node", told, self._lang)
        if role == "edited" and isinstance(params.get("before"), int) and isinstance(params.get("after"), int):
            return word("why-edited-version", {**params, "current": found}, self._lang)
        if role == "edited" and diagnosis.saved is not None:
            return word("why-edited-unseen", {}, self._lang)
        if role == "raised" and moved:
            return word("why-raised-version", told, self._lang)
        if role == "raised" and (diagnosis.edit_file, diagnosis.edit_line) == (diagnosis.raise_file, diagnosis.raise_line):
            return word("why-refused", {}, self._lang)
        if role in ("born", "noticed"):
            what = "zero" if diagnosis.kind == "zero_gradient" else "non-finite"
            return word(f"why-{role}", {"what": what, "phase": diagnosis.phase}, self._lang)
        return word(f"why-{role}", {}, self._lang)
