// AG-UI, and HttpAgent of both versions of its client.

import assert from "node:assert/strict";
import type { StepEvent } from "../../../../src/core/event.ts";
import { AgUiEncoder } from "../../../../src/plugins/ag_ui/encoder/encoder.ts";
import { type Message, ran, type Version, VERSIONS } from "../../plugins/ag_ui/_clients.ts";
import type { AnyRun } from "../../../support/events/any_run.ts";
import { saidBy } from "./_said.ts";
import { messageOf, type Reading, type StreamProtocol } from "./_stream.ts";

const USER = { id: "m1", role: "user", content: "go" };

/**
 * Finished is a run with RUN_FINISHED. A client takes a stream that ends without it for one that is at rest, and rejects only when
 * the connection breaks or an event is cut in two.
 */
export const agUi: readonly StreamProtocol[] = VERSIONS.map((version, index) => ({
  name: "AG-UI",
  heartbeat: ": heartbeat\n\n",
  open: (run) => open(run, index > 0),
  last: /data: \{"type":"RUN_FINISHED"[^\n]*/,
  check,
  clients: [{ name: version.name, reportsCut: false, read: (fetch) => read(version, fetch) }],
}));

/** Clients from 1.0 on declare the version of the protocol. Every second one has other messages than the thread. */
function open({ events }: AnyRun, declares: boolean): AgUiEncoder {
  const usage = { inputTokens: 0, outputTokens: 0 };
  const thread = {
    id: "t1",
    status: "waiting",
    version: 0,
    step: 0,
    usage,
    approvals: [],
    waits: [],
  } as const;
  return new AgUiEncoder({
    threadId: "t1",
    runId: "r1",
    parentRunId: events.length % 3 === 0 ? "r0" : undefined,
    declares,
    own: { color: "red" },
    thread,
    messages: [USER],
    isBehind: events.length % 2 === 0,
  });
}

async function read(version: Version, fetch: typeof globalThis.fetch): Promise<Reading> {
  const options = { url: "http://treadle.test/agui", threadId: "t1", fetch, initialMessages: [USER] };
  const client = version.open(options);
  const warnings: string[] = [];
  const { warn } = console;
  console.warn = (...words: unknown[]) => void warnings.push(words.join(" "));
  try {
    const { events, error } = await ran(client);
    assert.deepEqual(warnings, [], "the client warns of nothing");
    const finished = events.find(({ type }) => type === "RUN_FINISHED");
    const failed = events.find(({ type }) => type === "RUN_ERROR");
    const made = client.messages.slice(1);
    return {
      finish: finished && String(Object(finished.result).status),
      error: error === undefined ? failed && String(failed.message) : messageOf(error),
      text: textOf(made, "assistant") + textOf(made, "reasoning"),
      calls: made.flatMap(({ toolCalls = [] }) => toolCalls).map(({ id }) =>
        `${id} ${made.some(({ toolCallId }) => toolCallId === id) ? "answered" : "open"}`
      ),
    };
  } finally {
    console.warn = warn;
  }
}

function textOf(messages: readonly Message[], role: string): string {
  return messages.filter((each) => each.role === role && each.content).map(({ content }) =>
    `${role}:${content}\n`
  ).join("");
}

function check({ text, calls, finish, error }: Reading, { events }: AnyRun): void {
  const said = saidBy(events);
  assert.equal(error, said.error);
  const last = events.at(-1);
  if (last?.type === "step.finished") assert.equal(finish, last.status);
  const answers = [...answersIn(events), ...said.question ? [said.question] : []];
  const reasoning = said.texts.filter((each) =>
    each.kind === "reasoning" && !each.isVoid && each.text !== ""
  );
  assert.equal(
    text,
    answers.map((each) => `assistant:${each}\n`).join("") +
      reasoning.map((each) => `reasoning:${each.text}\n`).join(""),
  );
  const ids = calls.map((call) => call.split(" ")[0]);
  assert.equal(new Set(ids).size, ids.length, "each call is shown once");
  for (const { id, isVoid, state } of said.calls) {
    const isOpen = state === "planned" || state === "approval" || state === "client";
    const shown = calls.find((each) => each.startsWith(`${id} `));
    assert.equal(shown, isVoid ? undefined : `${id} ${isOpen ? "open" : "answered"}`);
  }
}

/** The text of each plan, as its parts came, without what a restart has voided. */
function answersIn(events: readonly StepEvent[]): string[] {
  const answers: string[] = [];
  for (const event of events) {
    if (event.type === "step.started") answers.push("");
    if (event.type === "plan.restarted") answers[answers.length - 1] = "";
    if (event.type === "text.delta") answers.push((answers.pop() ?? "") + event.text);
  }
  return answers.filter((each) => each !== "");
}
