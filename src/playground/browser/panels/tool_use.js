// The dialog with how tools are used by week: charts of GET /v1/tools/usage, alerts, drift and variants.

import { hasToolUse, readToolUse } from "../api.js";
import { byId, element } from "../dom.js";
import { loadToolViews } from "../load_tool_views.js";

/** The dialog, and the button that opens it where the deployment counts the use of tools. */
export class ToolUseDialog {
  #dialog = byId("tool-use", HTMLDialogElement);
  #button = byId("tool-use-open", HTMLButtonElement);
  #weeks = byId("tool-use-weeks", HTMLSelectElement);
  #body = byId("tool-use-body", HTMLElement);
  /** The newest request; an answer to an earlier one is dropped. */
  #asked = 0;

  constructor() {
    this.#weeks.addEventListener("change", () => void this.#load());
    this.#button.addEventListener("click", () => {
      this.#dialog.showModal();
      void this.#load();
    });
  }

  /** Shows the button where there is something behind it. */
  async offer() {
    this.#button.hidden = !await hasToolUse();
  }

  async #load() {
    const asked = ++this.#asked;
    this.#body.replaceChildren(element("p", "empty", "Counting …"));
    try {
      const [{ useNodes }, use] = await Promise.all([
        loadToolViews(),
        readToolUse(Number(this.#weeks.value)),
      ]);
      if (asked === this.#asked) this.#body.replaceChildren(...useNodes(use));
    } catch (error) {
      if (asked !== this.#asked) return;
      const message = error instanceof Error ? error.message : String(error);
      this.#body.replaceChildren(element("p", "notice bad", message));
    }
  }
}
