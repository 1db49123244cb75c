// What the routes of plugins answer fits their schemas, and the client has them.

import assert from "node:assert/strict";
import type * as z from "zod/mini";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createClient, TreadleError } from "../../../src/react/client/mod.ts";
import type { Json } from "../../../src/core/json.ts";
import {
  evaluationDetailSchema,
  evaluationListSchema,
  runnableToolListSchema,
  toolRunSchema,
} from "../../../src/http/schemas/responses/evaluations.ts";
import { evaluations } from "../../../src/evaluation/mod.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { feedback } from "../../../src/plugins/feedback/mod.ts";
import { ratingListSchema, ratingSchema } from "../../../src/http/schemas/responses/feedback.ts";
import { schedules } from "../../../src/plugins/schedules/mod.ts";
import {
  scheduleListSchema,
  scheduleSchema,
  startedRunSchema,
} from "../../../src/http/schemas/responses/schedules.ts";
import { webhooks } from "../../../src/plugins/webhooks/mod.ts";
import {
  unmatchedEventListSchema,
  webhookAcceptedSchema,
  webhookRefusalListSchema,
} from "../../../src/http/schemas/responses/webhooks.ts";
import { createTestApp, json, KEY } from "../../http/_app.ts";
import { eventually } from "../../support/eventually.ts";
import { modelByInput } from "../../evaluation/_models.ts";

const SECRET = "a-secret-of-16-or-more-bytes";

const add = defineTool({
  name: "add",
  description: "Adds.",
  effect: "pure",
  parameters: { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
  run: ({ a }) => Number(a) + 1,
});

const clerk = defineAgent({
  name: "clerk",
  model: "scripted/m",
  tools: [add],
  schedules: [{ name: "nightly", cron: "0 3 * * *", input: "Write." }],
  webhooks: [{ trigger: "github", event: "issues.opened", input: "Look." }],
});

function deployment() {
  const trigger = { scheme: "github", secrets: ["HOOK"], tenant: "acme" } as const;
  const app = createTestApp({
    env: { TREADLE_API_KEYS: `acme:${KEY}`, HOOK: SECRET },
    agents: [clerk],
    providers: [modelByInput({ Hello: scenario().says("Done.") })],
    plugins: [evaluations(), feedback(), schedules(), webhooks({ triggers: { github: trigger } })],
  });
  const client = createClient({
    url: "http://treadle.test",
    key: KEY,
    fetch: (url, init) => app.fetch(new Request(url, init)),
  });
  return { ...app, client };
}

/** The value has every field that the schema demands, and none that it does not have. */
function assertFits(schema: z.ZodMiniType, value: Json): void {
  const read = schema.safeParse(value);
  assert.ok(read.success, JSON.stringify(read.error?.issues));
  assert.deepEqual(read.data, value);
}

async function deliver({ fetch }: ReturnType<typeof deployment>, event: string, secret: string) {
  const body = JSON.stringify({ action: event });
  const key = { name: "HMAC", hash: "SHA-256" };
  const bytes = new TextEncoder();
  const imported = await crypto.subtle.importKey("raw", bytes.encode(secret), key, false, ["sign"]);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytes.encode(body)));
  return await fetch(
    new Request("http://treadle.test/webhooks/github/clerk", {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "x-github-event": "issues",
        "x-github-delivery": `d-${event}`,
        "x-hub-signature-256": `sha256=${mac.toHex()}`,
      },
    }),
  );
}

Deno.test("B2: the client rates an answer, and has the ratings of a thread", async () => {
  const { client } = deployment();
  const thread = client.thread("t1");
  const { thread: { version } } = await thread.run("Hello", { agent: "clerk" });
  const made = await thread.rate(version, "down", { note: "Too short." });
  assert.ok(made !== null);
  assertFits(ratingSchema, { ...made });
  const ratings = await thread.ratings();
  assertFits(ratingListSchema, { ratings: ratings.map((each) => ({ ...each })) });
  assert.deepEqual(ratings, [made]);
  assert.equal(await thread.rate(version, null), null);
  assert.equal(await thread.rate(version, null), null);
  assert.deepEqual(await thread.ratings(), []);
  await assert.rejects(thread.rate(version + 1, "up"), { code: "version_unknown" });
});

Deno.test("S8: webhooks answer what their schemas say, and the client has the refusals", async () => {
  const app = deployment();
  const accepted = await deliver(app, "opened", SECRET);
  assert.equal(accepted.status, 202);
  assertFits(webhookAcceptedSchema, await json(accepted));
  assert.equal((await deliver(app, "closed", SECRET)).status, 204);
  assert.equal((await deliver(app, "opened", "another-secret-of-16-bytes")).status, 401);
  await app.idle();
  const refused = await json(await app.send("GET", "/v1/webhooks/refusals"));
  assertFits(webhookRefusalListSchema, refused);
  assert.deepEqual({ refusals: await app.client.webhookRefusals() }, refused);
  assert.deepEqual((await app.client.webhookRefusals()).map(({ reason }) => reason).toSorted(), [
    "no_template",
    "signature_wrong",
  ]);
  const unmatched = await json(await app.send("GET", "/v1/analytics/webhooks"));
  assertFits(unmatchedEventListSchema, unmatched);
  assert.match(JSON.stringify(unmatched), /"count":1/);
});

Deno.test("S8: schedules answer what their schemas say", async () => {
  const { send } = deployment();
  const all = await json(await send("GET", "/v1/schedules"));
  assertFits(scheduleListSchema, all);
  assertFits(scheduleSchema, await json(await send("POST", "/v1/schedules/clerk/nightly/pause")));
  assertFits(startedRunSchema, await json(await send("POST", "/v1/schedules/clerk/nightly/run")));
  const resumed = await json(await send("POST", "/v1/schedules/clerk/nightly/resume"));
  assertFits(scheduleSchema, resumed);
  assert.match(JSON.stringify(resumed), /"last":\{"at"/);
});

Deno.test("S8: evaluations and tools that run alone answer what their schemas say, and the client has them", async () => {
  const { send, client, idle } = deployment();
  const body = { schema: 1, kind: "agent", name: "hello", agent: "clerk", cases: [{ input: "Hello" }] };
  const begun = await json(await send("POST", "/v1/evaluations", body));
  const id = String(begun.id);
  await eventually(async () => {
    await idle();
    return (await client.evaluation(id)).status === "done";
  }, () => "the evaluation ends");
  assertFits(evaluationDetailSchema, await json(await send("GET", `/v1/evaluations/${id}`)));
  const list = await json(await send("GET", "/v1/evaluations"));
  assertFits(evaluationListSchema, list);
  assert.deepEqual(await client.evaluations({ limit: 5 }), list);
  const run = await json(await send("POST", "/v1/agents/clerk/tools/add/run", { args: { a: 1 } }));
  assertFits(toolRunSchema, run);
  const { output, outcome } = await client.runTool("clerk", "add", { args: { a: 1 } });
  assert.deepEqual([output, outcome], [2, "completed"]);
  await assert.rejects(client.runTool("clerk", "none"), { code: "tool_unknown" });
  const tools = await json(await send("GET", "/v1/agents/clerk/tools?name=ad"));
  assertFits(runnableToolListSchema, tools);
  assert.deepEqual(await client.runnableTools("clerk", { name: "ad" }), tools);
  assert.deepEqual((await client.runnableTools("clerk", { name: "none" })).tools, []);
});

Deno.test("S8: a run of a tool whose response ends early is an error of the client, and is sent once", async () => {
  let sent = 0;
  const client = createClient({
    url: "http://treadle.test",
    key: KEY,
    fetch: () => {
      sent += 1;
      const cut = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"tool":'));
          controller.error(new TypeError("the connection was cut"));
        },
      });
      return Promise.resolve(new Response(cut, { headers: { "content-type": "application/json" } }));
    },
  });
  const thrown = await client.runTool("clerk", "add").catch((error) => error);
  assert.ok(thrown instanceof TreadleError);
  assert.deepEqual([thrown.code, sent], ["connection_failed", 1]);
});
