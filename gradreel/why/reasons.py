"""Words why a saved tensor is kept."""

from __future__ import annotations

from gradreel.locale import Lang, word
from gradreel.trace import NeededFor, Node, Param, Saved


def reasons_of(saved: Saved, node: Node | None, lang: Lang) -> list[str]:
    """Return a sentence without an end for each gradient that reads it, else what else is known; nothing of films that do not say it."""
    if not saved.needed_for:
        return [word(f"why-kept-{saved.why}", {"node": node.name if node else "?"}, lang)] if saved.why and saved.why != "gradients" else []
    return list(dict.fromkeys(_reason(each, saved.needed_for, lang) for each in saved.needed_for))


def _reason(reason: NeededFor, several: tuple[NeededFor, ...], lang: Lang) -> str:
    if reason.together:
        return word("why-kept-together", {"goals": ", ".join(dict.fromkeys(reason.together))}, lang)
    if reason.text is None:
        return word("why-kept-read", {"goal": reason.goal}, lang)
    params: dict[str, Param] = {"goal": reason.goal, "formula": reason.text, "incoming": reason.names.get("g", "g")}
    text = word("why-kept-summed" if reason.summed else "why-kept", params, lang)
    if reason.edges == 1:
        return text
    alike = {each.edge for each in several if (each.goal, each.text) == (reason.goal, reason.text)}
    return word("why-kept-edges", {"reason": text, "count": len(alike), "edges": reason.edges}, lang)
