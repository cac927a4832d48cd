/** Whether a text may hold an error as Python words it, wherever in a line it stands; what it says is read by the server. */

const ERROR =
  /Traceback \(most recent call last\)|\b[A-Z]\w{0,60}(?:Error|Exception)\b ?:|needed for gradient computation|in-place operation|backward through the graph/;

export function mayHoldError(text: string): boolean {
  return ERROR.test(text);
}
