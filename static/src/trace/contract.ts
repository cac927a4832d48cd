/** Short names for the generated types of the trace. */
import type { components } from "../schema.gen";

type Schemas = components["schemas"];

export type Run = Schemas["Run"];
export type Tensor = Schemas["Tensor"];
export type TraceNode = Schemas["Node"];
export type Edge = Schemas["Edge"];
export type Saved = Schemas["Saved"];
export type TraceEvent = Run["events"][number];
export type EventKind = TraceEvent["kind"];
export type EventOf<Kind extends EventKind> = Extract<TraceEvent, { readonly kind: Kind }>;
export type OpEvent = EventOf<"op">;
export type Write = Schemas["Write"];
export type Alias = Schemas["Alias"];
export type TensorState = Schemas["State"];
export type Value = Schemas["Value"];
export type Scalar = Value["preview"][number];
export type Gradient = Schemas["Gradient"];
export type Diagnosis = Schemas["Diagnosis"];
export type Fix = Schemas["Fix"];
export type FixDetails = Schemas["FixDetails"];
export type Failure = Schemas["Failure"];
export type Outcome = Schemas["Outcome"];
export type Truncated = Schemas["Truncated"];
export type NotShown = Schemas["NotShown"];
export type Example = Schemas["Example"];
export type QueuePlace = Schemas["QueuePlace"];
export type CreatedSnippet = Schemas["CreatedSnippet"];
export type FilmOrder = Schemas["FilmRequest"];
