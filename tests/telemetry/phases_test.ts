// Phases in a trace: the runs of child threads belong to the run of their orchestrator, with an SDK and without one.

import assert from "node:assert/strict";
import type { TraceContext } from "../../src/core/text/trace_context.ts";
import type { ToolContext } from "../../src/core/tool.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { createTelemetry } from "../../src/plugins/telemetry/open_telemetry.ts";
import { crew, phase, runs, script, writes } from "../plugins/orchestration/_crew.ts";
import { createLab } from "../support/lab.ts";
import { registerSdk } from "../support/otlp/sdk.ts";
import { CALLER } from "./_deployment.ts";

/** Runs a plan of one phase, whose worker calls a tool; the headers that the tool was given. */
async function runPhase(trace?: TraceContext): Promise<ToolContext["traceHeaders"]> {
  let headers: ToolContext["traceHeaders"];
  const look = defineTool({
    name: "look",
    description: "Looks.",
    parameters: [],
    effect: "pure",
    run: (_args, context) => {
      headers = context.traceHeaders;
      return "Seen.";
    },
  });
  const lab = createLab({
    agents: crew({ tools: [look] }),
    scenario: script(
      [writes([phase("facts", "research")]), runs("facts"), { says: "Done." }],
      (_turn, place) => place === 0 ? { calls: [{ tool: "look", args: {} }] } : { says: "Found." },
    ),
    deps: {
      telemetry: createTelemetry({
        clock: Date.now,
        content: false,
        tenant: false,
        isPropagated: false,
        log: () => {},
      }),
    },
  });
  const { answer } = await lab.run({
    input: "Go.",
    until: "done",
    ...(trace === undefined ? {} : { trace }),
  });
  assert.equal(answer.output, "Done.");
  return headers;
}

Deno.test("E16: the runs of a phase are children of its orchestrator's run, without a context manager", async () => {
  await using sdk = registerSdk();
  await runPhase(CALLER);
  const { spans } = await sdk.flush();
  const lead = spans.find(({ name }) => name === "invoke_agent lead");
  const workers = spans.filter(({ name }) => name === "invoke_agent researcher");
  assert.ok(lead !== undefined && workers.length > 0);
  assert.equal(lead.traceId, CALLER.traceId);
  for (const worker of workers) {
    assert.deepEqual([worker.traceId, worker.parentSpanId], [CALLER.traceId, lead.spanId]);
  }
});

Deno.test("E16: without an SDK the tools of a phase get the caller's own headers", async () => {
  const { traceId, spanId, flags, state } = CALLER;
  assert.deepEqual(await runPhase(CALLER), {
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    tracestate: state,
  });
  assert.equal(await runPhase(), undefined);
});
