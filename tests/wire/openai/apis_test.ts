// C4: models that need Responses are asked by it first at a foreign base URL and at Azure. A server without it is learned by one
// request, which goes to Chat Completions in the same step; the thread, its isolates and its summaries remember it for a day.
import assert from "node:assert/strict";
import type { WireCase } from "../case.ts";
import type { Reply } from "./reply.ts";
import { caseOf, openSession, thinksAndCalls, tool } from "../thinking/_session.ts";
import type { Simulator } from "../simulator.ts";

const CHAT = "chat/completions";
const TOOLS = { tools: [tool("look")], instructions: "Be brief." };
const AZURE: WireCase = { ...caseOf("azure responses"), model: "gpt-6.2-sol", settings: {} };
/** A server of another vendor with both APIs. */
const GATEWAY: WireCase = {
  ...caseOf("openai breakpoints"),
  model: "gpt-6.2-sol",
  env: (server) => ({ OPENAI_API_KEY: "sk-simulated-0123456789abcdef", OPENAI_BASE_URL: `${server.url}` }),
  fetch: () => fetch,
};

/** What a server without Responses answers there: its router, and not its API. */
interface Router {
  readonly status: number;
  readonly body: string;
}

const ROUTERS: Readonly<Record<string, Router>> = {
  "FastAPI (vLLM, SGLang)": { status: 404, body: '{"detail":"Not Found"}' },
  "FastAPI of another method": { status: 405, body: '{"detail":"Method Not Allowed"}' },
  "Ollama": { status: 404, body: "404 page not found" },
  "LM Studio": { status: 200, body: '{"error":"Unexpected endpoint or method. (POST /v1/responses)"}' },
};

/** The case with its Responses taken away, and the paths that were asked for since the last call. */
function without(wire: WireCase, { status, body }: Router, isGone = () => true) {
  const asked: string[] = [];
  const through = (server: Simulator): typeof fetch => {
    const reach = wire.fetch?.(server) ?? fetch;
    return (url, init) => {
      const api = /\/(responses(?:\/compact)?|chat\/completions)(?:\?|$)/.exec(String(url))?.[1] ?? "";
      asked.push(api);
      const isRefused = api.startsWith("responses") && isGone();
      if (isRefused) return Promise.resolve(new Response(body, { status }));
      // Behind it is a server that has function tools of this model in Chat Completions.
      const sent = String(init?.body).replace('"gpt-6.2-sol"', '"gpt-4.1"');
      return reach(url, api === CHAT ? { ...init, body: sent } : init);
    };
  };
  const paths = () => asked.splice(0);
  return { wire: { ...wire, fetch: through }, paths };
}

for (const [name, router] of Object.entries(ROUTERS)) {
  Deno.test(`C4: ${name}: one refused request teaches that a server has no Responses, in the step, the thread and the isolate`, async () => {
    const { wire, paths } = without(GATEWAY, router);
    await using server = await wire.start({ reply: thinksAndCalls });
    const first = openSession(wire, server, TOOLS);
    const { warnings, output } = await first.run({ input: "What colour?" });
    assert.deepEqual(paths(), ["responses", CHAT, CHAT]);
    assert.deepEqual(warnings.map(({ code }) => code), ["capability_learned"]);
    assert.match(warnings[0]?.message ?? "", /gpt-6\.2-sol refused the request because it lacks: responses/);
    assert.equal(output, "It is blue.");
    // The isolate knows it for another thread, a cold isolate by the thread, and the store for a forced choice.
    await first.run({ thread: "other", input: "What colour?" });
    const cold = openSession(wire, server, TOOLS, first.store);
    await cold.run({ input: "And now?" });
    await openSession(wire, server, TOOLS, first.store).run({
      thread: "third",
      input: "And there?",
      toolChoice: { type: "required" },
      until: "step",
    });
    assert.deepEqual(paths(), [CHAT, CHAT, CHAT, CHAT, CHAT]);
    assert.equal(await cold.verdict(), "verified");
    assert.deepEqual(await cold.cuts(), []);
  });
}

Deno.test("C4: a server with Responses is asked there alone, and reasoning goes back", async () => {
  for (const wire of [GATEWAY, AZURE]) {
    const { wire: kept, paths } = without(wire, { status: 404, body: "" }, () => false);
    await using server = await kept.start({ reply: thinksAndCalls });
    const session = openSession(kept, server, TOOLS);
    await session.run({ input: "What colour?" });
    await session.run({ input: "And now?" });
    assert.deepEqual(new Set(paths()), new Set(["responses"]));
    assert.match(server.requests.at(-1)?.text ?? "", /encrypted_content":"/);
    assert.equal(await session.verdict(), "verified");
  }
});

Deno.test("C4: azure: a resource without Responses is learned, and summaries by its API end with it", async () => {
  for (
    const [status, body] of [
      [404, '{"error":{"code":"404","message":"Resource not found"}}'],
      [
        400,
        '{"error":{"code":"BadRequest","message":"Azure OpenAI Responses API is enabled only for api-version 2025-03-01-preview and later"}}',
      ],
    ] as const
  ) {
    const { wire, paths } = without(AZURE, { status, body });
    await using server = await wire.start({ reply: thinksAndCalls });
    const session = openSession(wire, server, {
      ...TOOLS,
      compaction: { afterEntries: 4, by: "provider" },
    });
    const warned: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const { warnings } = await session.run({ input: `What colour ${turn}?` });
      warned.push(...warnings.map(({ code }) => code));
    }
    const [first, ...others] = paths();
    assert.deepEqual([first, ...new Set(others)], ["responses", CHAT]);
    assert.deepEqual(warned.slice(0, 2), ["capability_learned", "compaction_degraded"]);
    assert.equal(await session.verdict(), "verified");
  }
});

Deno.test("C4: what was not the reason is not remembered: a server that refuses Chat Completions, too", async () => {
  const { wire, paths } = without(GATEWAY, { status: 404, body: "404 page not found" });
  const nowhere: WireCase = {
    ...wire,
    fetch: (server) => (url, init) =>
      String(url).includes("/chat/")
        ? (wire.fetch?.(server) ?? fetch)(String(url).replace("/chat/completions", "/responses"), init)
        : (wire.fetch?.(server) ?? fetch)(url, init),
  };
  await using server = await wire.start({ reply: thinksAndCalls });
  const session = openSession(nowhere, server, TOOLS);
  for (let time = 0; time < 2; time++) {
    const { error } = await session.attempt({ input: "What colour?" });
    assert.equal(error?.code, "model_invalid_request");
    assert.match(error?.message ?? "", /404/);
    assert.deepEqual(paths(), ["responses", "responses"], "asked by both, and nothing is remembered");
  }
});

Deno.test("C4: a model that the server does not know is one request, whatever the API", async () => {
  for (
    const body of [
      '{"error":{"message":"The model `gpt-6.2-sol` does not exist.","type":"NotFoundError","code":404}}',
      '{"error":{"message":"No endpoints found for openai/gpt-6.2-sol.","code":404}}',
      '{"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist."}}',
      '{"error":{"message":"Not here.","code":"model_not_found"}}',
    ]
  ) {
    const { wire, paths } = without(GATEWAY, { status: 404, body });
    await using server = await wire.start({ reply: thinksAndCalls });
    const { error } = await openSession(wire, server, TOOLS).attempt({ input: "What colour?" });
    assert.equal(error?.code, "model_invalid_request", body);
    assert.deepEqual(paths(), ["responses"], body);
  }
});

Deno.test("C4: an API that is pinned is not left, by the agent or by the deployment", async () => {
  for (const pinned of ["settings", "variable"]) {
    const { wire, paths } = without(GATEWAY, { status: 404, body: "404 page not found" });
    const env = (server: Simulator) => ({
      ...wire.env(server),
      ...(pinned === "variable" ? { OPENAI_API: "responses" } : {}),
    });
    await using server = await wire.start({ reply: thinksAndCalls });
    const settings = pinned === "settings" ? { api: "responses" as const } : {};
    const session = openSession({ ...wire, env }, server, { ...TOOLS, settings });
    const { error } = await session.attempt({ input: "What colour?" });
    assert.equal(error?.code, "model_invalid_request");
    assert.deepEqual(paths(), ["responses"], pinned);
    const chat = openSession({ ...wire, env }, server, { ...TOOLS, settings: { api: "chat" } });
    await chat.attempt({ input: "What colour?" });
    assert.deepEqual(new Set(paths()), new Set([CHAT]), pinned);
  }
});

Deno.test("C4: a summary by a model of its own learns the API likewise, and the thread goes on", async () => {
  const { wire, paths } = without(GATEWAY, { status: 404, body: '{"detail":"Not Found"}' });
  await using server = await wire.start({ reply: says });
  const session = openSession({ ...wire, model: "gpt-4o" }, server, {
    compaction: { afterEntries: 4, model: "openai/gpt-6.2-sol" },
  });
  const warned: string[] = [];
  for (let turn = 0; turn < 6; turn++) {
    const { warnings } = await session.run({ input: `Question ${turn}?` });
    warned.push(...warnings.map(({ code }) => code));
  }
  const asked = paths();
  assert.deepEqual(warned, []);
  assert.equal(asked.filter((path) => path === "responses").length, 1, asked.join());
  assert.ok(asked.length > 8, "it is summarised more than once");
  assert.equal(await session.verdict(), "verified");
});

Deno.test("C4: a fallback model learns its API in the same step", async () => {
  const { wire, paths } = without(GATEWAY, { status: 404, body: "404 page not found" });
  await using server = await wire.start({
    reply: ({ model }) => model === "gpt-4o" ? { status: 503, error: { message: "Busy." } } : says(),
  });
  const session = openSession({ ...wire, model: "gpt-4o" }, server, { fallbackModel: "openai/gpt-6.2-sol" });
  const { warnings, output } = await session.run({ input: "What colour?" });
  assert.deepEqual(
    new Set(warnings.map(({ code }) => code)),
    new Set(["model_retried", "model_fallback", "capability_learned"]),
  );
  assert.deepEqual(paths().slice(-2), ["responses", CHAT]);
  assert.equal(output, "It is blue.");
  await session.run({ input: "And now?" });
  assert.equal(paths().at(-1), CHAT);
  assert.equal(await session.verdict(), "verified");
});

function says(): Reply {
  return { text: "It is blue." };
}
