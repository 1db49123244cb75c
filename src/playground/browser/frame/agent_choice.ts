// The choice of the agent of a new thread.

import type { AgentView } from "../../../core/contract/deployment.ts";
import { byId, element } from "../dom.ts";

/** The control with the agents of the deployment. */
export class AgentChoice {
  readonly #select = byId("agent", HTMLSelectElement);
  readonly #onOffer: (agent: AgentView) => void;
  /** All of them. */
  agents: readonly AgentView[] = [];

  /** `onOffer` receives the chosen agent when another one is chosen or the list is read again; `onChoose` is called when a person has chosen. */
  constructor(onOffer: (agent: AgentView) => void, onChoose: () => void) {
    this.#onOffer = onOffer;
    this.#select.addEventListener("change", () => {
      this.#offer();
      onChoose();
    });
  }

  /** The name of the chosen one. */
  get name(): string {
    return this.#select.value;
  }

  /** The chosen one; undefined before the agents are known. */
  get chosen(): AgentView | undefined {
    return this.agents.find(({ name }) => name === this.name);
  }

  /** Offers these agents. */
  show(agents: readonly AgentView[]): void {
    const { name: chosen } = this;
    this.agents = agents;
    this.#select.replaceChildren(...agents.map(({ name, description }) => {
      const option = element("option", "", name);
      option.title = description;
      return option;
    }));
    if (agents.some(({ name }) => name === chosen)) this.#select.value = chosen;
    this.#select.disabled = agents.length === 0;
    this.#offer();
  }

  /** Chooses the agent of a thread; empty for a new one. An agent that the deployment has no more is none of those to choose from. */
  follow(name: string): void {
    if (name === "" && this.name === "") this.#select.selectedIndex = 0;
    else if (name === "" || name === this.name) return;
    else this.#select.value = name;
    this.#offer();
  }

  #offer(): void {
    if (this.chosen !== undefined) this.#onOffer(this.chosen);
  }
}
