// The form of the run options, with a sentence about each.

import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { AgentView } from "../../../core/contract/deployment.ts";
import {
  defaultSettings,
  differences,
  forces,
  type RunSettings,
  toolChoiceValue,
} from "../run/run_settings.ts";
import { choiceWords } from "../words.ts";

interface OptionsFormProps {
  readonly agent: AgentView;
  readonly settings: Signal<RunSettings>;
}

/** All options of a run of this agent. */
export function OptionsForm({ agent, settings }: OptionsFormProps) {
  const { models = [], model, toolChoice, execution, tools } = agent;
  const { value: set } = settings;
  const change = (changes: Partial<RunSettings>) => void (settings.value = { ...set, ...changes });
  return (
    <>
      <Field id="choice" title="Tool choice" about="Whether the model may, must or must not call tools next.">
        <select
          id="choice"
          value={set.choice}
          onChange={(event) => change({ choice: event.currentTarget.value })}
        >
          <option value="">{toolChoice ? `default (${choiceWords(toolChoice)})` : "default"}</option>
          {["auto", "none", "required"].map((word) => <option key={word} value={word}>{word}</option>)}
          {tools.length > 0 && (
            <>
              <optgroup label="tool">
                {tools.map((name) => <option key={name} value={toolChoiceValue(name)}>{name}</option>)}
              </optgroup>
              <option value="allowed">allowed set…</option>
            </>
          )}
        </select>
      </Field>
      {set.choice === "allowed" && <AllowedTools tools={tools} set={set} onChange={change} />}
      {forces(set) && (
        <label class="check">
          <input
            type="checkbox"
            checked={set.isAlways}
            onChange={(event) => change({ isAlways: event.currentTarget.checked })}
          />{" "}
          in every step, not once
        </label>
      )}
      {models.length > 0 && (
        <Field id="model" title="Model" about="Which of the agent's models answers.">
          <select
            id="model"
            value={set.model}
            onChange={(event) => change({ model: event.currentTarget.value })}
          >
            <option value="">{`default (${model ?? "of the deployment"})`}</option>
            {models.map((name) => <option key={name} value={name}>{name}</option>)}
          </select>
        </Field>
      )}
      <Field
        id="execution"
        title="Execution"
        about="What becomes of calls: they run until there is an answer (loop) or once (generate), are the answer (execute), or wait (predict)."
      >
        <select
          id="execution"
          value={set.execution}
          onChange={(event) => change({ execution: toExecution(event.currentTarget.value) })}
        >
          <option value="">{execution === "loop" ? "default" : `default (${execution})`}</option>
          {EXECUTIONS.map((word) => <option key={word} value={word}>{word}</option>)}
        </select>
      </Field>
      <Field
        id="until"
        title="Until"
        about="How far it goes: to an answer (done), until its calls have run (settled), or one step."
      >
        <select
          id="until"
          value={set.until}
          onChange={(event) => change({ until: toUntil(event.currentTarget.value) })}
        >
          {UNTIL.map((word) => <option key={word} value={word}>{word}</option>)}
        </select>
      </Field>
      <Field
        id="most-steps"
        title="Most steps"
        about="Ends the run behind so many; it never raises the agent's limit."
      >
        <input
          id="most-steps"
          type="number"
          min="1"
          max="1000"
          placeholder="default"
          value={set.steps}
          onInput={(event) => change({ steps: event.currentTarget.value })}
        />
      </Field>
      <button
        type="button"
        class="quiet small"
        aria-disabled={differences(set).length === 0}
        onClick={() => settings.value = defaultSettings(agent)}
      >
        Use the defaults
      </button>
    </>
  );
}

const EXECUTIONS = ["loop", "predict", "execute", "generate"] as const;
const UNTIL = ["done", "settled", "step"] as const;

function toExecution(value: string): RunSettings["execution"] {
  return EXECUTIONS.find((each) => each === value) ?? "";
}

function toUntil(value: string): RunSettings["until"] {
  return UNTIL.find((each) => each === value) ?? "done";
}

interface FieldProps {
  /** Of the control. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly children: ComponentChildren;
}

function Field({ id, title, about, children }: FieldProps) {
  return (
    <div class="option">
      <label for={id}>{title}</label>
      {children}
      <p>{about}</p>
    </div>
  );
}

interface AllowedToolsProps {
  readonly tools: readonly string[];
  readonly set: RunSettings;
  readonly onChange: (changes: Partial<RunSettings>) => void;
}

function AllowedTools({ tools, set, onChange }: AllowedToolsProps) {
  return (
    <fieldset>
      <legend>Allowed tools</legend>
      {tools.map((name) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={set.allowed.includes(name)}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              onChange({
                allowed: tools.filter((each) => each === name ? checked : set.allowed.includes(each)),
              });
            }}
          />{" "}
          <code>{name}</code>
        </label>
      ))}
      <label>
        Mode{" "}
        <select
          value={set.isRequired ? "required" : "auto"}
          onChange={(event) => onChange({ isRequired: event.currentTarget.value === "required" })}
        >
          <option>auto</option>
          <option>required</option>
        </select>
      </label>
    </fieldset>
  );
}
