// Row E10: runs over MCP within their deployment: their trace, their budgets, their keys, and clients that leave.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { telemetry } from "../../../../src/plugins/telemetry/mod.ts";
import { registerSdk } from "../../../support/otlp/sdk.ts";
import { CLIENTS } from "./_clients.ts";
import { KEY, messageOf, modern, type Served, serveMcp } from "./_app.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const FORMS = { elicitation: { form: {} } };

async function send(
  served: Served,
  params: Record<string, unknown>,
  options: Parameters<typeof modern>[2] = {},
) {
  const { body, headers } = modern("tools/call", params, options);
  return Object(await messageOf(await served.post(body, headers)));
}

Deno.test("E10: the trace of _meta is that of the run, before the one of the headers", async () => {
  await using sdk = registerSdk();
  {
    await using served = serveMcp({ tools: true, plugins: [telemetry()] });
    const params = { name: "Orders_Find", arguments: { id: "7" } };
    const meta = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, tracestate: "congo=t61" };
    const { body, headers } = modern("tools/call", params, { meta });
    const other = `00-${"1".repeat(32)}-00f067aa0ba902b8-01`;
    await (await served.post(body, { ...headers, traceparent: other })).text();
  }
  const { spans } = await sdk.flush();
  const run = spans.find(({ name }) => name === "invoke_agent support");
  assert.deepEqual([run?.traceId, run?.parentSpanId, run?.traceState], [
    TRACE,
    "00f067aa0ba902b7",
    "congo=t61",
  ]);
});

Deno.test("E10: budgets hold: a call over the limit of its agent does not run, and the ledger has those that ran", async () => {
  const ran: string[] = [];
  const touch = defineTool({
    name: "touch",
    description: "Touches.",
    parameters: ["x"],
    run: ({ x }) => ran.push(String(x)),
  });
  const limited = defineAgent({ name: "limited", model: "scripted/m", tools: [touch], limits: { calls: 1 } });
  await using served = serveMcp({
    tools: true,
    more: [limited],
    env: { TREADLE_TOKEN_SECRETS: "x".repeat(32) },
  });
  const response = await fetch(`${served.url}/v1/tokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ agents: ["limited"], thread: "c1", user: "ann" }),
  });
  const { token } = await response.json();
  const results = [];
  for (const x of ["a", "b"]) {
    const { body, headers } = modern("tools/call", { name: "touch", arguments: { x } });
    const message = await messageOf(
      await served.post(body, { ...headers, authorization: `Bearer ${token}` }),
    );
    results.push(Object(message).result);
  }
  assert.equal(results[0].isError, undefined);
  assert.equal(results[1].isError, true);
  assert.deepEqual(ran, ["a"]);
  const today = new Date().toISOString().slice(0, 10);
  const usage = await fetch(`${served.url}/v1/usage?from=${today}&to=${today}`, {
    headers: { authorization: `Bearer ${KEY}` },
  });
  assert.match(await usage.text(), /"calls":1\b/);
});

Deno.test("E10: a state outlives the rotation of its key, and ends with its day", async () => {
  const [first, second] = ["a".repeat(32), "b".repeat(32)];
  await using served = serveMcp({
    tools: true,
    env: { TREADLE_APPROVAL_SECRET: second, TREADLE_APPROVAL_SECRET_PREVIOUS: first },
  });
  await using before = serveMcp({ tools: true, env: { TREADLE_APPROVAL_SECRET: first } });
  const params = { name: "remove", arguments: { id: "1" } };
  const [{ result: old }, { result: current }] = [
    await send(before, params, { capabilities: FORMS }),
    await send(served, params, { capabilities: FORMS }),
  ];
  // Another store has no such thread: the state itself was taken.
  const moved = await send(served, { ...params, requestState: old.requestState }, { capabilities: FORMS });
  assert.equal(moved.result._meta["treadle/error"].code, "thread_unknown");
  const foreign = await send(before, { ...params, requestState: current.requestState }, {
    capabilities: FORMS,
  });
  assert.equal(foreign.error.code, -32602);
  const clock = served.deps.clock;
  Object.assign(served.deps, { clock: () => clock() + 25 * 60 * 60 * 1000 });
  const late = await send(served, { ...params, requestState: current.requestState }, { capabilities: FORMS });
  assert.equal(late.error.code, -32602);
  assert.deepEqual(served.ran, []);
});

Deno.test("E10: a silent run has a heartbeat in both protocols, and no proxy keeps its events back", async () => {
  for (const isModern of [true, false]) {
    const goesOn = Promise.withResolvers<void>();
    const slow = defineTool({
      name: "slow",
      description: "Takes its time.",
      parameters: [],
      run: async () => {
        await goesOn.promise;
        return "done";
      },
    });
    await using served = serveMcp({
      heartbeatMs: 5,
      tools: ["slow"],
      more: [defineAgent({ name: "worker", model: "scripted/m", tools: [slow] })],
    });
    const params = { name: "slow", arguments: {} };
    const asked = modern("tools/call", params);
    const response = isModern
      ? await served.post(asked.body, asked.headers)
      : await served.post({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    assert.equal(response.headers.get("x-accel-buffering"), "no");
    let text = "";
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? assert.fail()) {
      text += part;
      if (/^:/m.test(text)) goesOn.resolve();
    }
    assert.match(text, /^:[^]*"text":"done"/m);
  }
});

for (const kind of CLIENTS) {
  Deno.test(`E10: ${kind.name}: a client that leaves ${kind.isModern ? "cancels its run" : "leaves its run to go on"}`, async () => {
    const reached = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const slow = defineTool({
      name: "slow",
      description: "Takes its time.",
      parameters: [],
      run: async (_, { signal }) => {
        reached.resolve();
        await Promise.race([
          goesOn.promise,
          new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
        ]);
        return "done";
      },
    });
    await using served = serveMcp({
      script: scenario().calls("slow").next().says("Ready."),
      more: [defineAgent({ name: "worker", model: "scripted/m", tools: [slow] })],
    });
    await using client = await kind.connect({
      url: `${served.url}/mcp`,
      headers: { authorization: `Bearer ${KEY}` },
    });
    await client.list();
    const leaves = new AbortController();
    const called = client.call("ask_worker", { input: "Hi.", thread: "t1" }, { signal: leaves.signal });
    await reached.promise;
    leaves.abort();
    await assert.rejects(called);
    if (!kind.isModern) goesOn.resolve();
    await served.idle();
    const read = await served.store.read({ tenant: "acme", thread: "t1" });
    assert.equal(read?.header.status, kind.isModern ? "cancelled" : "done");
  });
}
