/**
 * Turns views into SVG groups, one per view, and touches only those whose view has changed.
 *
 * `create` draws what never changes, `update` what may. Drawing the same views twice changes nothing. Only what has changed moves: it alone
 * gets the class that motion.css gives its transitions to, so that a step costs nothing where nothing happens.
 */
import { type BaseType, type Selection, select } from "d3-selection";

export type Layer = Selection<SVGGElement, unknown, null, undefined>;
export type Mark = Layer;

export interface Drawing<View> {
  readonly create: (mark: Mark, view: View) => void;
  readonly update: (mark: Mark, view: View, before: View | null) => void;
  /** Classes that are there or not, in a fixed order. */
  readonly flags?: (view: View) => Readonly<Record<string, boolean>>;
}

export function classNames(base: string, flags: Readonly<Record<string, boolean>>): string {
  return [base, ...Object.keys(flags).filter(name => flags[name] === true)].join(" ");
}

const drawn = new WeakMap<Element, object>();

export function reconcile<View extends { readonly id: string }>(
  layer: Layer,
  views: readonly View[],
  drawing: (view: View) => Drawing<View>,
  moving = false,
): void {
  layer
    .selectChildren<SVGGElement, View>("g")
    .data(views, view => view.id)
    .join(enter => enter.append("g"))
    .order()
    .each(function (view) {
      const before = (drawn.get(this) as View | undefined) ?? null;
      if (before !== null && sameView(before, view)) return;
      const mark = select<SVGGElement, unknown>(this) as unknown as Mark;
      if (before === null) drawing(view).create(mark, view);
      drawing(view).update(mark, view, before);
      this.classList.toggle("moves", moving);
      drawn.set(this, view);
    });
}

function sameView(a: object, b: object): boolean {
  if (a === b) return true;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  for (const key in left) if (left[key] !== right[key] && !sameTarget(left[key], right[key])) return false;
  return true;
}

/** Targets are the only objects in a view. */
function sameTarget(a: unknown, b: unknown): boolean {
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  const [left, right] = [a as { kind?: unknown; id?: unknown }, b as { kind?: unknown; id?: unknown }];
  return left.kind === right.kind && left.id === right.id;
}

/** Put a text where another one stands: a text that is put again is measured again. */
export function say(mark: Selection<BaseType, unknown, null, undefined>, text: string): void {
  const node = mark.node() as Element | null;
  if (node !== null && node.textContent !== text) node.textContent = text;
}

/** One decimal is enough for a pixel. */
export function px(value: number): number {
  return Math.round(value * 10) / 10;
}
