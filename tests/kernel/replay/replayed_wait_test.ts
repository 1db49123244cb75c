// E3: what a replayed answer says of its thread is what the request left, by its receipt; receipts of earlier versions have the calls alone.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { CallView } from "../../../src/core/contract/calls.ts";
import type { ThreadView } from "../../../src/core/contract/threads.ts";
import { ToolError } from "../../../src/core/tool/tool_error.ts";
import type { StoredReceipt } from "../../../src/kernel/log/receipt.ts";
import { withWait } from "../../../src/kernel/replay/replayed_wait.ts";
import { ZERO_COUNTERS } from "../../../src/core/usage.ts";
import { asSent } from "../../support/as_sent.ts";
import { createLab } from "../../support/lab.ts";

/** The thread as it is now: two commits behind the request, and waiting for something else. */
const NOW: ThreadView = {
  id: "t1",
  agent: "a",
  status: "waiting",
  waitsFor: "results",
  needs: "retry",
  authorization: { server: "now" },
  version: 9,
  length: 12,
  metadata: {},
  counters: ZERO_COUNTERS,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-02T00:00:00.000Z",
  resumeAt: "2026-01-03T00:00:00.000Z",
  parked: { code: "internal", message: "now", failures: 3, at: "2026-01-03T00:00:00.000Z" },
};

const RECEIPT: StoredReceipt = {
  epoch: 1,
  version: 7,
  length: 4,
  counters: ZERO_COUNTERS,
  status: "waiting",
  updatedAt: 1_000,
  step: 2,
  output: "none",
  model: "m",
  usage: { inputTokens: 1, outputTokens: 1 },
  choice: null,
  warnings: [],
};

const call = (state: CallView["state"], more: Partial<CallView> = {}): CallView => ({
  id: `c-${state}`,
  name: "work",
  args: {},
  state,
  ...more,
});
const approval = { digest: "d", needed: 1, decisions: [] };
const asked = call("approval", { approval: { ...approval, asks: true } });

/** What of a view depends on what the thread waits for. */
function waitOf({ waitsFor, needs, authorization, predicted, wake, resumeAt, parked }: ThreadView) {
  return asSent({ waitsFor, needs, authorization, predicted, wake, resumeAt, parked });
}

for (
  const [what, calls, question, expected] of [
    ["a question", [], "Which?", { waitsFor: "answer", needs: "answer" }],
    ["an approval", [call("approval", { approval }), asked], undefined, {
      waitsFor: "approval",
      needs: "approval",
    }],
    ["questions alone", [asked], undefined, { waitsFor: "approval", needs: "answer" }],
    ["a later result", [call("deferred"), call("approval", { approval })], undefined, {
      waitsFor: "deferred",
    }],
    ["results of the caller", [call("client")], undefined, { waitsFor: "results" }],
    [
      "an authorization",
      [
        call("deferred"),
        call("authorization", { authorization: { server: "desk", expiresAt: "2026-01-01T00:00:00Z" } }),
      ],
      undefined,
      { waitsFor: "authorization", needs: "authorization", authorization: { server: "desk" } },
    ],
    ["nothing that is known", [call("pending")], undefined, {}],
  ] as const
) {
  Deno.test(`E3: of a receipt without its wait a replay derives ${what}`, () => {
    assert.deepEqual(waitOf(withWait(NOW, RECEIPT, { calls, question })), expected);
  });
}

Deno.test("E3: of a receipt without its wait a prediction waits for its caller, and a thread that was done for nothing", () => {
  const predicted = { ...NOW, predicted: true as const };
  const left = { calls: [call("pending")], question: undefined };
  assert.deepEqual(waitOf(withWait(predicted, RECEIPT, left)), { waitsFor: "results", predicted: true });
  assert.deepEqual(waitOf(withWait(predicted, { ...RECEIPT, status: "done" }, left)), {});
});

Deno.test("E3: where nothing was committed since, the view says what a receipt without its wait lacks", () => {
  const { resumeAt: _resumeAt, ...kept } = waitOf(NOW);
  const view = withWait(NOW, { ...RECEIPT, version: NOW.version }, { calls: [], question: undefined });
  assert.deepEqual(waitOf(view), kept);
});

Deno.test("E3: the wait of a receipt is the thread's, whole, and nothing of what it waits for now", () => {
  const left = { calls: [call("client")], question: undefined };
  const wait = {
    waitsFor: "authorization",
    needs: "authorization",
    authorization: { server: "then" },
    predicted: true,
    wake: true,
    resumeAt: 5_000,
  } as const;
  assert.deepEqual(waitOf(withWait(NOW, { ...RECEIPT, wait }, left)), {
    ...wait,
    resumeAt: "1970-01-01T00:00:05.000Z",
  });
  assert.deepEqual(waitOf(withWait(NOW, { ...RECEIPT, status: "done", wait: {} }, left)), {});
});

Deno.test("E3: a receipt keeps that calls were predicted, when a tool may be called again, and that the run goes on by itself", async () => {
  for (
    const [request, kept] of [
      [{ execution: "predict" }, ["predicted"]],
      [{ until: "done" }, ["resumeAt"]],
      [{ until: "done", wake: true }, ["wake", "resumeAt"]],
    ] as const
  ) {
    let isLimited = true;
    const lab = createLab({
      agents: [defineAgent({
        name: "a",
        driver: "scripted",
        tools: [defineTool({
          name: "look",
          description: "Looks.",
          effect: "pure",
          run() {
            if (isLimited) throw new ToolError("rate_limited", "slow down", { retryAfterMs: 60_000 });
            return "seen";
          },
        })],
      })],
      scenario: () => isLimited ? { calls: [{ tool: "look" }] } : { says: "Done." },
    });
    const key = { key: "k1", bodyHash: "h1" };
    const first = await lab.run({ input: "go", idempotency: key, ...request });
    assert.deepEqual(Object.keys(waitOf(first.answer.thread)), kept);
    isLimited = false;
    await lab.run({ input: "leave it", until: "done", execution: "loop" });
    const again = await lab.run({ input: "go", idempotency: key, ...request });
    assert.ok(again.replayed);
    assert.deepEqual(asSent(again.answer.thread), asSent(first.answer.thread));
  }
});
