// The control beside the message box that says how the next message is run, and opens the form in which that is changed.

import { type Signal, signal, useSignal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { AgentView } from "../../../core/contract/deployment.ts";
import type { RunOptions } from "../api/api.ts";
import { byId } from "../dom.ts";
import { loadOnDemand, onDemand } from "../on_demand/load_on_demand.ts";
import { defaultSettings, differences, type RunSettings, toRunOptions } from "../run/run_settings.ts";

/** The run options of the chosen agent. */
export class RunOptionsControl {
  readonly #agent = signal<AgentView | undefined>(undefined);
  readonly #settings = signal<RunSettings>(defaultSettings({ tools: [] }));

  constructor() {
    render(<Panel agent={this.#agent} settings={this.#settings} />, byId("options-frame", HTMLElement));
  }

  /** Offers what the agent has. How far a run goes stays as it was set. */
  offer(agent: AgentView): void {
    const { until, steps } = this.#settings.peek();
    this.#agent.value = agent;
    this.#settings.value = { ...defaultSettings(agent), until, steps };
  }

  /** The button that opens the form. */
  get button() {
    return <OpenButton settings={this.#settings} />;
  }

  /** What the next request says. */
  get value(): RunOptions {
    return toRunOptions(this.#settings.peek());
  }
}

function OpenButton({ settings }: { readonly settings: Signal<RunSettings> }) {
  const words = differences(settings.value).join(" · ");
  return (
    <button
      type="button"
      class={words === "" ? "quiet options-open" : "quiet options-open changed"}
      aria-label={words === "" ? "Run options" : `Run options: ${words}`}
      title={words === "" ? "How the next message is run" : words}
      popovertarget="options-panel"
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="M1 3h7v2H1zM12 3h3v2h-3zM8 2h3v4H8zM1 11h3v2H1zM8 11h7v2H8zM4 10h3v4H4z" />
      </svg>
      {words !== "" && <span>{words}</span>}
    </button>
  );
}

interface PanelProps {
  readonly agent: Signal<AgentView | undefined>;
  readonly settings: Signal<RunSettings>;
}

/** The page loads the form with its first use. */
function Panel({ agent, settings }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const problem = useSignal("");
  const focus = () => panel.current?.querySelector("select")?.focus();
  const onToggle = async (newState: string) => {
    if (newState !== "open") return;
    try {
      await loadOnDemand();
    } catch (error) {
      problem.value = `The run options could not be loaded. ${error}`;
    }
    focus();
  };
  // Drawn for the first time: its first field was not there to take the focus.
  useEffect(() => {
    if (panel.current?.matches(":popover-open")) focus();
  }, [onDemand.value]);
  const Form = onDemand.value?.OptionsForm;
  return (
    <div
      id="options-panel"
      class="options-panel"
      role="group"
      aria-label="Run options"
      ref={panel}
      onToggle={(event) => void onToggle(event.newState)}
      popover="auto"
    >
      {problem.value !== "" && <p class="bad">{problem}</p>}
      {Form && agent.value && <Form agent={agent.value} settings={settings} />}
    </div>
  );
}
