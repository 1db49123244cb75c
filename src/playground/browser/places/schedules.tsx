// The schedules of the tenant: when each runs next, what came of its last run, and what stops it.

import { useRef, useState } from "preact/hooks";
import type { ScheduleView } from "../../../core/contract/schedules.ts";
import { stateWords } from "../../../core/contract/status_words.ts";
import { mayManage } from "../api/api.ts";
import { json, sendBody } from "../api/http.ts";
import { DataTable } from "../components/data_table.tsx";
import { Empty } from "../components/empty.tsx";
import { MissingPlugin } from "../components/missing_plugin.tsx";
import { PlaceHead } from "../components/place_head.tsx";
import { describeError, Problem } from "../components/problem.tsx";
import { useResource } from "../components/resource.ts";
import { StateWords } from "../components/state_words.tsx";
import { Tag } from "../components/tag.tsx";
import { TimeAndDate } from "../components/time.tsx";
import { serves } from "../shell/deployment.ts";
import { placeHref, threadHref } from "../shell/route.ts";
import { MODULES } from "./samples.ts";

/** Milliseconds between two readings. */
const REFRESH_MS = 10_000;

/** The schedules. */
export function Schedules() {
  if (serves("GET /v1/schedules")) return <ScheduleList />;
  return (
    <MissingPlugin
      place="Schedules"
      title="This deployment has no schedules"
      detail="The plugin schedules begins runs by a cron expression, or once at a time."
      code={MODULES.schedule}
    />
  );
}

function ScheduleList() {
  const { value, error, reload } = useResource(readSchedules, [], REFRESH_MS);
  const [refusal, setRefusal] = useState("");
  const [started, setStarted] = useState("");
  /** A request is under way: a second click is none for another run. */
  const isBusy = useRef(false);
  const change = async ({ agent, name }: ScheduleView, verb: "pause" | "resume" | "run") => {
    if (isBusy.current) return;
    isBusy.current = true;
    setRefusal("");
    try {
      const path = `/v1/schedules/${encodeURIComponent(agent)}/${encodeURIComponent(name)}/${verb}`;
      const response = await sendBody("POST", path, {});
      if (verb === "run") setStarted((await response.json()).thread);
    } catch (failure) {
      setRefusal(describeError(failure));
    } finally {
      isBusy.current = false;
    }
    reload();
  };
  return (
    <>
      <PlaceHead
        title="Schedules"
        about="Runs that begin by the clock. A pause lets times pass without a run."
      />
      {error !== undefined && (
        <Problem title="The schedules could not be read." detail={describeError(error)} onRetry={reload} />
      )}
      {refusal !== "" && <Problem title="Nothing was changed." detail={refusal} />}
      {started !== "" && (
        <p class="place-note" role="status">
          It runs in <a href={threadHref(started)}>{started}</a>.
        </p>
      )}
      {value?.length === 0 && (
        <Empty
          title="No schedule"
          detail="An agent may begin runs by a cron expression, or once at a time."
          code={MODULES.schedule}
        />
      )}
      {value !== undefined && value.length > 0 && (
        <DataTable
          label="Schedules"
          rows={value}
          keyOf={({ agent, name }) => `${agent}/${name}`}
          columns={[
            { title: "Schedule", cell: ({ name }) => <strong>{name}</strong> },
            { title: "Agent", cell: ({ agent }) => <a href={placeHref("agents", agent)}>{agent}</a> },
            {
              title: "When",
              cell: ({ cron, at, timezone }) => (
                <>
                  {cron === null
                    ? at !== null && <TimeAndDate at={at} />
                    : <code class="line short">{cron}</code>}{" "}
                  {timezone && <span class="facts">{timezone}</span>}
                </>
              ),
            },
            { title: "Status", cell: ({ status }) => <StateWords state={stateWords(status)} /> },
            { title: "Next", cell: ({ next }) => next === null ? "–" : <TimeAndDate at={next} /> },
            {
              title: "Last run",
              cell: ({ last }) => last === null ? "–" : <LastRun last={last} />,
            },
            ...mayManage
              ? [{ title: "Actions", cell: (row: ScheduleView) => <Actions row={row} onChange={change} /> }]
              : [],
          ]}
        />
      )}
    </>
  );
}

async function readSchedules(): Promise<readonly ScheduleView[]> {
  return (await json<{ readonly schedules: readonly ScheduleView[] }>("/v1/schedules")).schedules;
}

function LastRun({ last: { at, thread, error } }: { readonly last: NonNullable<ScheduleView["last"]> }) {
  return (
    <>
      <a href={threadHref(thread)}>
        <TimeAndDate at={at} />
      </a>{" "}
      {error !== null && <Tag tone="bad">{error}</Tag>}
    </>
  );
}

interface ActionsProps {
  readonly row: ScheduleView;
  readonly onChange: (row: ScheduleView, verb: "pause" | "resume" | "run") => void;
}

function Actions({ row, onChange }: ActionsProps) {
  const { name, status } = row;
  const [verb, title] = status === "paused" ? ["resume", "Resume"] as const : ["pause", "Pause"] as const;
  return (
    <span class="row-tools">
      {status !== "over" && (
        <button
          type="button"
          class="quiet small"
          aria-label={`${title} ${name}`}
          onClick={() => onChange(row, verb)}
        >
          {title}
        </button>
      )}
      <button
        type="button"
        class="quiet small"
        aria-label={`Run now: ${name}`}
        onClick={() => onChange(row, "run")}
      >
        Run now
      </button>
    </span>
  );
}
