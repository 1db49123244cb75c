// X6: a late result meets the call as its tool ran it, and a poll keeps the end of the wait.

import assert from "node:assert/strict";
import type { Agent } from "../../../src/core/agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import { DONE, HOUR_MS, NOW, REF, scene } from "./_scene.ts";

const job = defineTool({
  name: "job",
  description: "Runs for hours.",
  parameters: ["to"],
  approvalEdits: true,
  needsApproval: ({ to }) => to === "all",
  run: ({ to }, context) =>
    context.defer({
      ref: String(to),
      expiresInMs: HOUR_MS,
      ...(to === "poll" ? { pollAfterMs: 60_000 } : {}),
    }),
  poll: (ref, context) => context.defer({ ref, expiresInMs: HOUR_MS, pollAfterMs: 60_000 }),
});

function seen() {
  const args: JsonObject[] = [];
  const hooks: Partial<Agent["hooks"]> = {
    afterCall: (observation, call) => {
      args.push(call.args);
      return observation;
    },
  };
  return { args, hooks };
}

Deno.test("X6: the after-hook of a late result has the arguments that a person approved in place of the model's", async () => {
  const { args, hooks } = seen();
  const at = scene({
    scenario: [{ calls: [{ tool: "job", args: { to: "all" } }] }, DONE],
    agent: { tools: [job], hooks },
  });
  await at.lab.run({ input: "go", until: "done" });
  const [{ id } = assert.fail()] = await at.calls();
  await decideApproval(
    REF,
    id,
    { approved: true, by: "ann", via: "api", key: "ann", args: { to: "one" } },
    at.lab.deps,
    { defer: () => {} },
  );
  await at.lab.run({ until: "done" });
  await at.complete({ output: "sent" }, { callId: id });
  await at.lab.run({ until: "done" });
  assert.deepEqual(args, [{ to: "one" }]);
  const [tool] = (await at.lab.history()).flatMap((entry) => entry.type === "tool" ? [entry] : []);
  assert.deepEqual(
    [tool?.edited, tool?.approval?.outcome],
    [true, "approved"],
    "the record stands behind the wait",
  );
});

Deno.test("X6: the after-hook of a late result has the arguments that the before-hook gave, also behind a poll", async () => {
  const { args, hooks } = seen();
  const at = scene({
    scenario: [{ calls: [{ tool: "job", args: { to: "one" } }] }, DONE],
    agent: {
      tools: [job],
      hooks: { ...hooks, beforeCall: () => ({ type: "modify", args: { to: "poll" } }) },
    },
  });
  await at.lab.run({ input: "go", until: "done" });
  at.now = NOW + 61_000;
  await at.lab.run({ until: "done" });
  const [{ id } = assert.fail()] = await at.calls();
  await at.complete({ output: "sent" }, { callId: id });
  await at.lab.run({ until: "done" });
  assert.deepEqual(args, [{ to: "poll" }]);
});

Deno.test("X6: a poll that names no end keeps the one of the call", async () => {
  const at = scene({
    scenario: [{ calls: [{ tool: "export" }] }, DONE],
    defer: { pollAfterMs: 60_000 },
    poll: (ref, context) => context.defer({ ref, pollAfterMs: 2_000_000 }),
  });
  await at.lab.run({ input: "go", until: "done" });
  at.now = NOW + 60_000;
  await at.lab.run({ until: "done" });
  const [call] = await at.calls();
  assert.equal(call?.deferred?.expiresAt, new Date(NOW + HOUR_MS).toISOString());
  at.now = NOW + HOUR_MS;
  await at.lab.run({ until: "done" });
  const [tool] = (await at.lab.history()).flatMap((entry) => entry.type === "tool" ? [entry] : []);
  assert.deepEqual([tool?.error?.kind, at.ran], ["timeout", ["export", "poll", "poll"]]);
});

Deno.test("X6: the after-hook sees a result that comes as an input, and one that fails withholds it", async () => {
  const { args, hooks } = seen();
  const secret = "the key is 1234";
  const hiding: Partial<Agent["hooks"]> = {
    afterCall: async (observation, call, context) => {
      await hooks.afterCall?.(observation, call, context);
      if (observation.output === "broken") throw new Error("no");
      return observation.output === secret ? { ...observation, output: "hidden" } : observation;
    },
  };
  for (const [output, expected] of [[secret, /hidden/], ["broken", /The after-hook failed: no/]] as const) {
    args.length = 0;
    const at = scene({
      scenario: [{ calls: [{ tool: "job", args: { to: "one" } }] }, { says: "It runs." }, DONE],
      agent: { tools: [job], hooks: hiding },
    });
    await at.lab.run({ input: "go", until: "done" });
    const [{ id } = assert.fail()] = await at.calls();
    await at.lab.run({ input: "and now?", until: "done" });
    args.length = 0;
    const done = await at.complete({ output }, { callId: id });
    assert.deepEqual([done.status, args], ["queued", [{ to: "one" }]]);
    await at.lab.run({ until: "done" });
    const input = (await at.lab.history()).findLast((entry) => entry.type === "user");
    const text = input?.type === "user" ? input.text : "";
    assert.match(text, expected);
    assert.doesNotMatch(text, /1234|"broken"/);
  }
});
