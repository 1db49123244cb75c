// The parts of a policy as fields: what it is for, whether it holds, and its rules as sentences. The JSON text is what is saved; a field that
// changes writes it.

import { useId, useState } from "preact/hooks";
import { RULE_SCOPES } from "../../../../core/policy.ts";
import {
  isRuleType,
  NEW_RULE,
  type PolicyDraft,
  readNames,
  RULE_KINDS,
  type RuleDraft,
} from "./rule_draft.ts";

interface PolicyFormProps {
  readonly draft: PolicyDraft;
  /** Names of tools that agents have, to choose from. */
  readonly tools: readonly string[];
  readonly onChange: (changes: Partial<PolicyDraft>) => void;
}

/** The fields of a policy. */
export function PolicyForm({ draft: { description, mode, rules }, tools, onChange }: PolicyFormProps) {
  const list = useId();
  const replace = (place: number, ...next: readonly RuleDraft[]) =>
    onChange({ rules: rules.toSpliced(place, 1, ...next) });
  return (
    <div class="policy-form">
      <label class="stacked">
        <span>Description</span>
        <input
          value={description}
          onInput={({ currentTarget }) => onChange({ description: currentTarget.value })}
        />
      </label>
      <label class="stacked">
        <span>Effect</span>
        <select value={mode} onChange={({ currentTarget }) => onChange({ mode: currentTarget.value })}>
          <option value="enforce">Calls against a rule are refused</option>
          <option value="shadow">It only warns</option>
        </select>
      </label>
      <datalist id={list}>{tools.map((tool) => <option key={tool} value={tool} />)}</datalist>
      <ol class="policy-rules" aria-label="Rules">
        {rules.map((rule, place) => (
          <li key={place}>
            <RuleFields
              rule={rule}
              number={place + 1}
              list={list}
              onChange={(changes) => replace(place, { ...rule, ...changes })}
              onRemove={() => replace(place)}
            />
          </li>
        ))}
      </ol>
      <div class="row-tools">
        <button type="button" class="quiet" onClick={() => onChange({ rules: [...rules, NEW_RULE] })}>
          Add a rule
        </button>
      </div>
    </div>
  );
}

interface RuleFieldsProps {
  readonly rule: RuleDraft;
  /** From 1 on. */
  readonly number: number;
  /** The id of the list of tools. */
  readonly list: string;
  readonly onChange: (changes: Partial<RuleDraft>) => void;
  readonly onRemove: () => void;
}

function RuleFields({ rule, number, list, onChange, onRemove }: RuleFieldsProps) {
  const { type, tool, names, times, per = "run" } = rule;
  const { hasTool, list: hasNames, hasTimes, hasScope } = RULE_KINDS[type];
  return (
    <fieldset class="row-tools">
      <legend>Rule {number}</legend>
      {hasTool && (
        <input
          aria-label="Tool"
          list={list}
          value={tool}
          spellcheck={false}
          onInput={({ currentTarget }) => onChange({ tool: currentTarget.value })}
        />
      )}
      <select
        aria-label="Type"
        value={type}
        onChange={({ currentTarget: { value } }) => {
          if (isRuleType(value)) onChange({ type: value });
        }}
      >
        {TYPES.map((each) => <option key={each} value={each}>{RULE_KINDS[each].words}</option>)}
      </select>
      {hasTimes && (
        <label>
          <input
            aria-label="Times"
            type="number"
            min={0}
            max={1_000}
            value={times}
            onInput={({ currentTarget: { valueAsNumber } }) =>
              Number.isNaN(valueAsNumber) || onChange({ times: valueAsNumber })}
          />{" "}
          times
        </label>
      )}
      {hasNames && <NamesField names={names} onChange={(next) => onChange({ names: next })} />}
      {hasScope && (
        <label>
          in one{" "}
          <select
            value={per}
            onChange={({ currentTarget: { value } }) =>
              onChange({ per: RULE_SCOPES.find((each) => each === value) })}
          >
            {RULE_SCOPES.map((each) => <option key={each}>{each}</option>)}
          </select>
        </label>
      )}
      <button type="button" class="quiet" aria-label={`Remove rule ${number}`} onClick={onRemove}>
        Remove
      </button>
    </fieldset>
  );
}

const TYPES = Object.keys(RULE_KINDS).filter(isRuleType);

interface NamesFieldProps {
  readonly names: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

/** Names with commas between; what is typed stays as it is while it stands for the same names. */
function NamesField({ names, onChange }: NamesFieldProps) {
  const [typed, setTyped] = useState("");
  const isTyped = JSON.stringify(readNames(typed)) === JSON.stringify(names);
  return (
    <input
      aria-label="Tools, with commas between"
      value={isTyped ? typed : names.join(", ")}
      spellcheck={false}
      onInput={({ currentTarget: { value } }) => {
        setTyped(value);
        onChange(readNames(value));
      }}
    />
  );
}
