/**
 * The size of an element, without making the browser lay out the page to tell it: an observer keeps it up to date.
 *
 * In the middle of a step the page has been changed and not been laid out again; asking it for a size then costs a layout.
 */
export interface ElementSize {
  readonly width: number;
  readonly height: number;
}

const sizes = new WeakMap<Element, ElementSize>();

export function sizeOf(element: Element): ElementSize {
  const known = sizes.get(element);
  return known !== undefined && known.width > 0 ? known : measureSize(element);
}

/** Asked anew: for what happens once per film, perhaps just as the element appears. */
export function measureSize(element: Element): ElementSize {
  if (!sizes.has(element)) observer?.observe(element);
  return measure(element);
}

function measure(element: Element): ElementSize {
  const { width, height } = element.getBoundingClientRect();
  sizes.set(element, { width, height });
  return { width, height };
}

const observer = globalThis.ResizeObserver && new ResizeObserver(entries => entries.map(({ target }) => measure(target)));
