/** Says where numbers stop being finite: the first NaN or infinity of a result, or of what a node passes on, and what it was made of. */
import type { EventOf, OpEvent, Scalar } from "../trace/contract";
import { callName } from "../trace/history";
import { formatScalar } from "../trace/values";
import type { NarrationContext } from "./context";
import type { Phrase } from "./locale";

type Origin = NonNullable<OpEvent["origin"]>;
type Element = Origin["elements"][number];

/** Nothing where all is finite, or was not finite before. */
export function describeOrigin(context: NarrationContext, event: OpEvent | EventOf<"node">): readonly Phrase[] {
  const { words } = context;
  const origin = event.origin ?? null;
  if (origin === null) return [];
  const name = event.kind === "op" ? resultName(context, event) : "";
  const params = { was: origin.from_infinite ? "infinite" : "finite", code: elementText(name, origin.index, origin.value) };
  const given = [...new Set(origin.elements.map(element => madeOf(context, event.index, element)))];
  if (given.length === 0) return [words.parts(event.kind === "op" ? "step-born-value" : "step-born-gradient", params)];
  const from = words.list(given.map((text): Phrase => [{ text, style: "code" }]));
  return [words.parts(event.kind === "op" ? "step-born-value-from" : "step-born-gradient-from", { ...params, from })];
}

/** That a gradient which is too large to be shown is not finite. */
export function describeNotFinite({ words }: NarrationContext, event: EventOf<"accumulate">): readonly Phrase[] {
  return event.non_finite ? [words.parts("step-grad-not-finite")] : [];
}

function resultName({ index, now }: NarrationContext, { outputs, writes }: OpEvent): string {
  const results = [...outputs, ...writes.map(({ tensor }) => tensor)];
  const spoiled = results.find(id => index.tensors.get(id)?.non_finite) ?? results[0];
  return spoiled === undefined ? "" : (callName(index, spoiled, now) ?? "");
}

function madeOf({ index }: NarrationContext, at: number, { what, tensor, saved, index: position, value }: Element): string {
  if (what === "gradient") return elementText("grad", position, value);
  const kept = index.saved.get(saved ?? "");
  const id = tensor ?? kept?.tensor ?? "";
  return elementText(callName(index, id, at) ?? kept?.attribute ?? "x", position, value);
}

/** As code shows it: `x[3] = 0`. */
function elementText(name: string, position: readonly number[], value: Scalar): string {
  const element = position.length > 0 ? `${name}[${position.join(", ")}]` : name;
  return element === "" ? formatScalar(value) : `${element} = ${formatScalar(value)}`;
}
