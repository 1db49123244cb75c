// Evaluations: the runs of the deployment, and one of them with its scores, its gates and the cases that failed.

import { useState } from "preact/hooks";
import type { EvaluationDetail, EvaluationPage } from "../../../core/contract/evaluations.ts";
import type { EvaluationReport } from "../../../evaluation/data/report.ts";
import { stateWords } from "../../../core/contract/status_words.ts";
import { json } from "../api/http.ts";
import { DataTable } from "../components/data_table.tsx";
import { Empty } from "../components/empty.tsx";
import { MissingPlugin } from "../components/missing_plugin.tsx";
import { PlaceHead } from "../components/place_head.tsx";
import { describeError, Problem } from "../components/problem.tsx";
import { useResource } from "../components/resource.ts";
import { StateWords } from "../components/state_words.tsx";
import { Time } from "../components/time.tsx";
import { serves } from "../shell/deployment.ts";
import type { PlaceProps } from "../shell/places.ts";
import { placeHref } from "../shell/route.ts";
import { EvaluationReportView } from "./evaluation_report.tsx";
import { MODULES, REQUESTS } from "./samples.ts";

/** Milliseconds between two readings of the list, and of an evaluation while it runs. */
const REFRESH_MS = 5_000;

/** The evaluations. */
export function Evaluations({ item }: PlaceProps) {
  if (serves("GET /v1/evaluations")) return <Runs item={item} />;
  return (
    <MissingPlugin
      place="Evaluations"
      title="This deployment evaluates nothing"
      detail="The plugin evaluations runs cases against an agent, with known results in place of its tools."
      code={MODULES.evaluations}
    />
  );
}

function Runs({ item }: PlaceProps) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const { value, error, reload } = useResource(
    () => json<EvaluationPage>(`/v1/evaluations?limit=20${cursor === undefined ? "" : `&cursor=${cursor}`}`),
    [cursor],
    REFRESH_MS,
  );
  const next = value?.cursor;
  return (
    <>
      <PlaceHead
        title="Evaluations"
        about="Runs of cases against an agent of the deployment, the newest first."
      />
      {error !== undefined && (
        <Problem title="The evaluations could not be read." detail={describeError(error)} onRetry={reload} />
      )}
      {value?.evaluations.length === 0 && (
        <Empty
          title="No evaluation"
          detail="A run is begun by a request. The menu of a thread saves it as a case: its messages, what its tools returned, and a condition."
          code={REQUESTS.evaluation}
        />
      )}
      {value !== undefined && value.evaluations.length > 0 && (
        <DataTable
          label="Evaluations"
          rows={value.evaluations}
          keyOf={({ id }) => id}
          isCurrent={({ id }) => id === item}
          columns={[
            {
              title: "Evaluation",
              cell: (row) => (
                <a href={placeHref("evaluations", row.id)}>{isReadable(row) && row.name || row.id}</a>
              ),
            },
            { title: "Result", cell: (row) => <Result {...row} /> },
            {
              title: "Score",
              isNumber: true,
              cell: (row) => scoreWords(isReadable(row) ? row.outcome?.measure?.value : undefined),
            },
            {
              title: "Agent",
              isExtra: true,
              cell: (row) =>
                isReadable(row) && row.agent !== null
                  ? <a href={placeHref("agents", row.agent)}>{row.agent}</a>
                  : "–",
            },
            {
              title: "Attempts",
              isNumber: true,
              cell: (row) => isReadable(row) ? `${row.done} of ${row.total}` : "–",
            },
            { title: "Begun", cell: (row) => isReadable(row) ? <Time at={row.createdAt} /> : "–" },
          ]}
        />
      )}
      {(next !== undefined || cursors.length > 0) && (
        <p class="row-tools">
          <button
            type="button"
            class="quiet"
            aria-disabled={cursors.length === 0}
            onClick={() => setCursors(cursors.slice(0, -1))}
          >
            Newer
          </button>
          <button
            type="button"
            class="quiet"
            aria-disabled={next === undefined}
            onClick={() => next !== undefined && setCursors([...cursors, next])}
          >
            Older
          </button>
        </p>
      )}
      {item !== "" && <OneRun key={item} id={item} />}
    </>
  );
}

function scoreWords(value: number | null | undefined): string {
  return value === undefined || value === null ? "–" : `${Math.round(100 * value)} %`;
}

type Line = EvaluationPage["evaluations"][number];
type ReadableLine = Exclude<Line, { readonly status: "corrupted" }>;

function isReadable(row: Line): row is ReadableLine {
  return row.status !== "corrupted";
}

function Result(row: Line) {
  const { status, code, outcome } = isReadable(row) ? { ...row, code: "" } : { ...row, outcome: undefined };
  const state = outcome !== undefined
    ? outcome.passed ? "passed" : "failed"
    : status === "failed"
    ? "interrupted"
    : status;
  return (
    <>
      <StateWords state={stateWords(state)} /> {code !== "" && <code>{code}</code>}
    </>
  );
}

type WholeRun = EvaluationDetail & { readonly report?: EvaluationReport };

function OneRun({ id }: { readonly id: string }) {
  const { value, error, reload } = useResource(
    () => json<WholeRun>(`/v1/evaluations/${encodeURIComponent(id)}`),
    [id],
    (run) => run === undefined || run.status === "running" ? REFRESH_MS : undefined,
  );
  return (
    <section class="panel" aria-labelledby="evaluation-name">
      <h2 id="evaluation-name">{value?.report?.name ?? value?.name ?? id}</h2>
      {error !== undefined && (
        <Problem title="The evaluation could not be read." detail={describeError(error)} onRetry={reload} />
      )}
      {value?.status === "running" && (
        <p class="place-note">
          {value.done} of {value.total}{" "}
          attempts are made. The rest follows by itself; this page shows how far it is.
        </p>
      )}
      {value?.error && (
        <Problem title="It was not finished." detail={`${value.error.code}: ${value.error.message}`} />
      )}
      {value?.report && <EvaluationReportView report={value.report} threads={value.threads ?? []} />}
    </section>
  );
}
