// An answer that broke off has cost something: what came of it is counted as an estimate.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { accountsBy } from "../../../src/core/budget/accounts.ts";
import { ModelError } from "../../../src/core/model/model_error.ts";
import type { ModelRequest, Provider, StreamIo } from "../../../src/core/model/provider.ts";
import { toDay } from "../../../src/core/store/ledger.ts";
import { greedyModel } from "../../support/greedy_model.ts";
import { createLab, type Lab, type Ran } from "../../support/lab.ts";

const TEXT = '{"thought": "I look it up in the library of the town';

type Break = (io: StreamIo) => Promise<never>;

const byNetwork: Break = () =>
  Promise.reject(new ModelError("model_network", "It broke off.", { afterOutput: true }));

const byDeadline: Break = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));

/** A step whose answers say a part of what they have to, or nothing, and break off. */
async function broken(
  how: Break,
  driver: "tool_calling" | "react",
  text = TEXT,
  isUnread = false,
): Promise<{ readonly ran: Ran; readonly requests: number; readonly booked: number | undefined }> {
  const requests: ModelRequest[] = [];
  const provider: Provider = {
    ...greedyModel(() => ({})).provider,
    stream: async (request, io) => {
      requests.push(request);
      if (text !== "") {
        io.emit({ type: "text.started", block: 0 });
        io.emit({ type: "text.delta", block: 0, text });
      }
      return await how(io);
    },
  };
  const agent = defineAgent({ name: "a", driver, limits: { stepMs: how === byDeadline ? 60 : 60_000 } });
  const lab = createLab({
    agents: [agent],
    deps: {
      model: () => ({ provider, model: "m", ref: "greedy/m" }),
      accounts: accountsBy({ tenant: { tokens: 1_000_000 } }),
    },
  });
  const ran = isUnread ? await runUnread(lab) : await lab.run({ input: "Go." });
  const today = toDay(Date.now());
  const [day] = await lab.store.readLedger("acme", today, today);
  return { ran, requests: requests.length, booked: day?.accounts.get("tenant")?.tokens };
}

/** A run whose events no client reads, so that answers may come whole. */
async function runUnread(lab: Lab): Promise<Ran> {
  const started = await lab.start({ input: "Go." });
  if (started.type === "queued") assert.fail("The request was queued.");
  return { answer: await started.run(undefined), events: [], replayed: false };
}

for (const driver of ["tool_calling", "react"] as const) {
  Deno.test(`E12: of an answer that was to come whole at least the request is counted and booked at the deadline (${driver})`, async () => {
    const { booked, ran: { answer } } = await broken(byDeadline, driver, "", true);
    assert.equal(answer.error?.code, "step_deadline");
    const { inputTokens, outputTokens } = answer.thread.counters;
    assert.ok(inputTokens > 0);
    assert.deepEqual([booked, outputTokens], [inputTokens, 0]);
  });

  for (const [how, code] of [[byNetwork, "model_network"], [byDeadline, "step_deadline"]] as const) {
    Deno.test(`E12: what came of an answer that ended with ${code} is counted and booked (${driver})`, async () => {
      const { ran: { answer, events }, requests, booked } = await broken(how, driver);
      assert.equal(answer.error?.code, code);
      assert.equal(requests, 1, "nothing that has begun to answer is sent again");
      const { inputTokens, outputTokens } = answer.thread.counters;
      assert.equal(outputTokens, Math.ceil(TEXT.length / 4));
      assert.ok(inputTokens > 0);
      assert.equal(booked, inputTokens + outputTokens);
      const usage = events.find((event) => event.type === "usage");
      assert.ok(usage?.type === "usage" && usage.estimated === true);
      const nothing = await broken(how, driver, "");
      assert.deepEqual([nothing.booked, nothing.ran.answer.thread.counters.inputTokens], [0, 0]);
    });
  }
}
