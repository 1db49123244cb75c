// Deletes a thread once a person has confirmed it.

import { signal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isCode, removeThread } from "../api.ts";
import { byId } from "../dom.js";

/** The thread that the dialog asks about. */
interface Question {
  readonly title: string;
  readonly answer: (isYes: boolean) => void;
}

const asked = signal<Question | undefined>(undefined);
let isDrawn = false;

/** Asks, and deletes the thread. False when the person keeps it. */
export async function deleteThread(
  { id, title }: { readonly id: string; readonly title: string },
): Promise<boolean> {
  if (!isDrawn) render(<Confirm />, byId("confirm-frame", HTMLElement));
  isDrawn = true;
  asked.peek()?.answer(false); // one that was asked before is answered by no
  const isYes = await new Promise<boolean>((answer) => asked.value = { title, answer });
  if (!isYes) return false;
  try {
    await removeThread(id);
  } catch (error) {
    // Another request has removed it already.
    if (!isCode(error, "thread_unknown")) throw error;
  }
  return true;
}

function Confirm() {
  const dialog = useRef<HTMLDialogElement>(null);
  const question = asked.value;
  useEffect(() => {
    if (question === undefined || dialog.current === null) return;
    dialog.current.returnValue = "";
    if (!dialog.current.open) dialog.current.showModal();
  }, [question]);
  // The event of a dialog that was closed comes later than a click may open it again: an open one is not answered yet.
  const onClose = () => {
    if (dialog.current === null || dialog.current.open) return;
    question?.answer(dialog.current.returnValue === "delete");
    if (asked.peek() === question) asked.value = undefined;
  };
  return (
    <dialog
      id="confirm"
      class="dialog"
      aria-labelledby="confirm-title"
      ref={dialog}
      onClose={onClose}
      {...{ closedby: "any" }}
    >
      <header class="panel-head">
        <h2 id="confirm-title">Delete this thread?</h2>
      </header>
      <p>{question?.title}</p>
      <p class="confirm-hint">
        Its history, its record and its media are removed from the store. Nothing brings them back.
      </p>
      <form class="row-form" method="dialog">
        <button type="submit" class="quiet" value="">Keep it</button>
        <button type="submit" class="danger" value="delete">Delete</button>
      </form>
    </dialog>
  );
}
