// The report of an evaluation: its gates, its measures with their intervals, and the cases that failed.

import type { CaseResult, EvaluationReport, Measure } from "../../../evaluation/data/report.ts";
import { stateWords } from "../../../core/contract/status_words.ts";
import { DataTable } from "../components/data_table.tsx";
import { StateWords } from "../components/state_words.tsx";
import { threadHref } from "../shell/route.ts";
import { count } from "../words.ts";

interface ReportProps {
  readonly report: EvaluationReport;
  /** Failed cases that are threads. */
  readonly threads: readonly string[];
}

/** The report. */
export function EvaluationReportView({ report, threads }: ReportProps) {
  const { gates, measures, results, failures, warnings, passed } = report;
  const failed = results.filter(({ passed, attempts }) => passed < attempts);
  return (
    <>
      <p>
        <StateWords state={stateWords(passed ? "passed" : "failed")} />{" "}
        <span class="facts">{wordsOfSize(report)}</span>
      </p>
      {warnings.map((warning) => <p key={warning} class="place-note">{warning}</p>)}
      {gates.length > 0 && (
        <DataTable
          label="Conditions"
          rows={gates}
          keyOf={({ name }) => name}
          columns={[
            { title: "Condition", cell: ({ name }) => name },
            {
              title: "Result",
              cell: ({ held }) => <StateWords state={stateWords(held ? "passed" : "failed")} />,
            },
            { title: "By how much", cell: ({ detail }) => detail },
          ]}
        />
      )}
      <div class="sub-panel">
        <h3>Cases that failed</h3>
        {failed.length === 0 ? <p class="place-note">Every case has passed.</p> : (
          <DataTable
            label="Cases that failed"
            rows={failed}
            keyOf={({ id }) => id}
            columns={[
              { title: "Case", cell: ({ id }) => <Case id={id} isThread={threads.includes(id)} /> },
              { title: "Category", isExtra: true, cell: ({ category }) => category ?? "–" },
              { title: "Passed", isNumber: true, cell: ({ passed, attempts }) => `${passed} of ${attempts}` },
              { title: "What was wrong", cell: (row) => <Problems {...row} /> },
            ]}
          />
        )}
        {failed.length > 0 && (
          <p class="place-note">
            Attempts run in memory and leave no thread. A case that was recorded leads to the thread that it
            is of.
          </p>
        )}
      </div>
      {failures.length > 0 && (
        <DataTable
          label="Attempts that were prevented"
          rows={failures}
          keyOf={({ case: id, repeat }) => `${id} ${repeat}`}
          columns={[
            { title: "Prevented attempt", cell: ({ case: id, repeat }) => `${id}, ${repeat}` },
            { title: "Why", cell: ({ code, message }) => `${code}: ${message}` },
          ]}
        />
      )}
      <DataTable
        label="Scores"
        rows={measures}
        keyOf={({ name, category }) => `${name} ${category}`}
        columns={[
          { title: "Score", cell: ({ name, category }) => category === null ? name : `${name}: ${category}` },
          { title: "Value", isNumber: true, cell: ({ value }) => numberWords(value) },
          { title: "95 % interval", isNumber: true, cell: (row) => intervalWords(row) },
          { title: "Of", isExtra: true, cell: ({ n, of }) => `${count(n)} ${of}` },
        ]}
      />
    </>
  );
}

function wordsOfSize({ cases, repeats, attempts }: EvaluationReport): string {
  const times = repeats === 1 ? "once each" : `${count(repeats)} times each`;
  return `${count(cases)} ${cases === 1 ? "case" : "cases"}, ${times}; verdicts on ${count(attempts)} of ${
    count(cases * repeats)
  } attempts`;
}

function Case({ id, isThread }: { readonly id: string; readonly isThread: boolean }) {
  return isThread ? <a href={threadHref(id)}>{id}</a> : <code>{id}</code>;
}

function Problems({ problems }: CaseResult) {
  return <ul class="problems">{problems.map((problem) => <li key={problem}>{problem}</li>)}</ul>;
}

function numberWords(value: number | null): string {
  return value === null ? "–" : String(Number(value.toFixed(3)));
}

function intervalWords({ low, high }: Measure): string {
  return low === null || high === null ? "–" : `${numberWords(low)} to ${numberWords(high)}`;
}
