/** What can be selected on the stage and shown in the inspector. */
export type Target =
  | { readonly kind: "tensor"; readonly id: string }
  | { readonly kind: "node"; readonly id: string }
  | { readonly kind: "saved"; readonly id: string }
  | { readonly kind: "storage"; readonly id: string };

export function sameTarget(a: Target | null, b: Target | null): boolean {
  return a === b || (a !== null && b !== null && a.kind === b.kind && a.id === b.id);
}
