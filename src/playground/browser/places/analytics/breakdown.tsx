// The rows of the dashboard by one dimension, the largest first; a number leads to the threads behind it.

import { useState } from "preact/hooks";
import type { ChoiceCountsRow } from "../../../../plugins/analytics/contract.ts";
import { type Column, DataTable } from "../../components/data_table.tsx";
import { Money } from "../../components/money.tsx";
import { placeHref, threadsHref } from "../../shell/route.ts";
import {
  CACHE_MEASURES,
  CHOICE_MEASURES,
  type Measure,
  PLAN_MEASURES,
  spokenValue,
  TOOL_MEASURES,
} from "./measures.ts";

/** What rows may be listed by. */
export const DIMENSIONS = ["agent", "model", "tool", "policy"] as const;

/** One of {@link DIMENSIONS}. */
export type Dimension = typeof DIMENSIONS[number];

interface BreakdownProps {
  readonly rows: readonly ChoiceCountsRow[];
  readonly by: Dimension;
  /** The first day, such as `2026-11-22`. */
  readonly from: string;
}

/** The rows, sorted by what is chosen; those of tools by their cost at first. */
export function Breakdown({ rows, by, from }: BreakdownProps) {
  const [sortedBy, setSortedBy] = useState("");
  const [hasCaches, setHasCaches] = useState(false);
  const measures = by === "tool"
    ? TOOL_MEASURES
    : [...PLAN_MEASURES, ...CHOICE_MEASURES, ...hasCaches ? CACHE_MEASURES : []];
  const measure = measures.find(({ id }) => id === sortedBy) ?? measures[0];
  if (rows.length === 0) return <p class="place-note">Nothing was counted on these days.</p>;
  return (
    <>
      <label class="field">
        Sorted by{" "}
        <select value={measure?.id} onChange={({ currentTarget }) => setSortedBy(currentTarget.value)}>
          {measures.map(({ id, title }) => <option key={id} value={id}>{title}</option>)}
        </select>
      </label>
      {by !== "tool" && (
        <label class="check">
          <input
            type="checkbox"
            checked={hasCaches}
            onChange={({ currentTarget }) => setHasCaches(currentTarget.checked)}
          />{" "}
          Prompt caching
        </label>
      )}
      {by === "tool" && (
        <p class="place-note">
          Cost and tokens are those of the model calls that read the results of a tool, split by the size of
          the results. What a user has cost stands in <a href={placeHref("usage")}>Usage</a>.
        </p>
      )}
      <DataTable
        label={`Counts by ${by}`}
        rows={sortRows(rows, measure === undefined ? measures : [measure, ...measures])}
        keyOf={(row) => row[by] ?? ""}
        columns={[
          {
            title: by[0]?.toUpperCase() + by.slice(1),
            cell: (row) => <Name name={row[by] ?? ""} by={by} from={from} />,
          },
          ...measures.map((each) => toColumn(each, by, from)),
        ]}
      />
    </>
  );
}

/** The largest value of the first measure first; of rows that are equal there, that of the next ones. */
function sortRows(rows: readonly ChoiceCountsRow[], measures: readonly Measure[]): ChoiceCountsRow[] {
  return rows.toSorted((a, b) => {
    for (const { valueOf } of measures) {
      const difference = (valueOf(b) ?? -1) - (valueOf(a) ?? -1);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

interface ValueProps {
  readonly measure: Measure;
  readonly value: number | undefined;
}

/** A number of a table. */
export function Value({ measure: { words, exact }, value }: ValueProps) {
  if (value === undefined) return <>–</>;
  return exact === undefined ? <>{words(value)}</> : <Money microDollars={value} />;
}

function toColumn(measure: Measure, by: Dimension, from: string): Column<ChoiceCountsRow> {
  const { title, valueOf } = measure;
  return {
    title,
    isNumber: true,
    cell: (row) => {
      const value = valueOf(row);
      const name = row[by] ?? "";
      const href = findHref(name, by, from);
      const shown = <Value measure={measure} value={value} />;
      if (href === undefined || !value) return shown;
      return <a href={href} aria-label={`${spokenValue(measure, value)}, ${title} of ${name}`}>{shown}</a>;
    },
  };
}

function Name({ name, by, from }: { readonly name: string; readonly by: Dimension; readonly from: string }) {
  if (name === "") return <span class="facts">none</span>;
  const href = findHref(name, by, from);
  return href === undefined ? <>{name}</> : <a href={href}>{name}</a>;
}

/** Threads are found by their agent and by their tools; `?` stands for no tool of an agent. */
function findHref(name: string, by: Dimension, from: string): string | undefined {
  const isFilter = by === "agent" || by === "tool";
  return isFilter && name !== "" && name !== "?" ? threadsHref(`${by}:${name} after:${from}`) : undefined;
}
