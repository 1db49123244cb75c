// Deletes a thread once a person has confirmed it.

import { signal } from "@preact/signals";
import { render } from "preact";
import { removeThread } from "../api/api.ts";
import { isCode } from "../api/http.ts";
import { byId } from "../dom.ts";

/** The thread to confirm. */
interface Question {
  readonly title: string;
  readonly answer: (isYes: boolean) => void;
}

const question = signal<Question | undefined>(undefined);
let isDrawn = false;

/** Deletes the thread after a confirmation. False when the person keeps it. */
export async function deleteThread(
  { id, title }: { readonly id: string; readonly title: string },
): Promise<boolean> {
  if (!isDrawn) render(<Confirm />, byId("confirm-frame", HTMLElement));
  isDrawn = true;
  question.peek()?.answer(false); // an earlier question is answered by no
  const isYes = await new Promise<boolean>((answer) => {
    question.value = { title, answer };
    const dialog = byId("confirm", HTMLDialogElement);
    dialog.returnValue = "";
    if (!dialog.open) dialog.showModal();
  });
  if (!isYes) return false;
  try {
    await removeThread(id);
  } catch (error) {
    // Another request has removed it already.
    if (!isCode(error, "thread_unknown")) throw error;
  }
  return true;
}

/** The event of a dialog that was closed comes later than a click may open it again: an open one is not answered yet. */
function onClose({ currentTarget: dialog }: { readonly currentTarget: HTMLDialogElement }): void {
  if (dialog.open) return;
  question.peek()?.answer(dialog.returnValue === "delete");
  question.value = undefined;
}

function Confirm() {
  return (
    <dialog
      id="confirm"
      class="dialog"
      aria-labelledby="confirm-title"
      onClose={onClose}
      closedby="any"
    >
      <header class="panel-head">
        <h2 id="confirm-title">Delete this thread?</h2>
      </header>
      <p>{question.value?.title}</p>
      <p class="confirm-hint">
        Its messages, its record and its media are deleted. Nothing brings them back.
      </p>
      <form class="row-form" method="dialog">
        <button type="submit" class="quiet" value="">Keep it</button>
        <button type="submit" class="danger" value="delete">Delete</button>
      </form>
    </dialog>
  );
}
