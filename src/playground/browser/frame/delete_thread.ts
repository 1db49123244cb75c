// Deletes a thread once a person has confirmed it.

import { removeThread } from "../api/api.ts";
import { isCode } from "../api/http.ts";
import { confirm } from "./confirm.tsx";

/** What a deletion takes away. */
export const DELETED = "messages, record and media are deleted. Nothing brings them back.";

/** Deletes the thread after a confirmation. False when the person keeps it. */
export async function deleteThread(
  { id, title }: { readonly id: string; readonly title: string },
): Promise<boolean> {
  const isYes = await confirm({
    title: "Delete this thread?",
    about: title,
    hint: `Its ${DELETED}`,
    keep: "Keep it",
    confirm: "Delete",
  });
  if (isYes) await removeOnce(id);
  return isYes;
}

/** Removes a thread; one that another request has removed already is no failure. */
export async function removeOnce(id: string): Promise<void> {
  try {
    await removeThread(id);
  } catch (error) {
    if (!isCode(error, "thread_unknown")) throw error;
  }
}
