/** A lesson's task: an editor, a check by the server, and what has been solved so far, which only this browser remembers. */
import "../../styles/learn.css";
import { el, replace } from "../dom/dom";
import { loadWords } from "../narration/fluent";
import { codeAddress } from "../page/address";
import { checkTask, type TaskResult } from "../page/lessons";
import { isSolved, keepSolved } from "../page/preferences";
import { createTaskEditor } from "../ui/task-editor";
import { loadThumbnails, thumbnail } from "../ui/thumbnail";

function part<Type extends HTMLElement = HTMLElement>(id: string): Type | null {
  return document.getElementById(id) as Type | null;
}

async function startTask(task: HTMLElement): Promise<void> {
  const lang = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
  const [host, start, check, again] = [part("editor"), part<HTMLTemplateElement>("start"), part<HTMLButtonElement>("check"), part("again")];
  const id = task.dataset.lesson;
  if (!host || !start || !check || !again || !id) return;
  const code = start.content.textContent ?? "";
  const tell = (problem: string) => {
    const result = part("result");
    if (result) replace(result, el("p", { class: "problem" }, problem));
  };
  const editor = createTaskEditor(host, code, await loadWords(lang), () => check.click(), tell);
  check.hidden = false;
  again.hidden = false;
  again.addEventListener("click", () => editor.setCode(code));
  check.addEventListener("click", () => void run());

  const run = async (): Promise<void> => {
    const result = part("result");
    if (!result) return;
    check.disabled = true;
    replace(result, el("p", {}, result.dataset.working ?? ""));
    const answer = editor.code();
    try {
      const found = await checkTask(id, answer, lang);
      show(result, found);
      if (found.solved) keepSolved(id);
    } catch (error) {
      replace(
        result,
        el("p", { class: "problem" }, error instanceof Error && error.message !== "" ? error.message : (result.dataset.offline ?? "")),
      );
    }
    check.disabled = false;
    await showWatch(answer);
  };
}

function show(result: HTMLElement, { solved, problem, findings }: TaskResult): void {
  const verdict = el("p", { class: solved ? "solved" : "" }, (solved ? result.dataset.solved : result.dataset.unsolved) ?? "");
  replace(result, verdict, problem === null ? null : el("p", { class: "problem" }, problem));
  const wants = part("wants");
  if (wants) replace(wants, ...findings.map(({ text, met }) => el("li", { class: met ? "is-met" : "is-missing" }, text)));
}

async function showWatch(code: string): Promise<void> {
  const watch = part<HTMLAnchorElement>("watch");
  if (!watch) return;
  watch.href = await codeAddress(code);
  watch.hidden = false;
}

/** The list of lessons: a picture of each one's film, what has been solved, and how far that is. */
async function dressList(items: readonly HTMLElement[]): Promise<void> {
  const solved = items.filter(item => isSolved(item.dataset.lesson ?? ""));
  for (const item of solved) item.classList.add("is-solved");
  const progress = part("progress");
  if (progress && items.length > 0) {
    progress.textContent = (progress.dataset.text ?? "").replace("{n}", `${solved.length}`);
    progress.hidden = false;
  }
  const pictures = await loadThumbnails();
  for (const item of items) {
    const picture = pictures[item.dataset.film ?? ""];
    if (picture !== undefined) item.prepend(thumbnail(picture));
  }
}

const listed = [...document.querySelectorAll<HTMLElement>(".lessons [data-lesson]")];
if (listed.length > 0) void dressList(listed);
const task = part("task");
if (task) void startTask(task);
