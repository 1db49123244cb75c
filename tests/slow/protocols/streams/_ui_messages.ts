// The UI message stream and the Chat of both majors of the AI SDK.

import assert from "node:assert/strict";
import { UiMessageEncoder } from "../../../../src/plugins/chat/ui_messages/encoder.ts";
import { cardsOf, MAJORS } from "../../plugins/chat/_clients.ts";
import type { AnyRun } from "../../../support/events/any_run.ts";
import { saidBy, type SaidCall } from "./_said.ts";
import type { Reading, StreamProtocol } from "./_stream.ts";

/** Finished is a message with a `finishReason`: without it a Chat is at rest as well, and reports nothing. */
export const uiMessages: StreamProtocol = {
  name: "UI message stream",
  heartbeat: ": keep-alive\n\n",
  open: (run) =>
    new UiMessageEncoder({
      thread: "t1",
      messageId: "a1",
      outputsAnswer: run.execution === "execute",
      holds: holds(run),
    }),
  last: /data: \{"type":"finish",[^\n]*/,
  check,
  clients: MAJORS.map((major) => ({
    name: `Chat of ${major.name}`,
    reportsCut: false,
    async read(fetch): Promise<Reading> {
      const opened = major.open({ id: "t1", api: "http://treadle.test/", fetch, isManual: true });
      const { chat, finished } = opened;
      await chat.sendMessage({ text: "go" });
      const parts = chat.messages.flatMap(({ role, parts }) => role === "assistant" ? parts : []);
      const texts = parts.filter(({ type }) => type === "text" || type === "reasoning");
      return {
        finish: finished[0]?.finishReason,
        error: chat.error?.message,
        text: texts.map(({ type, text }) => `${type}:${text}\n`).join(""),
        calls: cardsOf(chat).map(({ toolCallId, state }) => `${toolCallId} ${state}`),
      };
    },
  })),
};

/** Runs in which nothing waits are read with and without calls that are held back. */
function holds({ events }: AnyRun): boolean {
  return events.length % 2 === 0 ||
    events.some(({ type }) => type === "approval.requested" || type === "result.requested");
}

function check({ text, calls, error }: Reading, run: AnyRun): void {
  const said = saidBy(run.events);
  // To a Chat, a run that was cancelled is one without a reason why it ended.
  assert.equal(error, said.isCancelled ? undefined : said.error);
  const texts = said.texts.map(({ kind, text }) => `${kind}:${text}\n`);
  const question = said.question === undefined ? [] : [`text:${said.question}\n`];
  assert.equal(text, [...texts, ...question].join(""));
  assert.equal(new Set(calls.map((call) => call.split(" ")[0])).size, calls.length, "each call has one card");
  const last = run.events.at(-1);
  const waits = last?.type === "step.finished" && last.status === "waiting";
  const isHeld = holds(run);
  for (const call of said.calls) {
    const card = calls.find((each) => each.startsWith(`${call.id} `))?.split(" ")[1];
    const expected = stateOf(call, { isHeld, waits, isFinished: said.error === undefined });
    assert.ok(expected.includes(card), `${call.id} is ${card}, and not ${expected.join(" or ")}`);
  }
  for (const id of said.phaseApprovals) assert.ok(calls.includes(`${id} approval-requested`), id);
}

/** The states that the card of a call may have; undefined for no card. */
function stateOf(
  { state, isVoid, args }: SaidCall,
  { isHeld, waits, isFinished }: { isHeld: boolean; waits: boolean; isFinished: boolean },
): (string | undefined)[] {
  if (isVoid || state === "truncated") return [isHeld ? undefined : "output-error"];
  switch (state) {
    case "approval":
      return ["approval-requested"];
    case "client":
      return ["input-available"];
    case "completed":
      return ["output-available"];
    case "denied":
      return ["output-denied"];
    case "planned": {
      const shown = isJson(args) ? "input-available" : "output-error";
      // Beside calls that wait for somebody, a held call has no card until it runs; behind a failure it has none either.
      return isHeld && (waits || !isFinished) ? [undefined, shown] : [shown];
    }
    default:
      return ["output-error"];
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.trim() === "" ? "{}" : text);
    return true;
  } catch {
    return false;
  }
}
