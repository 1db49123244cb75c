// The dashboard: the counts of steps over days, by agent, model, tool and policy, and the suggestions that follow from them.

import { useMemo, useState } from "preact/hooks";
import type { ChoiceCountsRow, FailureCount, Suggestion } from "../../../../plugins/analytics/contract.ts";
import { listSuggestions, mayManage, readChoices } from "../../api/api.ts";
import { readText } from "../../api/http.ts";
import { Chart } from "../../components/chart/chart.tsx";
import { DataTable } from "../../components/data_table.tsx";
import { Empty } from "../../components/empty.tsx";
import { MissingPlugin } from "../../components/missing_plugin.tsx";
import { PlaceHead } from "../../components/place_head.tsx";
import { describeError, Problem } from "../../components/problem.tsx";
import { lastDays, RangeSelect, toDay } from "../../components/range_select.tsx";
import { useResource } from "../../components/resource.ts";
import { saveFile } from "../../save_file.ts";
import { serves } from "../../shell/deployment.ts";
import { threadsHref } from "../../shell/route.ts";
import { MODULES } from "../samples.ts";
import { Breakdown, type Dimension, DIMENSIONS, Value } from "./breakdown.tsx";
import { Failures } from "./failures.tsx";
import { CACHE_MEASURES, CHOICE_MEASURES, type Measure, PLAN_MEASURES, spokenValue } from "./measures.ts";
import { ToolUse } from "./tool_use.tsx";

interface Counts {
  readonly total: ChoiceCountsRow | undefined;
  readonly byDay: readonly ChoiceCountsRow[];
  /** By day. */
  readonly failures: readonly FailureCount[] | undefined;
  readonly suggestions: readonly Suggestion[];
}

/** The dashboard. */
export function Analytics() {
  if (serves("GET /v1/analytics/choices")) return <Dashboard />;
  return (
    <MissingPlugin
      place="Analytics"
      title="This deployment counts nothing"
      detail="The plugin analytics counts every step; it is in the standard set."
      code={MODULES.analytics}
    />
  );
}

function Dashboard() {
  const [days, setDays] = useState(7);
  const [by, setBy] = useState<Dimension>("agent");
  const range = useMemo(() => lastDays(days), [days]);
  const counts = useResource(() => readCounts(range), [range]);
  // With what they are listed by: while others are read, these are still there.
  const rows = useResource(async () => ({ ...await readChoices(range, by), by }), [range, by]);
  const { value, error, reload } = counts;
  const [refusal, setRefusal] = useState("");
  const save = async () => {
    setRefusal("");
    await saveCsv(range, by).catch((failure) => setRefusal(describeError(failure)));
  };
  return (
    <>
      <PlaceHead title="Analytics" about="Counted with every step, by UTC day.">
        <RangeSelect days={days} onChange={setDays} />
        <button type="button" class="quiet" onClick={() => void save()}>Save CSV</button>
      </PlaceHead>
      {refusal !== "" && <Problem title="The file could not be saved." detail={refusal} />}
      {error !== undefined && (
        <Problem title="The counts could not be read." detail={describeError(error)} onRetry={reload} />
      )}
      {value !== undefined && value.byDay.length === 0 && (
        <Empty
          title="No step on these days"
          detail="Each step is counted when it ends: run an agent, and it stands here."
        />
      )}
      {value?.total && <Figures row={value.total} from={range.from} />}
      {value !== undefined && value.byDay.length > 0 && (
        <OverDays rows={value.byDay} failures={value.failures} days={days} />
      )}
      <section class="panel" aria-labelledby="analytics-by">
        <header class="panel-tools">
          <h2 id="analytics-by">By {by}</h2>
          <select
            aria-label="Grouped by"
            value={by}
            onChange={({ currentTarget }) =>
              setBy(DIMENSIONS.find((each) => each === currentTarget.value) ?? "agent")}
          >
            {DIMENSIONS.map((each) => <option key={each}>{each}</option>)}
          </select>
        </header>
        {rows.error !== undefined && (
          <Problem title="The rows could not be read." detail={describeError(rows.error)} />
        )}
        {rows.value?.by === by && <Breakdown key={by} rows={rows.value.rows} by={by} from={range.from} />}
        {rows.value?.by === by && by !== "tool" && <Failures rows={rows.value.failures} by={by} />}
      </section>
      {value && <Suggestions suggestions={value.suggestions} />}
      {mayManage && serves("GET /v1/tools/usage") && <ToolUse />}
    </>
  );
}

async function readCounts(range: { readonly from: string; readonly to: string }): Promise<Counts> {
  const [{ rows: [total] }, { rows: byDay, failures }, suggestions] = await Promise.all([
    readChoices(range, ""),
    readChoices(range, "day"),
    listSuggestions(range),
  ]);
  return { total, byDay, failures, suggestions };
}

const GROUPS = [
  { title: "Totals", measures: PLAN_MEASURES },
  { title: "Tool choice", measures: CHOICE_MEASURES },
] as const;

const MEASURES = [...PLAN_MEASURES, ...CHOICE_MEASURES, ...CACHE_MEASURES];

interface FiguresProps {
  readonly row: ChoiceCountsRow;
  readonly from: string;
}

function Figures({ row, from }: FiguresProps) {
  return (
    <section class="panel" aria-label="Figures">
      {GROUPS.map(({ title, measures }) => (
        <div key={title} class="figure-group">
          <h2>{title}</h2>
          <FigureList measures={measures} row={row} from={from} />
        </div>
      ))}
      <details class="card-fold">
        <summary>Prompt caching</summary>
        <FigureList measures={CACHE_MEASURES} row={row} from={from} />
      </details>
      <details class="card-fold">
        <summary>What is counted</summary>
        <dl class="meanings">
          {MEASURES.map(({ id, title, about }) => (
            <div key={id}>
              <dt>{title}</dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

function FigureList({ measures, row, from }: FiguresProps & { readonly measures: readonly Measure[] }) {
  return (
    <dl class="figures">
      {measures.map((measure) => <Figure key={measure.id} measure={measure} row={row} from={from} />)}
    </dl>
  );
}

function Figure(
  { measure, row, from }: FiguresProps & { readonly measure: Measure },
) {
  const { title, about, search, valueOf, words, exact = words } = measure;
  const value = valueOf(row);
  return (
    <div>
      <dt title={about}>{title}</dt>
      <dd>
        {value === undefined ? <span class="figure">–</span> : (
          <a
            class="figure"
            href={threadsHref([search, `after:${from}`].filter(Boolean).join(" "))}
            aria-label={`${title}: ${spokenValue(measure, value)}`}
            title={exact(value)}
          >
            {words(value)}
          </a>
        )}
      </dd>
    </div>
  );
}

const DAY_SECONDS = 86_400;

interface OverDaysProps {
  readonly rows: readonly ChoiceCountsRow[];
  readonly failures: readonly FailureCount[] | undefined;
  readonly days: number;
}

function OverDays({ rows, failures, days }: OverDaysProps) {
  const [id, setId] = useState("steps");
  const measure = PLAN_MEASURES.find((each) => each.id === id) ?? PLAN_MEASURES[0];
  const drawn = useMemo(() => {
    if (measure === undefined) return undefined;
    const byDay = new Map(rows.map((row) => [row.day, row]));
    const first = Date.parse(lastDays(days).from) / 1000;
    const times = Array.from({ length: days }, (_, index) => first + index * DAY_SECONDS);
    const values = times.map((time) => {
      const row = byDay.get(toDay(time * 1000));
      return row === undefined ? null : measure.valueOf(row) ?? null;
    });
    return { times, bars: { title: measure.title, values } };
  }, [rows, days, measure]);
  if (measure === undefined || drawn === undefined) return null;
  return (
    <section class="panel" aria-labelledby="analytics-days">
      <header class="panel-tools">
        <h2 id="analytics-days">By day</h2>
        <select aria-label="Measure" value={id} onChange={({ currentTarget }) => setId(currentTarget.value)}>
          {PLAN_MEASURES.map((each) => <option key={each.id} value={each.id}>{each.title}</option>)}
        </select>
      </header>
      {days > 1 && (
        <Chart
          label={`${measure.title} over ${days} days`}
          words={measure.exact ?? measure.words}
          {...drawn}
        />
      )}
      <details class="card-fold">
        <summary>As a table</summary>
        <DataTable
          label={`${measure.title} by day`}
          rows={rows.toReversed()}
          keyOf={({ day = "" }) => day}
          columns={[
            { title: "Day", cell: ({ day = "" }) => <a href={threadsHref(`after:${day}`)}>{day}</a> },
            ...[...PLAN_MEASURES, ...CACHE_MEASURES].map((each) => ({
              title: each.title,
              isNumber: true,
              cell: (row: ChoiceCountsRow) => <Value measure={each} value={each.valueOf(row)} />,
            })),
          ]}
        />
      </details>
      <Failures rows={failures} by="day" />
    </section>
  );
}

function Suggestions({ suggestions }: { readonly suggestions: readonly Suggestion[] }) {
  return (
    <section class="panel" aria-labelledby="analytics-suggestions">
      <h2 id="analytics-suggestions">Suggestions</h2>
      {suggestions.length === 0
        ? <p class="place-note">None from these days.</p>
        : (
          <ul class="suggestions" aria-labelledby="analytics-suggestions">
            {suggestions.map(({ kind, subject, message, days }) => (
              <li key={`${kind} ${JSON.stringify(subject)}`}>
                <p>{message}</p>
                <p class="facts">{days.first} to {days.last}</p>
              </li>
            ))}
          </ul>
        )}
    </section>
  );
}

/** Saves the rows of these days as CSV, with a row for each day. */
async function saveCsv(
  { from, to }: { readonly from: string; readonly to: string },
  by: string,
): Promise<void> {
  const text = await readText(`/v1/analytics/choices?from=${from}&to=${to}&by=day,${by}&format=csv`);
  saveFile(`choices-${from}-${to}.csv`, "text/csv", [text]);
}
