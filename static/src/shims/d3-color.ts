/**
 * Stands in for d3-color, which d3-interpolate and d3-transition would bring along to animate colours by script.
 *
 * Here colours change by CSS alone, so nothing is ever recognised as a colour; an embed is 3 KB lighter for it.
 */
export function color(): null {
  return null;
}

export const rgb = color;
export const hsl = color;
export const lab = color;
export const lch = color;
export const hcl = color;
export const gray = color;
export const cubehelix = color;
