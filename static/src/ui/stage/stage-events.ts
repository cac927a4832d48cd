/** Turns clicks and keys on the stage into what the reader has chosen: a thing to select, or a group to open or close. */
import { select } from "d3-selection";
import type { Target } from "../../trace/target";
import type { StageSvg } from "./stage-elements";

export function listenToStage(svg: StageSvg, onSelect: (target: Target | null) => void, onFold: (group: string) => void): void {
  const groupOf = (event: Event): string | null => {
    const thing = thingOf(event);
    return thing === null ? null : ((select(thing).datum() as { group?: string }).group ?? null);
  };
  const targetOf = (event: Event): Target | null => {
    const thing = thingOf(event);
    const view = thing === null ? null : (select(thing).datum() as { target: Target | null });
    return view?.target ?? storageOf(event);
  };
  svg.on("click", event => {
    const group = groupOf(event);
    if (group === null) onSelect(targetOf(event));
    else onFold(group);
  });
  svg.on("keydown", (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const [group, target] = [groupOf(event), targetOf(event)];
    if (group === null && target === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (group !== null) onFold(group);
    else onSelect(target);
  });
}

/** A group that opens hands the keyboard to its handle, and back. */
export function focusOn(svg: StageSvg, group: string): void {
  const thing = svg.selectAll<SVGGElement, { readonly group?: string }>("g.thing[tabindex]").filter(view => view.group === group);
  thing.node()?.focus({ preventScroll: true });
}

export function thingOf(event: Event): Element | null {
  return (event.target as Element).closest?.("g.thing") ?? null;
}

function storageOf(event: Event): Target | null {
  const storage = (event.target as Element).closest?.("g.storage") ?? null;
  const id = storage?.getAttribute("data-id")?.replace("storage:", "");
  return id === undefined ? null : { kind: "storage", id };
}
