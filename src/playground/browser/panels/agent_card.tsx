// What is known of the chosen agent: at the beginning of a thread, and in the inspector.

import { type ReadonlySignal, signal } from "@preact/signals";
import { render } from "preact";
import type { AgentDetail, AgentView } from "../../../core/contract/deployment.ts";
import { caller, readAgent } from "../api/api.ts";
import { Problem } from "../components/problem.tsx";
import { byId } from "../dom.ts";
import { loadOnDemand, onDemand } from "../on_demand/load_on_demand.ts";
import { startProblem } from "../shell/start_problem.ts";

/** The agent of the list, and what was read of it since. */
interface Shown {
  readonly agent: AgentView;
  readonly detail?: AgentDetail | undefined;
}

/** The card in both of its places. Its parts are loaded while the agent is read. */
export class AgentCard {
  readonly #content = signal<Shown | undefined>(undefined);
  readonly #known = new Map<string, AgentDetail>();

  constructor() {
    const intro = byId("intro", HTMLElement);
    intro.replaceChildren();
    render(<Introduction content={this.#content} />, intro);
    render(<Pane content={this.#content} />, byId("agent-pane", HTMLElement));
  }

  /** Turns to an agent. */
  async show(agent: AgentView): Promise<void> {
    this.#content.value = { agent, detail: this.#known.get(agent.name) };
    try {
      // A token is refused: it has what the list of agents says.
      if (caller?.token) return void await loadOnDemand();
      const [detail] = await Promise.all([
        this.#known.get(agent.name) ?? readAgent(agent.name),
        loadOnDemand(),
      ]);
      this.#known.set(agent.name, detail);
      if (this.#content.peek()?.agent.name === agent.name) this.#content.value = { agent, detail };
    } catch {
      // The card shows what the list of agents has; another part of the page reports a failed server.
    }
  }
}

interface CardProps {
  readonly content: ReadonlySignal<Shown | undefined>;
}

function Introduction({ content }: CardProps) {
  const problem = startProblem.value;
  if (problem !== undefined) return <Problem {...problem} />;
  if (content.value === undefined) return null;
  const { agent, detail } = content.value;
  const Parts = onDemand.value?.AgentParts;
  return (
    <>
      <h2 class="card-name">{agent.name}</h2>
      {agent.description !== "" && <p class="card-description">{agent.description}</p>}
      <p class="card-hint">
        Send a message to begin a thread. The agent calls tools until it can answer. Each step is saved, so
        this page can be closed at any time.
      </p>
      {Parts && <Parts heading="h3" agent={agent} detail={detail} />}
    </>
  );
}

function Pane({ content }: CardProps) {
  if (content.value === undefined) return null;
  const { agent, detail } = content.value;
  const Parts = onDemand.value?.AgentParts;
  return (
    <>
      <h3 class="card-name">{agent.name}</h3>
      {agent.description !== "" && <p class="card-description">{agent.description}</p>}
      {Parts && <Parts heading="h4" agent={agent} detail={detail} />}
    </>
  );
}
