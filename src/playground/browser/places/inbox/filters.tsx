// What the list of the inbox is limited to.

import type { InboxItem } from "../../../../core/contract/calls.ts";

/** What the list is limited to; empty for all. */
export interface InboxFilter {
  readonly agent: string;
  readonly tool: string;
  readonly person: string;
  /** Milliseconds that a call has waited at least, as text. */
  readonly age: string;
}

/** All calls. */
export const NO_FILTER: InboxFilter = { agent: "", tool: "", person: "", age: "" };

/** What a call has for each filter but the age. */
const VALUES = {
  agent: ({ agent }: InboxItem) => agent,
  tool: ({ name }: InboxItem) => name,
  person: ({ user = "" }: InboxItem) => user,
} as const;

/** Whether a call is in the list; `now` is in epoch milliseconds. */
export function fits(item: InboxItem, { agent, tool, person, age }: InboxFilter, now: number): boolean {
  return (agent === "" || agent === item.agent) && (tool === "" || tool === item.name) &&
    (person === "" || person === item.user) && (age === "" || now - Date.parse(item.since) >= Number(age));
}

/** The values of all calls, sorted. */
function valuesOf(
  valueOf: (item: InboxItem) => string,
  items: readonly InboxItem[],
): readonly string[] {
  return [...new Set(items.map(valueOf))].filter(Boolean).sort();
}

/** Ages to choose from, in milliseconds as text. */
const AGES: ReadonlyMap<string, string> = new Map([
  ["3600000", "Over an hour"],
  ["86400000", "Over a day"],
  ["604800000", "Over a week"],
]);

interface FiltersProps {
  /** All calls that wait. */
  readonly items: readonly InboxItem[];
  /** How many of them are in the list. */
  readonly count: number;
  readonly filter: InboxFilter;
  readonly onFilter: (filter: InboxFilter) => void;
}

/** A control for each filter that has something to choose from. */
export function Filters({ items, count, filter, onFilter }: FiltersProps) {
  const lists = [
    ["agent", "Agent", "All agents", valuesOf(VALUES.agent, items)],
    ["tool", "Tool", "All tools", valuesOf(VALUES.tool, items)],
    ["person", "Person", "All people", valuesOf(VALUES.person, items)],
    ["age", "Age", "Any age", [...AGES.keys()]],
  ] as const;
  return (
    <div class="inbox-filters" role="group" aria-label="Filters">
      {lists.map(([name, title, all, values]) =>
        (filter[name] !== "" || (values.length > 1 && items.length > 1)) && (
          <select
            key={name}
            class="small"
            aria-label={title}
            value={filter[name]}
            onChange={({ currentTarget }) => onFilter({ ...filter, [name]: currentTarget.value })}
          >
            <option value="">{all}</option>
            {(values.includes(filter[name]) || filter[name] === "" ? values : [filter[name], ...values]).map((
              value,
            ) => <option key={value} value={value}>{AGES.get(value) ?? value}</option>)}
          </select>
        )
      )}
      <p class="facts" role="status">
        {count === items.length
          ? `${count} ${count === 1 ? "waits" : "wait"}`
          : `${count} of ${items.length} wait`}
      </p>
      {count < items.length && (
        <button type="button" class="quiet small" onClick={() => onFilter(NO_FILTER)}>Show all</button>
      )}
    </div>
  );
}
