// The dialog that lists threads, newest first, and opens one.

import { listThreads, readUsage } from "../api.js";
import { byId, element } from "../dom.js";
import { dollars, inputsWait, usageWords } from "../words.js";

/** The dialog with the threads of the key, in pages. */
export class ThreadList {
  #dialog = byId("threads", HTMLDialogElement);
  #list = byId("thread-list", HTMLUListElement);
  #more = byId("more-threads", HTMLButtonElement);
  #id = byId("thread-id", HTMLInputElement);
  #today = byId("usage-today", HTMLParagraphElement);
  #cursor = "";

  constructor() {
    this.#more.addEventListener("click", () => void this.#load());
    byId("open-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      location.hash = encodeURIComponent(this.#id.value.trim());
      this.#dialog.close();
    });
    // A link has the address of its thread; the page opens it on hashchange.
    this.#list.addEventListener("click", () => this.#dialog.close());
  }

  /** @param {string} current The thread on the page. */
  async open(current) {
    this.#dialog.showModal();
    this.#list.replaceChildren();
    this.#cursor = "";
    await Promise.all([this.#load(current), this.#loadUsage()]);
  }

  async #loadUsage() {
    this.#today.textContent = "";
    try {
      this.#today.textContent = `Today: ${usageWords(await readUsage())}`;
    } catch {
      // The list of threads reports a failure of both; the usage alone is refused to a caller without the scope manage.
    }
  }

  async #load(current = "") {
    try {
      const { threads, cursor } = await listThreads(this.#cursor);
      this.#list.append(...threads.map((thread) => {
        if (thread.status === "corrupted") return corruptedItem(thread.id);
        const { id, agent, status, waiting, counters: { steps, microDollars }, updatedAt } = thread;
        const link = element(
          "a",
          "",
          element("span", "thread-name", id),
          element(
            "span",
            "thread-facts",
            `${agent} · ${steps} ${steps === 1 ? "step" : "steps"}${
              microDollars > 0 ? ` · ${dollars(microDollars)}` : ""
            } · ${status}${waiting ? ` · ${inputsWait(waiting)}` : ""}`,
          ),
          element(
            "span",
            "thread-facts",
            new Date(updatedAt).toLocaleString([], { dateStyle: "short", timeStyle: "short" }),
          ),
        );
        link.href = `#${encodeURIComponent(id)}`;
        if (id === current) link.ariaCurrent = "true";
        return element("li", "", link);
      }));
      this.#cursor = cursor ?? "";
      if (this.#list.childElementCount === 0) this.#list.append(element("li", "empty", "No thread yet."));
    } catch (error) {
      this.#list.append(element("li", "notice bad", error instanceof Error ? error.message : String(error)));
    }
    this.#more.hidden = this.#cursor === "";
  }
}

/**
 * A thread that cannot be read: the page cannot open it.
 *
 * @param {string} id
 */
function corruptedItem(id) {
  const name = element("span", "thread-name", id);
  const facts = element("span", "thread-facts bad", `corrupted · DELETE /v1/threads/${id} removes it`);
  return element("li", "", element("div", "corrupted", name, facts));
}
