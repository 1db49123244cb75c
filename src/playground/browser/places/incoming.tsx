// Webhooks that came in and began nothing: each reason with what to do about it, and how many no template took by day.

import type { RefusalView, UnmatchedEvents } from "../../../core/contract/webhooks.ts";
import { listThreads } from "../api/api.ts";
import { json } from "../api/http.ts";
import { DataTable } from "../components/data_table.tsx";
import { describeError, Problem } from "../components/problem.tsx";
import { lastDays } from "../components/range_select.tsx";
import { useResource } from "../components/resource.ts";
import { Tag } from "../components/tag.tsx";
import { Time } from "../components/time.tsx";
import { placeHref, threadsHref } from "../shell/route.ts";
import { count } from "../words.ts";

/** Milliseconds between two readings: a person repeats a delivery, and looks for it here. */
const REFRESH_MS = 10_000;

/** Most threads that are counted. */
const MOST = 100;

/** What has begun a run, what was refused lately, and what no template took on these days. */
export function Incoming({ days }: { readonly days: number }) {
  return (
    <>
      <Begun days={days} />
      <Refused />
      <Unmatched days={days} />
    </>
  );
}

/** How many threads took an event on these days. */
function Begun({ days }: { readonly days: number }) {
  const { from } = lastDays(days);
  const { value, error } = useResource(
    () => listThreads(`door=webhook&after=${from}&limit=${MOST}`, ""),
    [days],
    REFRESH_MS,
  );
  const accepted = value?.threads.length ?? 0;
  return (
    <section class="panel" aria-labelledby="webhooks-begun">
      <h2 id="webhooks-begun">Events that began a thread</h2>
      {error !== undefined && (
        <Problem
          title="The threads could not be read."
          detail={describeError(error)}
        />
      )}
      {value !== undefined && accepted === 0 && (
        <p class="place-note">No event began a thread on these days.</p>
      )}
      {accepted > 0 && (
        <p class="place-note">
          <a href={threadsHref(`source:webhook after:${from}`)}>
            {count(accepted)}
            {value?.cursor === undefined ? "" : "+"} {accepted === 1 ? "thread" : "threads"}
          </a>{" "}
          began or went on with an event on these days.
        </p>
      )}
    </section>
  );
}

function Refused() {
  const { value, error, reload } = useResource(
    async () => (await json<{ readonly refusals: readonly RefusalView[] }>("/v1/webhooks/refusals")).refusals,
    [],
    REFRESH_MS,
  );
  return (
    <section class="panel" aria-labelledby="webhooks-refused">
      <h2 id="webhooks-refused">Events that were refused</h2>
      {error !== undefined && (
        <Problem title="The refusals could not be read." detail={describeError(error)} onRetry={reload} />
      )}
      {value?.length === 0 && <p class="place-note">Nothing was refused in the last 7 days.</p>}
      {value !== undefined && value.length > 0 && (
        <DataTable
          label="Refused deliveries"
          rows={value}
          keyOf={({ trigger, reason, agent, event, firstAt }) =>
            `${trigger} ${reason} ${agent} ${event} ${firstAt}`}
          columns={[
            {
              title: "Source",
              cell: ({ trigger }) => trigger === null ? "unknown" : <code class="whole">{trigger}</code>,
            },
            { title: "Reason, and what to do", cell: (row) => <Why {...row} /> },
            { title: "Event", cell: (row) => <Event {...row} /> },
            {
              title: "Agent",
              isExtra: true,
              cell: ({ agent }) => agent === null ? "–" : <a href={placeHref("agents", agent)}>{agent}</a>,
            },
            { title: "Times", isNumber: true, cell: (row) => count(row.count) },
            { title: "Last", cell: ({ lastAt }) => <Time at={lastAt} /> },
          ]}
        />
      )}
    </section>
  );
}

function Why({ verified, status, reason, message }: RefusalView) {
  return (
    <div class="refusal">
      <p>
        <Tag tone={status < 300 ? "warn" : "bad"}>{status}</Tag> <code>{reason}</code>{" "}
        {!verified && <span class="facts">not verified</span>}
      </p>
      <p class="refusal-words">{message}</p>
    </div>
  );
}

function Event({ event, id, bytes, digest }: RefusalView) {
  const facts = [id, bytes === null ? null : `${count(bytes)} bytes`, digest && `SHA-256 ${digest}…`];
  return (
    <div class="refusal">
      {event !== null && (
        <p>
          <code>{event}</code>
        </p>
      )}
      <p class="facts">{facts.filter(Boolean).join(" · ") || "–"}</p>
    </div>
  );
}

function Unmatched({ days }: { readonly days: number }) {
  const { value, error } = useResource(async () => {
    const { from, to } = lastDays(days);
    return (await json<{ readonly unmatched: readonly UnmatchedEvents[] }>(
      `/v1/analytics/webhooks?from=${from}&to=${to}`,
    )).unmatched;
  }, [days]);
  return (
    <section class="panel" aria-labelledby="webhooks-in">
      <h2 id="webhooks-in">Events that no agent listens to</h2>
      {error !== undefined && <Problem title="The counts could not be read." detail={describeError(error)} />}
      {value?.length === 0 && <p class="place-note">An agent listened to each event of these days.</p>}
      {value !== undefined && value.length > 0 && (
        <DataTable
          label="Events that no agent listens to"
          rows={value.toReversed()}
          keyOf={({ day, trigger, agent }) => `${day} ${trigger} ${agent}`}
          columns={[
            { title: "Day", cell: ({ day }) => day },
            { title: "Source", cell: ({ trigger }) => <code>{trigger}</code> },
            { title: "Agent", cell: ({ agent }) => agent },
            { title: "Events", isNumber: true, cell: ({ count: events }) => count(events) },
          ]}
        />
      )}
    </section>
  );
}
