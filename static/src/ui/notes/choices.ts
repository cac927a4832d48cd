/** What else is said about one step: what its note points at, whether the film opens or stops there. Buttons that stay pressed. */
import { el, replace } from "../../dom/dom";
import { sameAnchor } from "../../notes/anchors";
import { noteOf, withEnd, withPointer } from "../../notes/draft";
import { pointerOf, samePointer, thingOf } from "../../notes/pointers";
import type { DraftStore } from "../../page/draft";
import type { Page } from "../../page/state";
import type { NoteAnchor, Pointer } from "../../trace/contract";
import { eventAt, type Film, stepAt } from "../../trace/film";
import { labelOf } from "./panel";

export interface NoteChoices {
  readonly element: HTMLElement;
  readonly show: (film: Film, at: NoteAnchor, page: Page) => void;
}

/** A line of a file, as something to look at. */
export function linePointer(line: number, file: number): Pointer {
  return { what: "line", line, file, name: "", nth: 1 };
}

export function createNoteChoices(draft: DraftStore): NoteChoices {
  const element = el("div", { class: "row notes-choices" });
  const toggle = (pressed: boolean, label: string, act: () => void) =>
    el("button", { type: "button", class: "button small", "aria-pressed": `${pressed}`, on: { click: act } }, label);
  return {
    element,
    show: (film, at, page) => {
      const { words, position } = page;
      const written = draft.get();
      const points = noteOf(written, at)?.points ?? [];
      const pointers = [...points, ...candidates(film, page).filter(each => !points.some(point => samePointer(point, each)))];
      const things = pointers.flatMap(pointer => thingOf(film.index, pointer) ?? []);
      replaceKeepingFocus(element, [
        ...things.map(thing =>
          toggle(
            points.some(point => samePointer(point, thing.pointer)),
            words.word("notes-edit-point", { name: labelOf(film, position, thing, words) }),
            () => draft.set(withPointer(draft.get(), at, thing.pointer)),
          ),
        ),
        ...(["opens", "stops"] as const).map(end => {
          const now = written[end];
          return toggle(now !== null && sameAnchor(now, at), words.word(`notes-edit-${end}`), () =>
            draft.set(withEnd(draft.get(), end, at)),
          );
        }),
      ]);
    },
  };
}

/** What this step offers: what is selected, the op or the node that the step is about, and its line. */
function candidates(film: Film, { position, selection }: Page): readonly Pointer[] {
  const [event, step] = [eventAt(film, position), stepAt(film, position)];
  const selected = selection && pointerOf(film.index, selection);
  const node = event?.kind === "node" ? pointerOf(film.index, { kind: "node", id: event.node }) : null;
  const output = event?.kind === "op" && event.outputs[0] ? pointerOf(film.index, { kind: "tensor", id: event.outputs[0] }) : null;
  const line: Pointer | null = step?.line ? linePointer(step.line, step.file) : null;
  const all = [selected, node, output, line].filter(each => each !== null);
  return all.filter((each, at) => all.findIndex(other => samePointer(other, each)) === at);
}

/** A button that was pressed by the keyboard keeps the focus when all are made anew. */
function replaceKeepingFocus(host: HTMLElement, buttons: readonly HTMLElement[]): void {
  const at = [...host.children].indexOf(document.activeElement ?? host);
  replace(host, ...buttons);
  if (at >= 0) (host.children[at] as HTMLElement | undefined)?.focus();
}
