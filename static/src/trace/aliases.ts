/** Answers which other tensors an event changed by writing into memory that they share, and what they held afterwards, where that is known. */
import type { Alias, TraceEvent } from "./contract";

export type AliasesOf = (event: TraceEvent) => readonly Alias[];

export const aliasesOf: AliasesOf = event => ("aliases" in event ? event.aliases : []);
