// The native stream and treadle/client.

import assert from "node:assert/strict";
import {
  collect,
  type Conversation,
  createClient,
  EMPTY_CONVERSATION,
} from "../../../../src/react/client/mod.ts";
import { eventsProtocol } from "../../../../src/protocols/events.ts";
import type { AnyRun } from "../../../support/events/any_run.ts";
import { saidBy } from "./_said.ts";
import { messageOf, type Reading, type StreamProtocol } from "./_stream.ts";

/** Finished is a run whose stream came to its end without an error: then its status is that of the thread. */
export const native: StreamProtocol = {
  name: "native events",
  heartbeat: eventsProtocol.heartbeat ?? "",
  open: () => eventsProtocol.open({ thread: "t1", agent: "a" }),
  last: /event: step\.finished\ndata: \{[^\n]*"continues":false[^\n]*/,
  check,
  clients: [{ name: "treadle/client", reportsCut: true, read }],
};

async function read(fetch: typeof globalThis.fetch): Promise<Reading> {
  const client = createClient({ url: "http://treadle.test", fetch, retries: { count: 0 } });
  let conversation: Conversation = EMPTY_CONVERSATION;
  let error: string | undefined;
  try {
    await collect(client.thread("t1").stream("go"), { onChange: (next) => conversation = next });
  } catch (thrown) {
    error = messageOf(thrown);
  }
  const isFailed = conversation.error !== undefined || conversation.status === "cancelled";
  const parts = conversation.messages.flatMap((each) =>
    each.role === "assistant" && each.version !== null && !each.interrupted ? each.parts : []
  );
  return {
    finish: error === undefined && !isFailed ? conversation.status : undefined,
    error: error ?? conversation.error?.message ?? (isFailed ? "cancelled" : undefined),
    text: parts.map((part) => part.type === "call" ? "" : `${part.type}:${part.text}\n`).join(""),
    calls: parts.flatMap((part) => part.type === "call" ? [`${part.callId} ${part.state} ${part.args}`] : []),
  };
}

function check({ text, calls, finish, error }: Reading, { events }: AnyRun): void {
  const said = saidBy(events);
  assert.equal(error, said.isCancelled ? "cancelled" : said.error);
  const kept = said.texts.filter(({ isKept }) => isKept);
  assert.equal(text, kept.map(({ kind, text }) => `${kind}:${text}\n`).join(""));
  const shown = said.calls.filter(({ isKept, isVoid }) => isKept && !isVoid);
  const unauthorized = events.flatMap((event) =>
    event.type === "authorization.requested" ? event.callId : []
  );
  const waiting = (id: string) => unauthorized.includes(id) ? "authorization" : "pending";
  assert.deepEqual(
    calls.map((call) => call.split(" ").slice(0, 2).join(" ")).filter((call) => isOf(call, shown)),
    shown.map(({ id, state }) => `${id} ${state === "planned" ? waiting(id) : state}`),
  );
  assert.equal(
    new Set(calls.map((call) => call.split(" ")[0])).size,
    calls.length,
    "each call is shown once",
  );
  const last = events.at(-1);
  if (last?.type === "step.finished") assert.equal(finish, last.status);
}

function isOf(call: string, shown: readonly { readonly id: string }[]): boolean {
  return shown.some(({ id }) => call.startsWith(`${id} `));
}
