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
  UNTIL,
} from "../run/run_settings.ts";
import { choiceWords, EXECUTIONS } from "../words.ts";

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
          {CHOICES.map((type) => <option key={type} value={type}>{choiceWords({ type })}</option>)}
          {tools.length > 0 && (
            <>
              <optgroup label="must call">
                {tools.map((name) => <option key={name} value={toolChoiceValue(name)}>{name}</option>)}
              </optgroup>
              <option value="allowed">only some tools…</option>
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
        title="Tool calls"
        about="What happens when the model calls tools."
      >
        <select
          id="execution"
          value={set.execution}
          onChange={(event) => change({ execution: toExecution(event.currentTarget.value) })}
        >
          <option value="">{`default (${EXECUTIONS[execution]})`}</option>
          {Object.entries(EXECUTIONS).map(([value, words]) => (
            <option key={value} value={value}>{words}</option>
          ))}
        </select>
      </Field>
      <Field
        id="until"
        title="Until"
        about="How far the run goes."
      >
        <select
          id="until"
          value={set.until}
          onChange={(event) => change({ until: toUntil(event.currentTarget.value) })}
        >
          {Object.entries(UNTIL).map(([value, words]) => <option key={value} value={value}>{words}</option>)}
        </select>
      </Field>
      <Field
        id="most-steps"
        title="Most steps"
        about="Ends the run after so many; it never raises the agent's limit."
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

const CHOICES = ["auto", "none", "required"] as const;

function toExecution(value: string): RunSettings["execution"] {
  return value in EXECUTIONS ? value as keyof typeof EXECUTIONS : "";
}

function toUntil(value: string): RunSettings["until"] {
  return value in UNTIL ? value as keyof typeof UNTIL : "done";
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
        The model{" "}
        <select
          value={set.isRequired ? "required" : "auto"}
          onChange={(event) => onChange({ isRequired: event.currentTarget.value === "required" })}
        >
          <option value="auto">may call one</option>
          <option value="required">must call one</option>
        </select>
      </label>
    </fieldset>
  );
}
