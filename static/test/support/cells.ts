/** A run of a page with five cells of code, of which the second, third and fourth raise; recorded by the service, with PyTorch 2.13. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Run } from "../../src/trace/contract";

export const threeErrors: Run = JSON.parse(readFileSync(join(import.meta.dirname, "three-errors.json"), "utf8"));
