/** Calls `frame` with how far it is, from 0 to 1, until `ms` have gone by; the answer stops it. A fifth of d3-transition's job in a page. */
export function animate(ms: number, frame: (part: number) => void, done: () => void = () => {}): () => void {
  const start = performance.now();
  let handle = requestAnimationFrame(function next(now) {
    const part = Math.min(1, Math.max(0, (now - start) / ms));
    frame(part);
    if (part < 1) handle = requestAnimationFrame(next);
    else done();
  });
  return () => cancelAnimationFrame(handle);
}

/** Slow at both ends. d3-ease would bring all its other curves along. */
export function easeInOut(part: number): number {
  return part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
}
