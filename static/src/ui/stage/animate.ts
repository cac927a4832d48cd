/** Calls `frame` with how far it is, from 0 to 1, until `ms` have passed; the function that it returns stops it. */
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

/** Slow at both ends. d3-ease would add all its other curves to the bundle. */
export function easeInOut(part: number): number {
  return part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
}
