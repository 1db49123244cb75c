// One argument of a tool as a field of a form: its name, what its schema says of it, and what is typed.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { ArgField } from "./tool_args.ts";

interface ArgFieldProps {
  readonly field: ArgField;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onType: (text: string) => void;
  /** Behind the field, such as what it was before. */
  readonly children?: ComponentChildren;
}

/** The field, with its problem where it has one. */
export function ArgFieldView({ field, text, problem, onType, children }: ArgFieldProps) {
  const id = useId();
  const { name, kind, isRequired, description } = field;
  const about = [description !== "" && `${id}-about`, problem !== undefined && `${id}-problem`].filter(
    Boolean,
  );
  const common = {
    id,
    value: text,
    "aria-required": isRequired,
    "aria-invalid": problem !== undefined,
    "aria-describedby": about.length === 0 ? undefined : about.join(" "),
  };
  return (
    <div class="stacked">
      <label for={id}>
        <code>{name === "" ? "arguments" : name}</code> <span class="facts">{kind}</span>
        {isRequired && <span class="required">required</span>}
      </label>
      {description !== "" && <span class="facts" id={`${id}-about`}>{description}</span>}
      <Control field={field} text={text} common={common} onType={onType} />
      {children}
      {problem !== undefined && <span class="field-problem" id={`${id}-problem`}>{problem}</span>}
    </div>
  );
}

interface ControlProps extends Pick<ArgFieldProps, "field" | "text" | "onType"> {
  /** What every kind of control has. */
  readonly common: object;
}

function Control({ field: { kind, choices, isLong }, text, common, onType }: ControlProps) {
  const options = kind === "boolean" ? ["true", "false"] : choices;
  if (options.length > 0) {
    return (
      <select {...common} onChange={({ currentTarget }) => onType(currentTarget.value)}>
        <option value="">not set</option>
        {options.map((each) => <option key={each} value={each}>{each}</option>)}
      </select>
    );
  }
  if (kind === "json" || isLong) {
    return (
      <textarea
        {...common}
        class={kind === "json" ? "editor" : "editor words"}
        rows={Math.min(12, Math.max(3, text.split("\n").length))}
        spellcheck={false}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
      />
    );
  }
  return (
    <input
      {...common}
      type="text"
      inputMode={kind === "text" ? undefined : "decimal"}
      onInput={({ currentTarget }) => onType(currentTarget.value)}
    />
  );
}
