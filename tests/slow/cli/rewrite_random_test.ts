// Random threads of every dialect are written again: each request has the digest that was recorded. See
// tests/support/lives.ts for the number of threads of each dialect.

import assert from "node:assert/strict";
import { livesOf } from "../../support/lives.ts";
import { defineAgent } from "../../../src/mod.ts";
import { readExport } from "../../../src/cli/verify/exported_thread.ts";
import { rewriteRequests } from "../../../src/cli/verify/rewrite_requests.ts";
import { mulberry32 } from "../../support/mulberry32.ts";
import { CASES } from "../../wire/cases.ts";
import type { ParsedRequest, Reply } from "../../wire/openai/reply.ts";
import { startRecorder, worker } from "../../cli/_recorded.ts";

const THREADS = livesOf(2);
const AGENTS = ["worker", "sparing", "textual", "brief", "narrow", "single", "strict"];
const CHOICES = [
  { type: "auto" },
  { type: "none" },
  { type: "required" },
  { type: "tool", name: "find" },
  { type: "allowed", names: ["find", "look"], mode: "auto" },
  { type: "allowed", names: ["find", "look"], mode: "required" },
];

for (const [place, wire] of CASES.entries()) {
  Deno.test(`record: every request of random threads on ${wire.name} is written again`, async () => {
    const random = mulberry32(place + 1);
    const pick = <T>(values: readonly T[]): T =>
      values[Math.floor(random() * values.length)] ?? assert.fail("nothing to pick");
    const reply = (request: ParsedRequest): Reply => {
      const isForced = request.choice.kind === "required" || request.choice.kind === "named";
      const isCorrected = JSON.stringify(request.body).includes("Your last answer was dropped");
      return isForced && !isCorrected && random() < 0.4
        ? { text: "I would rather talk.", ignoresChoice: true }
        : worker(request);
    };
    await using recorder = await startRecorder(wire, {
      reply,
      agents: (common) => [defineAgent({ ...common, name: "strict", onViolation: "retry" })],
      limits: { repeatedCalls: 100 }, // the model of the test makes the same calls for each input
    });
    let requests = 0;
    for (let number = 0; number < THREADS; number++) {
      let thread = `thread-${number}`;
      const agent = pick(AGENTS);
      const told: string[] = [];
      for (let input = 0; input < 1 + Math.floor(random() * 4); input++) {
        // The model of the test does not read a choice out of a history in text, and would go on with refused calls.
        const toolChoice = agent === "textual" ? { type: "auto" } : pick(CHOICES);
        const calls = `${1 + Math.floor(random() * 3)} calls of ${pick(["look", "find"])}`;
        told.push(`${calls}, ${JSON.stringify(toolChoice)}`);
        await recorder.step(thread, {
          ...(input === 0 ? { agent } : {}),
          toolChoice,
          input: calls,
          until: "done",
        });
        if (random() < 0.15) {
          const fork = `${thread}-fork`;
          await recorder.post(`/v1/threads/${thread}/fork`, { id: fork }, 201);
          thread = fork;
          told.push("fork");
        }
      }
      const exported = await readExport(await recorder.export(thread));
      for await (const { index, verdict } of rewriteRequests(exported, recorder.parts)) {
        assert.deepEqual(verdict, { type: "equal" }, `${agent}, entry ${index}: ${told.join("; ")}`);
        requests++;
      }
    }
    assert.ok(requests >= THREADS);
  });
}
