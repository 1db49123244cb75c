import assert from "node:assert/strict";
import { enforce } from "../../src/kernel/choice/enforce.ts";
import { resolveCapabilities } from "../../src/core/model/capability.ts";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { ModelError } from "../../src/core/model/model_error.ts";
import type { Provider, ProviderDefinition } from "../../src/core/model/provider.ts";
import { createDeps } from "../../src/deps.ts";
import { providerListSchema, providerSchema } from "../../src/http/schemas/responses/deployment.ts";
import { createScriptedProvider, scripted } from "../../src/providers/scripted/provider.ts";
import { type Scenario, scenario } from "../../src/providers/scripted/scenario.ts";
import type { Sleep } from "../../src/core/ports.ts";
import { sleep } from "../../src/deps/ports.ts";
import { loadProviders, PROVIDERS } from "../../src/provider_registry.ts";
import { createTestApp, exactly, json } from "./_app.ts";

const STEPS = "/v1/threads/t1/steps";
const DEFINITIONS: ReadonlyMap<string, ProviderDefinition> = new Map(await loadProviders());

Deno.test("C4: GET /v1/providers lists every provider, its rows and its variables, without their values", async () => {
  const secret = "sk-never-shown-0123456789";
  const { send } = createTestApp({ registry: PROVIDERS, env: { OPENAI_API_KEY: secret } });
  const response = await send("GET", "/v1/providers");
  assert.equal(response.status, 200);
  const text = await response.text();
  assert(!text.includes(secret));
  const { providers } = exactly(providerListSchema).parse(JSON.parse(text));
  assert.deepEqual(providers.map(({ name }) => name), [...DEFINITIONS.keys()]);
  for (const { name, models, variables } of providers) {
    const definition = DEFINITIONS.get(name);
    assert.deepEqual(variables.map(({ name }) => name), definition?.variables, name);
    const [others, ...rows] = models;
    assert.equal(others?.pattern, null, name);
    assert.deepEqual(
      rows.map(({ pattern }) => pattern),
      definition?.capabilities.models.map(({ models }) => models.source),
    );
    for (const { pattern, example, asOf, source, because } of rows) {
      assert(pattern !== null && new RegExp(pattern).test(example ?? ""), `${name}: ${example}`);
      assert(
        asOf !== null && source && because,
        `${name}: every row has its date, its source and its reason`,
      );
    }
  }
  const openai = providers.find(({ name }) => name === "openai");
  assert.equal(openai?.configured, true);
  assert.deepEqual(openai.variables.filter(({ set }) => set), [{ name: "OPENAI_API_KEY", set: true }]);
});

Deno.test("C5: what the page says of a row's example is what a step does with it", async () => {
  const { send } = createTestApp({ registry: PROVIDERS });
  const { providers } = providerListSchema.parse(await json(await send("GET", "/v1/providers")));
  for (const { name, models } of providers) {
    for (const { example, modes, thinks } of models) {
      const definition = DEFINITIONS.get(name);
      if (example === null || definition === undefined) continue;
      const capabilities = resolveCapabilities(definition.capabilities, example, {});
      assert.equal(thinks, capabilities.thinks);
      const { enforcement } = enforce({
        choice: { type: "required" },
        parallel: undefined,
        capabilities,
        onUnsupported: "degrade",
        hold: "prefix",
        tools: [{ name: "a", description: "", parameters: { type: "object" } }],
      });
      assert.equal(modes.required, enforcement, `${name}/${example}`);
    }
  }
});

Deno.test("C4: GET /v1/providers/:name reads one; an unknown one is 404, an illegal name 400, and a key is needed", async () => {
  const { send, fetch } = createTestApp({ registry: PROVIDERS });
  const shown = exactly(providerSchema).parse(await json(await send("GET", "/v1/providers/scripted")));
  assert.deepEqual([shown.configured, shown.variables], [true, []]);
  const openai = providerSchema.parse(await json(await send("GET", "/v1/providers/openai")));
  assert.deepEqual([openai.configured, openai.variables.some(({ set }) => set)], [false, false]);
  const unknown = await send("GET", "/v1/providers/toString");
  assert.deepEqual([unknown.status, (await json(unknown)).code], [404, "provider_unknown"]);
  assert.equal((await json(await send("GET", "/v1/providers/a%20b"))).code, "invalid_path");
  assert.equal((await send("POST", "/v1/providers")).status, 405);
  for (const path of ["/v1/providers", "/v1/providers/scripted"]) {
    assert.equal((await fetch(new Request(`http://x${path}`))).status, 401);
  }
});

Deno.test("C4: a configured provider speaks for itself: a server of unknown make is not held to all that OpenAI is", async () => {
  const { send } = createTestApp({ registry: PROVIDERS, env: { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" } });
  const { configured, models: [others] } = providerSchema.parse(
    await json(await send("GET", "/v1/providers/openai")),
  );
  assert.deepEqual([configured, others?.modes.allowedAuto], [true, "announced"]);
});

Deno.test("C4: providers that the deployment brings are listed after those of the registry, or in their place", async () => {
  const own = {
    ...createScriptedProvider(),
    name: "own",
    capabilities: () => ({ lacks: { tool: "it has none" }, thinks: false }),
  };
  const names = (providers: readonly { name: string }[]) => providers.map(({ name }) => name);
  const deps = createDeps({ env: {}, agents: [], providers: [own] });
  assert.deepEqual(names(await deps.providers()), [...DEFINITIONS.keys(), "own"]);
  assert.equal((await deps.providers()).at(-1)?.groups[0]?.modes.tool, "announced");
  assert.equal(await deps.providers(), await deps.providers(), "it is made once");
  const instead = createDeps({ env: {}, agents: [], providers: [createScriptedProvider()] });
  assert.deepEqual(names(await instead.providers()).toSorted(), [...DEFINITIONS.keys()].toSorted());
});

/** A model whose stream of this number breaks behind its first word; what it says else is the script. */
function breaksAt(number: number, script: Scenario) {
  const whole = createScriptedProvider({ script });
  const asked: string[] = [];
  const provider: Provider = {
    ...whole,
    async stream(request, io) {
      if (asked.push(request.model) !== number) return await whole.stream(request, io);
      io.emit({ type: "text.started", block: 0 });
      io.emit({ type: "text.delta", block: 0, text: "Go" });
      throw new ModelError("model_network", "It broke off.", { afterOutput: true });
    },
  };
  return { provider, asked };
}

/** Pauses before another try are left out; the deadlines are longer. */
const soon: Sleep = (ms, signal) => sleep(ms <= 8_000 ? 0 : ms, signal);

function appOf(provider: Provider) {
  const echo = defineTool({ name: "echo", description: "Echoes.", effect: "pure", run: () => "hi" });
  const agent = defineAgent({ name: "asks", model: "breaking/demo", instructions: "Ask.", tools: [echo] });
  return createTestApp({
    providers: [{ ...scripted, name: "breaking", create: () => provider }],
    agents: [agent],
    sleep: soon,
  });
}

const STREAM = { accept: "text/event-stream" };
const READERS: Readonly<Record<string, [fields: object, headers: Record<string, string>, asked: number]>> = {
  "the JSON of a step is begun again": [{}, {}, 2],
  "the JSON of a run is begun again": [{ until: "done" }, {}, 2],
  "a stream fails, since its reader has words of it": [{}, STREAM, 1],
  "a step whose events are kept fails, since a reader may have words of it": [{ resumable: true }, {}, 1],
};

for (const [what, [fields, headers, asked]] of Object.entries(READERS)) {
  Deno.test(`P9: behind a model stream that breaks in its words, ${what}`, async () => {
    const { provider, asked: requests } = breaksAt(1, scenario().says("Good day."));
    const { send, idle } = appOf(provider);
    const response = await send("POST", STEPS, { agent: "asks", input: "hi", ...fields }, headers);
    const text = await response.text();
    await idle();
    assert.equal(requests.length, asked, text);
    if (asked === 1) return assert.match(text, /"code":"model_network"/);
    const { output, warnings } = JSON.parse(text);
    assert.equal(output, "Good day.");
    assert.deepEqual(warnings.map(({ code }: { code: string }) => code), ["model_retried"]);
  });
}

Deno.test("P9: behind a model stream that breaks in its words, a wake-up begins it again", async () => {
  const { provider, asked } = breaksAt(2, scenario().calls("echo").next().says("Good day."));
  const { send, idle } = appOf(provider);
  await (await send("POST", STEPS, { agent: "asks", input: "hi", wake: true })).text();
  await idle();
  assert.equal(asked.length, 3);
  const { entries } = await json(await send("GET", "/v1/threads/t1/history"));
  assert.match(JSON.stringify(entries), /Good day\./);
  assert.doesNotMatch(JSON.stringify(entries), /"text":"Go"/);
});
