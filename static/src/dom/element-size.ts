/**
 * The size of an element, without making the browser lay out the page to tell it: an observer keeps it up to date.
 *
 * In the middle of a step the page has been changed and not been laid out again; asking it for a size then costs a layout.
 */
export interface Room {
  readonly width: number;
  readonly height: number;
}

const rooms = new WeakMap<Element, Room>();

export function roomIn(element: Element): Room {
  const known = rooms.get(element);
  return known !== undefined && known.width > 0 ? known : freshRoomIn(element);
}

/** Asked anew: for what happens once per film, perhaps just as the element appears. */
export function freshRoomIn(element: Element): Room {
  if (!rooms.has(element)) observer?.observe(element);
  return measure(element);
}

function measure(element: Element): Room {
  const { width, height } = element.getBoundingClientRect();
  rooms.set(element, { width, height });
  return { width, height };
}

const observer = globalThis.ResizeObserver && new ResizeObserver(entries => entries.map(({ target }) => measure(target)));
