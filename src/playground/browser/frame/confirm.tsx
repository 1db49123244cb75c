// The dialog in which a person confirms what cannot be undone, or is done to many threads at once.

import { signal } from "@preact/signals";
import { render } from "preact";
import { byId } from "../dom.ts";

/** What is confirmed. */
export interface Question {
  /** `Delete this thread?` */
  readonly title: string;
  /** What it is about. */
  readonly about: string;
  /** What becomes of it. */
  readonly hint: string;
  /** The words of the button that keeps all as it is, and of the one that does it. */
  readonly keep: string;
  readonly confirm: string;
}

/** A question that has no answer yet. */
interface OpenQuestion extends Question {
  readonly answer: (isYes: boolean) => void;
}

const open = signal<OpenQuestion | undefined>(undefined);
let isDrawn = false;

/** Opens the dialog. False when the person keeps things as they are, also by another question. */
export async function confirm(question: Question): Promise<boolean> {
  if (!isDrawn) render(<Confirm />, byId("confirm-frame", HTMLElement));
  isDrawn = true;
  open.peek()?.answer(false); // an earlier question is answered by no
  return await new Promise<boolean>((answer) => {
    open.value = { ...question, answer };
    const dialog = byId("confirm", HTMLDialogElement);
    dialog.returnValue = "";
    if (!dialog.open) dialog.showModal();
  });
}

/** The event of a dialog that was closed comes later than a click may open it again: an open one is not answered yet. */
function onClose({ currentTarget: dialog }: { readonly currentTarget: HTMLDialogElement }): void {
  if (dialog.open) return;
  open.peek()?.answer(dialog.returnValue === "yes");
  open.value = undefined;
}

function Confirm() {
  const { title, about, hint, keep, confirm } = open.value ?? {};
  return (
    <dialog
      id="confirm"
      class="dialog"
      aria-labelledby="confirm-title"
      onClose={onClose}
      closedby="any"
    >
      <header class="panel-head">
        <h2 id="confirm-title">{title}</h2>
      </header>
      <p>{about}</p>
      <p class="confirm-hint">{hint}</p>
      <form class="row-form" method="dialog">
        <button type="submit" class="quiet" value="">{keep}</button>
        <button type="submit" class="danger" value="yes">{confirm}</button>
      </form>
    </dialog>
  );
}
