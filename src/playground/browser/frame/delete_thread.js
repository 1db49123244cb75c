// Deletes a thread once a person has confirmed it.

import { isCode, removeThread } from "../api.js";
import { byId } from "../dom.js";

const dialog = byId("confirm", HTMLDialogElement);
const what = byId("confirm-what", HTMLElement);

/**
 * Asks, and deletes the thread. False when the person keeps it.
 *
 * @param {{ id: string, title: string }} thread
 */
export async function deleteThread({ id, title }) {
  what.textContent = title;
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  if (dialog.returnValue !== "delete") return false;
  try {
    await removeThread(id);
  } catch (error) {
    // Another request has removed it already.
    if (!isCode(error, "thread_unknown")) throw error;
  }
  return true;
}
