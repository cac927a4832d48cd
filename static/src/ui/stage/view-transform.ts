/** Where and how large a stage shows its drawing. d3-zoom's own transform has the same members, so either is read where the other is. */
type Point = [x: number, y: number];

export interface ViewTransform {
  readonly k: number;
  readonly x: number;
  readonly y: number;
  readonly scale: (k: number) => ViewTransform;
  readonly translate: (x: number, y: number) => ViewTransform;
  readonly apply: (point: Point) => Point;
  readonly applyX: (x: number) => number;
  readonly applyY: (y: number) => number;
  readonly invert: (point: Point) => Point;
  readonly invertX: (x: number) => number;
  readonly invertY: (y: number) => number;
  readonly toString: () => string;
}

function transformOf(k: number, x: number, y: number): ViewTransform {
  const [applyX, applyY] = [(at: number) => at * k + x, (at: number) => at * k + y];
  const [invertX, invertY] = [(at: number) => (at - x) / k, (at: number) => (at - y) / k];
  return {
    k,
    x,
    y,
    scale: by => transformOf(k * by, x, y),
    translate: (dx, dy) => transformOf(k, x + k * dx, y + k * dy),
    apply: ([atX, atY]) => [applyX(atX), applyY(atY)],
    applyX,
    applyY,
    invert: ([atX, atY]) => [invertX(atX), invertY(atY)],
    invertX,
    invertY,
    toString: () => `translate(${x},${y}) scale(${k})`,
  };
}

export const IDENTITY = transformOf(1, 0, 0);
