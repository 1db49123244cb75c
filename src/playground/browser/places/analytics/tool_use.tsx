// How tools are used by week: charts and the same numbers as tables, what fell, what is never called, variants of descriptions.

import { type ComponentChildren, Fragment } from "preact";
import { useState } from "preact/hooks";
import type { Share, ToolUsage } from "../../../../plugins/selection/monitoring/contract.ts";
import { readToolUse } from "../../api/api.ts";
import { describeError, Problem } from "../../components/problem.tsx";
import { useResource } from "../../components/resource.ts";
import { count } from "../../words.ts";
import { CallsChart, MatrixChart } from "./usage_charts.tsx";

/** The numbers of weeks to choose from. */
const WEEKS = [4, 8, 26, 53];

/** The panel of tool use. */
export function ToolUse() {
  const [weeks, setWeeks] = useState(8);
  const { value, error } = useResource(() => readToolUse(weeks), [weeks]);
  if (error !== undefined) {
    return <Problem title="The use of tools could not be read." detail={describeError(error)} />;
  }
  if (value === undefined) return null;
  return (
    <section class="panel tool-use" aria-labelledby="tool-use-title">
      <header class="panel-tools">
        <h2 id="tool-use-title">Tool use</h2>
        <select
          aria-label="Weeks"
          value={weeks}
          onChange={({ currentTarget }) => setWeeks(Number(currentTarget.value))}
        >
          {WEEKS.map((each) => <option key={each} value={each}>{each} weeks</option>)}
        </select>
      </header>
      <div class="tool-use-body">
        <ToolUseReport use={value} />
      </div>
    </section>
  );
}

/** Tools that the chart has a row for: those with alerts, then those with the most calls. */
const ROWS = 15;

interface ReportProps {
  readonly use: ToolUsage;
}

/** The report. Parts without a row are left out. */
function ToolUseReport({ use }: ReportProps) {
  const { weeks, months, variants, drift, partial, threadsRead } = use;
  const tools = listTools(use);
  return (
    <>
      {partial && (
        <p class="notice warn">
          Only {count(threadsRead)}{" "}
          threads were read, the newest: numbers of weeks that are not counted yet are too small.
        </p>
      )}
      <h3>Calls by week</h3>
      {tools.length === 0 ? <p class="empty">No call in these weeks.</p> : (
        <>
          <Frame label="Calls by week">
            <CallsChart weeks={weeks} tools={tools} />
          </Frame>
          <WeeksTable use={use} />
        </>
      )}
      <Rows
        title="Fell by more than the limit"
        rows={weeks.flatMap(({ week, alerts }) =>
          alerts.map(({ tool, before, calls }) =>
            [tool, `${count(before)} calls, then ${count(calls)} in ${week}`] as const
          )
        )}
      />
      {months.toReversed().map(({ month, selections, agreed, pairs, ...categories }) => (
        <Fragment key={month}>
          <h3>Ranked first and called, {month}</h3>
          <p class="words">
            In {count(agreed)} of {count(selections)} selections the model first called what was ranked first.
          </p>
          <Frame label={`Matrix of ${month}`}>
            <MatrixChart pairs={pairs} />
          </Frame>
          <IntentsTable month={month} {...categories} />
        </Fragment>
      ))}
      <Rows
        title="Offered and never called"
        rows={drift.neverChosen.map(({ tool, offered }) => [tool, `offered in ${count(offered)} threads`])}
      />
      <Rows
        title="Called less often than before"
        rows={drift.chosenLess.map(({ tool, before, now }) => [
          tool,
          `${percent(before)} of the threads that were offered it, then ${percent(now)}`,
        ])}
      />
      {variants.length > 0 && (
        <>
          <h3>Variants of descriptions</h3>
          <Frame label="Variants of descriptions">
            <Table
              head={["Tool", "Variant", "Threads", "Called when offered", "Calls", "Completed"]}
              rows={variants.map(({ tool, variant, threads, chosenRate, calls, successRate }) => [
                tool,
                variant,
                count(threads),
                percent(chosenRate),
                count(calls),
                percent(successRate),
              ])}
            />
          </Frame>
        </>
      )}
    </>
  );
}

/** The tools of the chart. */
function listTools({ weeks }: ToolUsage): string[] {
  const sums = new Map<string, number>();
  for (const { tools } of weeks) {
    for (const { name, calls } of tools) sums.set(name, (sums.get(name) ?? 0) + calls);
  }
  const fell = new Set(weeks.flatMap(({ alerts }) => alerts.map(({ tool }) => tool)));
  return [...sums].filter(([, calls]) => calls > 0)
    .sort(([one, less], [other, more]) => Number(fell.has(other)) - Number(fell.has(one)) || more - less)
    .slice(0, ROWS).map(([name]) => name);
}

/** What queries were about, and what was called for them; nothing where no category is known. */
function IntentsTable(
  { month, categorized, misrouted, intents }: Pick<
    ToolUsage["months"][number],
    "month" | "categorized" | "misrouted" | "intents"
  >,
) {
  if (categorized === 0) return null;
  return (
    <>
      <h3>Asked and called, {month}</h3>
      <p class="words">
        In {count(misrouted)} of {count(categorized)}{" "}
        selections a tool of another category was called than what was asked is about.
      </p>
      <Frame label={`Categories and tools of ${month}`}>
        <Table
          head={["Category", "Called", "Times", "Misrouted"]}
          rows={intents.map(({ category, called, count: times, misrouted }) => [
            category,
            called ?? "(none)",
            count(times),
            count(misrouted),
          ])}
        />
      </Frame>
    </>
  );
}

/** The same numbers as text, with what the bars do not show. */
function WeeksTable({ use: { weeks, moreTools } }: ReportProps) {
  return (
    <details>
      <summary>All numbers as a table</summary>
      <Frame label="Numbers of each week">
        <Table
          head={["Week", "Tool", "Calls", "Failed", "Refused", "Offered", "Chosen"]}
          rows={weeks.toReversed().flatMap(({ week, tools }) =>
            tools.map(({ name, calls, failed, refused, offered, chosen }) => [
              week,
              name,
              ...[calls, failed, refused, offered, chosen].map(count),
            ])
          )}
        />
      </Frame>
      {moreTools > 0 && <p class="words">{count(moreTools)} more tools are not shown.</p>}
    </details>
  );
}

/** `62 % (48 to 74 %)` */
function percent({ value, low, high }: Share): string {
  if (value === null || low === null || high === null) return "none";
  const [share, from, to] = [value, low, high].map((each) => Math.round(100 * each));
  return `${share} % (${from} to ${to} %)`;
}

/** A name and words each. */
function Rows(
  { title, rows }: { readonly title: string; readonly rows: readonly (readonly [string, string])[] },
) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="counts-rows">
        {rows.map(([name, words]) => (
          <li key={`${name} ${words}`}>
            <strong>{name}</strong>
            <span class="facts">{words}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface TableProps {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function Table({ head, rows }: TableProps) {
  return (
    <table>
      <thead>
        <tr>{head.map((name) => <th key={name} scope="col">{name}</th>)}</tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>{cells.map((words, column) => <td key={column}>{words}</td>)}</tr>
        ))}
      </tbody>
    </table>
  );
}

/** What may be wider than the window scrolls by itself, with the keyboard too. */
function Frame({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return <div class="chart-frame" role="region" aria-label={label} tabIndex={0}>{children}</div>;
}
