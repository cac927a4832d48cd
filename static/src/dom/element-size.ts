/**
 * The size of an element, kept up to date by an observer, so that reading it forces no layout.
 *
 * In the middle of a step the page has changed and is not laid out: reading a size from the browser then costs a layout.
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

/** Measure now: once per film, perhaps just as the element appears. */
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
