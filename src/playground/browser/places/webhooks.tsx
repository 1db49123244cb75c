// Webhooks in both directions: events that no template took, the endpoints that steps are reported to, and what did not arrive.

import { useState } from "preact/hooks";
import type {
  DeliveryPage,
  DeliveryView,
  EndpointView,
} from "../../../plugins/outgoing_webhooks/contract.ts";
import { stateWords } from "../../../core/contract/status_words.ts";
import { mayManage } from "../api/api.ts";
import { json, remove, sendBody } from "../api/http.ts";
import { ConfirmButton } from "../components/confirm_button.tsx";
import { DataTable } from "../components/data_table.tsx";
import { Empty } from "../components/empty.tsx";
import { PlaceHead } from "../components/place_head.tsx";
import { describeError, Problem } from "../components/problem.tsx";
import { RangeSelect } from "../components/range_select.tsx";
import { useResource } from "../components/resource.ts";
import { StateWords } from "../components/state_words.tsx";
import { Time } from "../components/time.tsx";
import { serves } from "../shell/deployment.ts";
import { threadHref } from "../shell/route.ts";
import { Incoming } from "./incoming.tsx";
import { MODULES, REQUESTS } from "./samples.ts";

/** Milliseconds between two readings of what is on its way. */
const REFRESH_MS = 10_000;

const WORDS: Readonly<Record<NonNullable<DeliveryView["because"]>, string>> = {
  exhausted: "all attempts failed",
  gone: "the endpoint has answered 410",
  refused: "its address is refused",
};

/** The webhooks. */
export function Webhooks() {
  const [days, setDays] = useState(7);
  return (
    <>
      <PlaceHead title="Webhooks" about="Events that begin runs, and steps that are reported to others.">
        <RangeSelect days={days} onChange={setDays} />
      </PlaceHead>
      {serves("GET /v1/webhooks/refusals") ? <Incoming days={days} /> : (
        <Empty
          title="This deployment takes no webhooks"
          detail="With the plugin webhooks an event of another service begins a run."
          code={MODULES.webhook}
        />
      )}
      {serves("GET /v1/webhook-endpoints")
        ? (
          <>
            <Endpoints />
            <Deliveries />
          </>
        )
        : (
          <Empty
            title="This deployment sends no webhooks"
            detail="With the plugin outgoingWebhooks steps are reported to an address, signed and retried."
            code={MODULES.outgoing}
          />
        )}
    </>
  );
}

function Endpoints() {
  const { value, error, reload } = useResource(
    async () =>
      (await json<{ readonly endpoints: readonly EndpointView[] }>("/v1/webhook-endpoints")).endpoints,
    [],
  );
  const [refusal, setRefusal] = useState("");
  const act = (request: () => Promise<unknown>) => {
    setRefusal("");
    request().then(reload, (failure) => setRefusal(describeError(failure)));
  };
  const pathOf = ({ id }: EndpointView) => `/v1/webhook-endpoints/${encodeURIComponent(id)}`;
  return (
    <section class="panel" aria-labelledby="webhooks-endpoints">
      <h2 id="webhooks-endpoints">Endpoints</h2>
      {refusal !== "" && <Problem title="Nothing was changed." detail={refusal} />}
      {value?.length === 0 && (
        <Empty title="No endpoint" detail="An endpoint is made by a request." code={REQUESTS.endpoint} />
      )}
      {error !== undefined && (
        <Problem title="The endpoints could not be read." detail={describeError(error)} />
      )}
      {value !== undefined && value.length > 0 && (
        <DataTable
          label="Endpoints"
          rows={value}
          keyOf={({ id }) => id}
          columns={[
            { title: "Address", cell: ({ url }) => <code>{url}</code> },
            { title: "Events", cell: ({ events }) => events.join(", ") },
            { title: "Agents", isExtra: true, cell: ({ agents }) => agents?.join(", ") ?? "all" },
            {
              title: "Status",
              cell: ({ disabledAt }) =>
                disabledAt === null ? <StateWords state={stateWords("active")} /> : (
                  <>
                    <StateWords state={stateWords("disabled")} /> <span class="facts">it answered 410</span>
                  </>
                ),
            },
            {
              title: "Actions",
              cell: (row) =>
                mayManage && (
                  <span class="row-tools">
                    {row.disabledAt !== null && (
                      <button
                        type="button"
                        class="quiet small"
                        onClick={() => act(() => sendBody("POST", `${pathOf(row)}/enable`, {}))}
                      >
                        Enable
                      </button>
                    )}
                    <ConfirmButton
                      title="Remove"
                      label={`Remove ${row.url}`}
                      isSmall
                      question="Remove this endpoint?"
                      confirm="Remove it"
                      onConfirm={() => act(() => remove(pathOf(row)))}
                    />
                  </span>
                ),
            },
          ]}
        />
      )}
    </section>
  );
}

/** Most deliveries of a list. */
const MOST = 50;

interface DeliveryLists {
  readonly dead: DeliveryPage;
  readonly pending: DeliveryPage;
}

async function readDeliveries(): Promise<DeliveryLists> {
  const read = (status: DeliveryView["status"]) =>
    json<DeliveryPage>(`/v1/webhook-deliveries?status=${status}&limit=${MOST}`);
  const [dead, pending] = await Promise.all([read("dead"), read("pending")]);
  return { dead, pending };
}

function Deliveries() {
  const [status, setStatus] = useState<DeliveryView["status"]>("dead");
  const { value, error, reload } = useResource(readDeliveries, [], REFRESH_MS);
  const [refusal, setRefusal] = useState("");
  const resend = ({ id }: DeliveryView) => {
    setRefusal("");
    sendBody("POST", `/v1/webhook-deliveries/${encodeURIComponent(id)}/resend`, {}).then(
      reload,
      (failure) => setRefusal(describeError(failure)),
    );
  };
  const rows = value?.[status].deliveries ?? [];
  return (
    <section class="panel" aria-labelledby="webhooks-deliveries">
      <header class="panel-tools">
        <h2 id="webhooks-deliveries">Deliveries</h2>
        <select
          aria-label="Which deliveries"
          value={status}
          onChange={({ currentTarget }) => setStatus(currentTarget.value === "dead" ? "dead" : "pending")}
        >
          <option value="dead">{stateWords("dead").words}{value && ` (${countWords(value.dead)})`}</option>
          <option value="pending">
            {stateWords("pending").words}
            {value && ` (${countWords(value.pending)})`}
          </option>
        </select>
      </header>
      {error !== undefined && (
        <Problem title="The deliveries could not be read." detail={describeError(error)} onRetry={reload} />
      )}
      {refusal !== "" && <Problem title="It was not sent." detail={refusal} />}
      {value !== undefined && rows.length === 0 && <p class="place-note">{emptyWords(status, value)}</p>}
      {rows.length > 0 && (
        <DataTable
          label="Deliveries"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { title: "Event", cell: ({ type }) => <code>{type}</code> },
            {
              title: "Thread",
              cell: ({ thread }) => thread === null ? "–" : <a href={threadHref(thread)}>{thread}</a>,
            },
            { title: "Endpoint", isExtra: true, cell: ({ endpoint }) => <code>{endpoint}</code> },
            { title: "Attempts", isNumber: true, cell: ({ attempts }) => attempts },
            { title: "Reason", cell: (row) => explainDelivery(row) },
            { title: "Since", cell: ({ timestamp }) => <Time at={timestamp} /> },
            {
              title: "Actions",
              cell: (row) =>
                mayManage && (
                  <button type="button" class="quiet small" onClick={() => resend(row)}>Send again</button>
                ),
            },
          ]}
        />
      )}
    </section>
  );
}

/** `3`, and `50+` where the list goes on. */
function countWords({ deliveries, cursor }: DeliveryPage): string {
  return `${deliveries.length}${cursor === undefined ? "" : "+"}`;
}

/** What an empty list means beside the other one. */
function emptyWords(status: DeliveryView["status"], { dead, pending }: DeliveryLists): string {
  if (status === "pending") {
    return dead.deliveries.length === 0
      ? "No delivery is on its way, and none has failed."
      : `No delivery is on its way; ${countWords(dead)} failed.`;
  }
  return pending.deliveries.length === 0
    ? "No delivery has failed, and none is on its way."
    : `No delivery has failed; ${countWords(pending)} on the way.`;
}

function explainDelivery({ because, lastAttempt }: DeliveryView): string {
  const answer = lastAttempt === null
    ? ""
    : lastAttempt.status === null
    ? lastAttempt.code ?? "no response"
    : `status ${lastAttempt.status}`;
  const why = because === null ? "" : WORDS[because];
  return [why, answer].filter(Boolean).join(": ") || "–";
}
