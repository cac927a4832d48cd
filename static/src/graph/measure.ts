/**
 * Turns texts into widths, without a document: code is set in a monospaced face, so its width is known; prose is estimated.
 *
 * Every size on the stage is here or in `sizes.ts`, in units of the drawing at zoom 1.
 */

const wide = /[⺀-鿿가-힣豈-﫿！-｠]/;

export function monoWidth(text: string, size: number): number {
  let units = 0;
  for (const letter of text) units += wide.test(letter) ? 1 : 0.605;
  return units * size;
}

export function proseWidth(text: string, size: number): number {
  let units = 0;
  for (const letter of text) units += wide.test(letter) ? 1 : 0.56;
  return units * size;
}

/** Keep the end, which distinguishes `encoder.layers.0.weight` from `encoder.layers.1.weight`. */
export function keepEnd(text: string, letters: number): string {
  return text.length <= letters ? text : `…${text.slice(text.length - letters + 1)}`;
}

/** Keep the beginning, which distinguishes `optimizer.step()` from `loss.backward()`. */
export function keepStart(text: string, letters: number): string {
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
}
