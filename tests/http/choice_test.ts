// Rows C4, C5, C6 and P9 as clients see them: refused choices, outcomes, models that answer in place of others, and rest.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { sleep } from "../../src/deps/ports.ts";
import { problemSchema, runResultSchema } from "../../src/http/schemas/responses/runs.ts";
import { historySchema } from "../../src/http/schemas/responses/entries.ts";
import { threadDetailSchema } from "../../src/http/schemas/responses/threads.ts";
import { withRetries } from "../../src/kernel/plan/model_retry.ts";
import { anthropic } from "../../src/providers/anthropic/provider.ts";
import { failing, lacking, type TestModel, testModel } from "../support/model.ts";
import { createTestApp, exactly, type TestApp, type TestAppOptions } from "./_app.ts";

const STEPS = "/v1/threads/t1/steps";
const HISTORY = "/v1/threads/t1/history";

const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });

function appWith(
  models: readonly TestModel[],
  definition: Partial<AgentDefinition> = {},
  options: TestAppOptions = {},
): TestApp {
  const agent = defineAgent({ name: "asker", model: "first/m", tools: [look], ...definition });
  return createTestApp({ agents: [agent], providers: models.map(({ provider }) => provider), ...options });
}

async function problemOf(response: Response) {
  return exactly(problemSchema).parse(await response.json());
}

async function answerOf(response: Response) {
  return exactly(runResultSchema).parse(await response.json());
}

async function typesOf(app: TestApp): Promise<string[]> {
  const page = exactly(historySchema).parse(await (await app.send("GET", HISTORY)).json());
  return page.entries.map(({ type }) => type);
}

Deno.test("C5: a choice that cannot be held is 422 under onUnsupported error, and the key and the input are free again", async () => {
  const model = testModel(() => ({ says: "Hello." }));
  const app = appWith([model], { capabilities: { required: false } });
  const body = { agent: "asker", input: "go", toolChoice: "required" };
  const key = { "idempotency-key": "k1" };
  const refused = await app.send("POST", STEPS, { ...body, onUnsupported: "error" }, key);
  assert.equal(refused.status, 422);
  assert.deepEqual((await problemOf(refused)).code, "choice_unsupported");
  assert.equal((await app.send("GET", "/v1/threads/t1")).status, 404, "nothing was made");
  const answer = await answerOf(await app.send("POST", STEPS, { ...body, onUnsupported: "degrade" }, key));
  assert.deepEqual([answer.choice?.enforcement, model.requests.length], ["announced", 1]);
  assert.deepEqual(await typesOf(app), ["user", "notice", "assistant"]);

  const wrong = await app.send("POST", STEPS, { ...body, onUnsupported: "ignore" });
  assert.deepEqual((await problemOf(wrong)).errors?.map(({ pointer }) => pointer), ["/onUnsupported"]);
  const queued = await app.send("POST", STEPS, { input: "go", busy: "queue", onUnsupported: "error" });
  assert.deepEqual([queued.status, (await problemOf(queued)).code], [422, "invalid_request"]);
});

Deno.test("C4: a lesson is in the answer, in the events and in the next answer", async () => {
  const model = testModel(({ choice }) =>
    choice.type === "required" ? lacking("required") : { calls: ["look"] }
  );
  const app = appWith([model]);
  const body = { agent: "asker", input: "go", toolChoice: "required" };
  const taught = await answerOf(await app.send("POST", `${STEPS}?events=true`, body));
  assert.deepEqual(taught.warnings.map(({ code }) => code), ["capability_learned", "choice_degraded"]);
  assert.deepEqual([taught.choice?.enforcement, taught.model], ["announced", "first/m"]);
  const restarted = taught.events?.find((event) => event.type === "plan.restarted");
  assert.deepEqual([restarted?.reason, restarted?.from, restarted?.choice], ["capability", 0, taught.choice]);
  const next = await answerOf(await app.send("POST", "/v1/threads/t2/steps", body));
  assert.deepEqual(next.warnings.map(({ code }) => code), ["choice_degraded"]);
  assert.equal(model.requests.length, 3);
});

Deno.test("C6: words that violate the choice twice are no answer: the run fails, and the history has them with their outcome", async () => {
  const model = testModel((_, index) => index === 0 ? { says: "No." } : { says: "Still no." });
  const app = appWith([model], { onViolation: "retry" });
  const body = { agent: "asker", input: "go", toolChoice: "look" };
  const response = await app.send("POST", STEPS, body);
  const problem = await problemOf(response);
  assert.deepEqual([response.status, problem.code, problem.retryable], [422, "choice_unsupported", false]);
  assert.match(problem.detail ?? "", /first\/m was asked a second time for tool look, and called no tool/);
  assert.deepEqual(problem.warnings?.map(({ code }) => code), ["choice_violated", "choice_violated"]);
  assert.equal(model.requests.length, 2);
  const missing = { type: "violated", how: "missing" };
  const page = exactly(historySchema).parse(await (await app.send("GET", HISTORY)).json());
  const said = page.entries.at(-1);
  assert.deepEqual(said?.type === "assistant" ? said.choice : undefined, {
    requested: { type: "tool", name: "look" },
    source: "request",
    enforcement: "native",
    outcome: missing,
    corrected: "missing",
  });
  assert.ok(app.logs.some((line) => line.includes("choice violated") && line.includes('"how":"missing"')));
  const thread = await (await app.send("GET", "/v1/threads/t1")).json();
  assert.equal(thread.status, "failed");
  const next = await answerOf(await app.send("POST", STEPS, { agent: "asker", input: "and now?" }));
  assert.equal(next.output, "Still no.", "the thread goes on");
});

Deno.test("C6: the outcome is in the answer and in step.finished where nothing is asked again", async () => {
  const app = appWith([testModel(() => ({ says: "No." }))]);
  const body = { agent: "asker", input: "go", toolChoice: "look" };
  const answer = await answerOf(await app.send("POST", `${STEPS}?events=true`, body));
  const missing = { type: "violated", how: "missing" };
  const finished = answer.events?.find((event) => event.type === "step.finished");
  assert.deepEqual([answer.outcome, answer.output, finished?.outcome], [missing, "No.", missing]);
});

Deno.test("P9: the problem of a step that failed with both models tells of the first one in its warnings", async () => {
  const models = [
    testModel(() => failing("model_auth")),
    testModel(() => failing("model_overloaded"), { name: "second" }),
  ];
  const app = appWith(models, { fallbackModel: "second/n" });
  const response = await app.send("POST", STEPS, { agent: "asker", input: "go" });
  const problem = await problemOf(response);
  assert.deepEqual([response.status, problem.code], [503, "model_overloaded"]);
  assert.deepEqual(problem.warnings?.map(({ code }) => code), ["model_fallback"]);
});

Deno.test("P9: a fallback model whose provider has no key is a wrong configuration, before anything is spent", async () => {
  const { provider } = testModel(() => ({ says: "Hello." }));
  const app = appWith([], { fallbackModel: "anthropic/n" }, { providers: [provider, anthropic] });
  const response = await app.send("POST", STEPS, { agent: "asker", input: "go" });
  assert.deepEqual([response.status, (await problemOf(response)).code], [500, "config_invalid"]);
  assert.equal((await app.send("GET", "/v1/threads/t1")).status, 404);
});

Deno.test("P9: a wait beyond the retry budget is 503 with Retry-After; the thread rests, keeps all, and goes on in time", async () => {
  let now = Date.UTC(2026, 10, 21);
  const waits: number[] = [];
  const ports = {
    clock: () => now,
    sleep: (ms: number, signal?: AbortSignal) => {
      waits.push(ms);
      return sleep(ms, signal);
    },
  };
  const limited = testModel((_, index) =>
    index === 0
      ? { calls: ["look"] }
      : index === 1
      ? failing("model_rate_limit", { retryAfterMs: 90_500 })
      : {
        says: "Done.",
      }
  );
  const random = () => new Uint8Array(4);
  const model = { ...limited, provider: withRetries(limited.provider, { ...ports, random }) };
  const app = appWith([model], {}, ports);
  const key = { "idempotency-key": "k1" };
  const body = { agent: "asker", input: "go", until: "done" };
  const failed = await app.send("POST", STEPS, body, key);
  const problem = await problemOf(failed);
  assert.deepEqual([failed.status, problem.code, failed.headers.get("retry-after")], [
    503,
    "model_rate_limit",
    "91",
  ]);
  assert.equal(problem.thread?.resumeAt, new Date(now + 90_500).toISOString());
  assert.deepEqual(await typesOf(app), ["user", "assistant", "tool"], "the observation is committed");
  assert.deepEqual([limited.requests.length, waits.includes(90_500)], [2, false], "nobody waited for it");

  now += 30_000;
  for (const [again, headers] of [[{ agent: "asker" }, {}], [body, key], [{ input: "and?" }, {}]] as const) {
    const early = await app.send("POST", STEPS, again, headers);
    assert.deepEqual([early.status, early.headers.get("retry-after")], [503, "61"]);
    assert.equal((await problemOf(early)).code, "not_yet");
  }
  const resting = threadDetailSchema.parse(await (await app.send("GET", "/v1/threads/t1")).json());
  assert.deepEqual([resting.status, resting.waiting, resting.length], ["open", 0, 3]);

  now += 60_500;
  const done = await app.send("POST", STEPS, body, key);
  const answer = await answerOf(done);
  assert.deepEqual([answer.output, answer.thread.status, answer.thread.resumeAt], [
    "Done.",
    "done",
    undefined,
  ]);
  assert.deepEqual(
    await typesOf(app),
    ["user", "assistant", "tool", "assistant"],
    "the input stands there once",
  );
  assert.equal(limited.requests.length, 3);
});

Deno.test("C2: disable_parallel_tool_use in a request means one call at most for the rest of its run", async () => {
  const other = defineTool({ name: "other", description: "Looks too.", effect: "pure", run: () => "seen" });
  const both = { calls: ["look", "other"] };
  const model = testModel((_, index) => index < 3 ? both : { says: "Done." });
  const app = appWith([model], { tools: [look, other] });
  const toolChoice = { type: "auto", disable_parallel_tool_use: true };
  const one = await answerOf(await app.send("POST", STEPS, { agent: "asker", input: "go", toolChoice }));
  assert.deepEqual([model.requests[0]?.parallel, one.outcome], [false, {
    type: "violated",
    how: "too_many",
  }]);
  await app.send("POST", STEPS, {});
  assert.equal(model.requests[1]?.parallel, false, "the run keeps it");
  const free = await answerOf(await app.send("POST", STEPS, { toolChoice: "auto" }));
  assert.deepEqual([model.requests[2]?.parallel, free.outcome], [undefined, { type: "satisfied" }]);
  await app.send("POST", STEPS, {});
  const page = exactly(historySchema).parse(await (await app.send("GET", HISTORY)).json());
  const outcomes = page.entries.flatMap((entry) => entry.type === "tool" ? [entry.outcome] : []);
  assert.deepEqual(outcomes, ["completed", "skipped", "completed", "skipped", "completed", "completed"]);
});
