/**
 * The one scale that a tensor's elements are drawn on over a whole film, so that what an edit made smaller looks smaller.
 *
 * Tensors of one memory share it, views included; `.grad` has its own, by tensor. It is the largest finite magnitude; where that is many times
 * the median, the 99th percentile: else one number would leave all others invisible.
 */
import { groupBy } from "./collections";
import type { Run, Value } from "./contract";
import { largestOf, magnitudeAt } from "./heat";
import type { Timeline, Timelines } from "./timelines";

export interface Scales {
  readonly ofTensor: (tensor: string) => number;
  readonly ofGrad: (tensor: string) => number;
}

const OUTLIER = 1e4;

/** Each scale is worked out when it is first asked for. */
export function scalesOf(run: Run, { values, grads }: Pick<Timelines, "values" | "grads">): Scales {
  const memories = new Map(run.tensors.map(({ id, storage }) => [id, storage ?? id]));
  const sharing = groupBy(run.tensors, ({ id, storage }) => storage ?? id);
  const ofMemory = remembered(memory => scaleOf((sharing.get(memory) ?? []).flatMap(({ id }) => factsOf(values.get(id)))));
  const ofGrad = remembered(tensor => {
    const ends = run.gradients.filter(gradient => gradient.tensor === tensor).flatMap(({ value, expected }) => [value, expected ?? null]);
    return scaleOf([...factsOf(grads.get(tensor)), ...ends.filter(value => value !== null)]);
  });
  return { ofTensor: tensor => ofMemory(memories.get(tensor) ?? tensor), ofGrad };
}

/** The scale of values that are seen beside each other. */
export function scaleOf(values: readonly Value[]): number {
  const largest = values.reduce((most, value) => Math.max(most, largestOf(value)), 0);
  const magnitudes = values.flatMap(value => value.preview.map((_, position) => magnitudeAt(value, position) ?? 0));
  const sorted = Float64Array.from(magnitudes.filter(magnitude => magnitude > 0)).sort();
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? largest;
  return largest > OUTLIER * at(0.5) ? at(0.99) : largest;
}

function factsOf(line: Timeline<Value | null> | undefined): readonly Value[] {
  return (line ?? []).flatMap(({ fact }) => fact ?? []);
}

function remembered(work: (key: string) => number): (key: string) => number {
  const known = new Map<string, number>();
  return key => {
    const found = known.get(key) ?? work(key);
    known.set(key, found);
    return found;
  };
}
