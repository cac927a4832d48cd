/** Runs `gradreel run`, or pytest with it, and reads what they wrote. */

import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { filesOf } from "./film";
import type { Report } from "./report.gen";

/** Of pytest: it names the film of each test that has failed. */
const REPORT = "report.xml";
const FILM = /<property name="gradreel_film" value="([^"]*)"/;

export interface Order {
  readonly python: string;
  /** Where it is started. */
  readonly folder: string;
  readonly language: "en" | "zh";
  readonly what:
    | { readonly kind: "file"; readonly path: string; readonly until: number | null }
    | { readonly kind: "test"; readonly id: string };
}

export interface Recorded {
  readonly folder: string;
  readonly html: string;
  readonly files: readonly string[];
  readonly report: Report;
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
}

/** Starts a program and passes on what it prints; rejects where it cannot be started. */
export type Run = (program: string, args: readonly string[], folder: string, onOutput: (text: string) => void) => Promise<Ended>;

/** The arguments of Python that make the film. `target` is the film's file, for a test the folder that it is written to. */
export function argumentsOf({ what, language }: Order, target: string): readonly string[] {
  if (what.kind === "test") {
    const films = ["--gradreel", "--gradreel-all", "--gradreel-folder", target, "--gradreel-lang", language];
    return ["-m", "pytest", "-q", ...films, `--junitxml=${join(target, REPORT)}`, what.id];
  }
  const until = what.until === null ? [] : ["--until", `${what.until}`];
  return ["-m", "gradreel", "run", "-o", target, "--lang", language, ...until, what.path];
}

/** Make the film and read it. Throws with a sentence where there is none. */
export async function record(order: Order, onOutput: (text: string) => void, run: Run = runProcess): Promise<Recorded> {
  const temporary = await mkdtemp(join(tmpdir(), "gradreel-"));
  try {
    const target = order.what.kind === "test" ? temporary : join(temporary, "film.html");
    const { status } = await run(order.python, argumentsOf(order, target), order.folder, onOutput);
    const name = await filmIn(temporary);
    if (!name) throw new Error(`There is no film (exit status ${status}): see the output of Gradreel. Is gradreel installed in ${order.python}?`);
    const film = join(temporary, name);
    const why = await run(order.python, ["-m", "gradreel", "why", "--format", "json", "--lang", order.language, film], order.folder, () => {});
    const html = await readFile(film, "utf8");
    return { folder: order.folder, html, files: filesOf(html), report: JSON.parse(why.stdout) as Report };
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The film of the first test that autograd has ended, of several that a parametrized one is; where there is none, the first film. */
async function filmIn(folder: string): Promise<string | undefined> {
  const films = (await readdir(folder)).filter(file => file.endsWith(".html")).sort();
  const report = await readFile(join(folder, REPORT), "utf8").catch(() => "");
  const failed = FILM.exec(report)?.[1];
  return films.find(film => failed !== undefined && basename(failed) === film) ?? films[0];
}

const runProcess: Run = (program, args, folder, onOutput) =>
  new Promise((done, failed) => {
    const child = spawn(program, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    const parts: string[] = [];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      parts.push(text);
      onOutput(text);
    });
    child.stderr.setEncoding("utf8").on("data", onOutput);
    child.on("error", failed);
    child.on("close", status => done({ status, stdout: parts.join("") }));
  });
