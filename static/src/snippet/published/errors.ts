/** Whether a text may hold an error as Python words it, wherever in a line it stands; what it says is read by the server. */

const RAISED = /Traceback \(most recent call last\)|\b[A-Z]\w{0,60}(?:Error|Exception)\b ?:/;
/** Parts of PyTorch's messages, which people paste without what stands before them. */
const WORDS = [
  "needed for gradient computation",
  "in-place operation",
  "backward through the graph",
  "moved into the graph interior",
  "is a view and is being modified",
  "which was created in",
  "and is being modified inplace",
  "another view of its base",
  "does not require grad",
  "have been used in the graph",
  "implicitly created only for",
  "mismatch in shape: grad_output",
  "cannot be saved for backward",
  "outside inferencemode",
  "number of gradient",
  "invalid gradient at index",
  "a gradient different than none",
  "support automatic differentiation",
  "optimize a non-leaf",
  "the deepcopy protocol",
  "call numpy() on",
  "dtype can require gradients",
  "requires_grad flags of leaf",
  "finished reduction in the prior",
  "no inf checks were recorded",
  "returned nan values in its",
];

export function mayHoldError(text: string): boolean {
  return RAISED.test(text) || hasWordsOfTorch(text);
}

/** So much of a log shows its error and what led there. */
const END_CHARS = 60_000;

/** The last lines of a text that is too long, where they may hold an error; null where they do not. */
export function endWithError(text: string): string | null {
  const end = text.slice(-END_CHARS);
  const lines = end.slice(end.indexOf("\n") + 1);
  return mayHoldError(lines) ? lines : null;
}

/** Whether it holds a part of one of PyTorch's messages about gradients. */
export function hasWordsOfTorch(text: string): boolean {
  const plain = text.toLowerCase().replaceAll(/\s+/g, " ");
  return WORDS.some(words => plain.includes(words));
}
