/** Sends the answer to a lesson's task to be run and checked. */
import type { Lang } from "../narration/locale";
import type { components } from "../schema.gen";

export type TaskResult = components["schemas"]["TaskResult"];

/** Throws an error with the server's own sentence where it refused. */
export async function checkTask(id: string, code: string, lang: Lang): Promise<TaskResult> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`/api/lessons/${id}/check`, { method: "POST", headers, body: JSON.stringify({ code, lang }) }).catch(() => {
    throw new Error("");
  });
  if (!response.ok)
    throw new Error(((await response.json().catch(() => null)) as { error?: { message?: string } } | null)?.error?.message ?? "");
  return (await response.json()) as TaskResult;
}
