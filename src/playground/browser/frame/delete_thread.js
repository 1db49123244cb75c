// Deletes a thread once a person has confirmed it.

import { isCode, removeThread } from "../api.js";
import { byId } from "../dom.js";

const dialog = byId("confirm", HTMLDialogElement);
const what = byId("confirm-what", HTMLElement);

/** The question that the dialog asks; one that was asked before it has been answered by no. */
let asked = Symbol();

/**
 * The event of a dialog that was closed comes later than a click may open it again: an open one is not answered yet.
 *
 * @param {symbol} question
 */
function answered(question) {
  return new Promise((resolve) => {
    const look = () => {
      if (dialog.open && asked === question) return;
      dialog.removeEventListener("close", look);
      resolve(undefined);
    };
    dialog.addEventListener("close", look);
  });
}

/**
 * Asks, and deletes the thread. False when the person keeps it.
 *
 * @param {{ id: string, title: string }} thread
 */
export async function deleteThread({ id, title }) {
  const question = Symbol();
  asked = question;
  what.textContent = title;
  dialog.returnValue = "";
  dialog.showModal();
  await answered(question);
  if (asked !== question || dialog.returnValue !== "delete") return false;
  try {
    await removeThread(id);
  } catch (error) {
    // Another request has removed it already.
    if (!isCode(error, "thread_unknown")) throw error;
  }
  return true;
}
