/**
 * Turns views into SVG groups, one per view, and touches only those whose view has changed.
 *
 * `create` draws what seldom changes, `update` what changes from step to step. A group whose view differs in anything that `create` has
 * read is emptied and drawn anew: a drawing depends on its views alone, and not on what was drawn before, such as another film with the
 * same ids. Drawing the same views twice changes nothing. Only what has changed moves: it alone gets the class that motion.css gives its
 * transitions to, so that a step costs nothing where nothing changes.
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

/** What a layer shows: its views in order, and the group of each. */
interface Shown {
  readonly views: readonly object[];
  readonly groups: readonly SVGGElement[];
}

const shown = new WeakMap<Element, Shown>();
/** What a group shows, and the parts of it that `create` has read. */
interface Drawn<View> {
  readonly view: View;
  readonly madeOf: ReadonlySet<keyof View>;
}

const drawn = new WeakMap<Element, unknown>();

export function reconcile<View extends { readonly id: string }>(
  layer: Layer,
  views: readonly View[],
  drawing: (view: View) => Drawing<View>,
  moving = false,
): void {
  const host = layer.node();
  const before = host === null ? undefined : shown.get(host);
  const groups = before !== undefined && sameIds(before.views, views) ? before.groups : joined(layer, views);
  for (const [position, view] of views.entries()) {
    const group = groups[position];
    if (group !== undefined && (before?.groups !== groups || before.views[position] !== view)) redraw(group, view, drawing, moving);
  }
  if (host !== null) shown.set(host, { views, groups });
}

function sameIds(before: readonly object[], views: readonly { readonly id: string }[]): boolean {
  return before.length === views.length && views.every((view, position) => (before[position] as typeof view).id === view.id);
}

function joined<View extends { readonly id: string }>(layer: Layer, views: readonly View[]): readonly SVGGElement[] {
  const groups = layer.selectChildren<SVGGElement, View>("g").data(views, view => view.id);
  return groups
    .join(enter => enter.append("g"))
    .order()
    .nodes();
}

function redraw<View extends { readonly id: string }>(
  group: SVGGElement,
  view: View,
  drawing: (view: View) => Drawing<View>,
  moving: boolean,
): void {
  const before = drawn.get(group) as Drawn<View> | undefined;
  const mark = select<SVGGElement, unknown>(group).datum(view) as unknown as Mark;
  if (before !== undefined && sameView(before.view, view)) return;
  const kept = before !== undefined && [...before.madeOf].every(part => before.view[part] === view[part]);
  const madeOf = kept ? before.madeOf : make(mark, view, drawing);
  drawing(view).update(mark, view, kept ? before.view : null);
  if (moving || group.classList.contains("moves")) group.classList.toggle("moves", moving);
  drawn.set(group, { view, madeOf });
}

/** Draw a group from nothing; the parts of the view that this has read. */
function make<View extends { readonly id: string }>(mark: Mark, view: View, drawing: (view: View) => Drawing<View>): Set<keyof View> {
  const group = mark.node() as SVGGElement;
  group.replaceChildren();
  for (const name of group.getAttributeNames()) group.removeAttribute(name);
  const madeOf = new Set<keyof View>();
  const read = (from: View, part: string | symbol) => {
    madeOf.add(part as keyof View);
    return from[part as keyof View];
  };
  const watched = new Proxy(view, { get: read });
  drawing(watched).create(mark, watched);
  return madeOf;
}

function sameView(a: object, b: object): boolean {
  if (a === b) return true;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  if (Object.keys(left).length !== Object.keys(right).length) return false;
  for (const key in left) if (left[key] !== right[key] && !sameTarget(left[key], right[key])) return false;
  return true;
}

/** Targets are the only objects in a view. */
function sameTarget(a: unknown, b: unknown): boolean {
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  const [left, right] = [a as { kind?: unknown; id?: unknown }, b as { kind?: unknown; id?: unknown }];
  return left.kind === right.kind && left.id === right.id;
}

/** Set a text only if it differs: the browser measures it again each time. */
export function say(mark: Selection<BaseType, unknown, null, undefined>, text: string): void {
  const node = mark.node() as Element | null;
  if (node !== null && node.textContent !== text) node.textContent = text;
}

/** Set attributes that differ; null takes one away. What is set is styled and laid out anew, the same value too. */
export function put(mark: { readonly node: () => unknown }, attributes: Readonly<Record<string, string | number | null>>): void {
  const node = mark.node() as Element | null;
  if (node === null) return;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) node.removeAttribute(name);
    else if (node.getAttribute(name) !== `${value}`) node.setAttribute(name, `${value}`);
  }
}

/** Round to a tenth of a pixel. */
export function px(value: number): number {
  return Math.round(value * 10) / 10;
}
