// K4, P6: a deployment of the kernel has the providers that it names: what is left out is no byte of its bundle, and is refused with the line to add.

import assert from "node:assert/strict";
import config from "../../../deno.json" with { type: "json" };
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { KNOWN_PROVIDERS } from "../../../src/deps/provider_names.ts";
import { createDeps as createStandardDeps } from "../../../src/deps.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import { deploymentFacts } from "../../../src/deps/facts.ts";
import { createOpenAIProvider, openai } from "../../../src/providers/openai/provider.ts";
import { groq } from "../../../src/providers/openai/compatible.ts";
import { scripted } from "../../../src/providers/scripted/provider.ts";
import { loadProviders, PROVIDERS } from "../../../src/provider_registry.ts";
import { createTreadle } from "../../../src/treadle/create_treadle.ts";
import { bundlePackages } from "../support/bundles/package.ts";
import { projectRoot } from "../../support/project.ts";

const BARE = { env: { TREADLE_STORE: "memory" }, plugins: [], log: () => {} } as const;

const agentOf = (model?: string) => defineAgent({ name: "demo", model });

for (const [name, load] of Object.entries(PROVIDERS)) {
  Deno.test(`K4: without ${name} an agent of it is refused at start, with the line to add`, async () => {
    const options = { ...BARE, agents: [agentOf(`${name}/any`)] };
    const { variable = name, entry = name } = KNOWN_PROVIDERS[name] ?? assert.fail();
    assert.throws(() => createDeps(options), {
      code: "agent_invalid",
      message:
        `Agent "demo" has a problem:\n  /model is of the provider "${name}", which the deployment does not have; ` +
        `import { ${variable} } from "@treadle/treadle/providers/${entry}", and add ${variable} to providers.`,
    });
    // What the line says is true.
    const entries: Readonly<Record<string, string>> = config.exports;
    const exported = await import(new URL(entries[`./providers/${entry}`] ?? "", projectRoot).href);
    assert.equal(exported[variable], await load());
    await createDeps({ ...options, providers: [exported[variable]] }).close();
  });
}

Deno.test("K4: the default model counts where an agent names none, or where it is set", async () => {
  const line =
    'import { scripted } from "@treadle/treadle/providers/scripted", and add scripted to providers.';
  assert.throws(() => createDeps({ ...BARE, agents: [agentOf()], providers: [openai] }), {
    code: "config_invalid",
    message:
      `TREADLE_MODEL, by default scripted/demo, names a provider that the deployment does not have: ${line}`,
  });
  const env = { ...BARE.env, TREADLE_MODEL: "acme/one" };
  assert.throws(() => createDeps({ ...BARE, env, agents: [], providers: [openai, groq] }), {
    code: "config_invalid",
    message: "TREADLE_MODEL names no provider; write provider/model with one of: openai, groq.",
  });
  await createDeps({ ...BARE, agents: [agentOf("openai/gpt-5-mini")], providers: [openai] }).close();
});

Deno.test("K4: what is no list of providers is refused", () => {
  const wrong: readonly unknown[] = [openai, [openai, createOpenAIProvider], [null]];
  for (const providers of wrong) {
    const options = Object.assign({ ...BARE, agents: [] }, { providers });
    // @ts-expect-error -- as a project without types has it
    assert.throws(() => createDeps(options), {
      code: "config_invalid",
      message: /^providers must be a list, such as \[openai\] of "@treadle\/treadle\/providers\/openai"/,
    });
  }
});

Deno.test("K4: a deployment of the kernel steps with the provider that it names, and lists no other", async () => {
  const treadle = createTreadle({
    ...BARE,
    agents: [agentOf("scripted/demo")],
    providers: [scripted, groq],
    env: { TREADLE_STORE: "memory", TREADLE_OPEN: "1", GROQ_API_KEY: "k" },
  });
  assert.equal((await treadle.run("t1", "Hi.")).thread.status, "done");
  const response = await treadle.fetch(new Request("http://localhost/v1/providers"));
  const { providers } = await response.json();
  assert.deepEqual(
    providers.map(({ name, configured }: { name: string; configured: boolean }) => [name, configured]),
    [["scripted", true], ["groq", true]],
  );
  await treadle.close();
});

Deno.test("E12, K4: a named provider has the prices of its table, and one that the program makes has none", async () => {
  const agents = [defineAgent({ name: "limited", model: "openai/gpt-5-mini", limits: { usd: 1 } })];
  const unpriced = async (provider: typeof openai | ReturnType<typeof createOpenAIProvider>) =>
    (await deploymentFacts({ ...BARE, agents, providers: [provider] })).unpriced;
  assert.deepEqual(await unpriced(openai), []);
  assert.deepEqual(await unpriced(createOpenAIProvider({ apiKey: "k" })), [{
    agent: "limited",
    models: ["openai/gpt-5-mini"],
  }]);
});

Deno.test("K4: one of `providers` takes the place of one of the registry", async () => {
  const own = createOpenAIProvider({ apiKey: "k", baseURL: "http://own.test/v1" });
  const deps = createStandardDeps({ ...BARE, agents: [], providers: [own] });
  const { provider } = await deps.model("openai/gpt-5-mini");
  assert.equal(provider.server, "http://own.test/v1");
  await assert.rejects(async () => await deps.model("mistral/any"), {
    code: "config_invalid",
    message: /^Set MISTRAL_API_KEY/,
  });
  await deps.close();
});

/** A Worker of the kernel with these providers. */
function workerWith(names: readonly string[]): string {
  const imports = names.map((name) => ({ variable: name, entry: name, ...KNOWN_PROVIDERS[name] }));
  return [
    `import { defineAgent } from "${config.name}/kernel";`,
    `import { serve } from "${config.name}/kernel/cloudflare";`,
    ...imports.map(({ variable, entry }) =>
      `import { ${variable} } from "${config.name}/providers/${entry}";`
    ),
    `const agents = [defineAgent({ name: "demo", model: "${names[0] ?? "scripted"}/any" })];`,
    `export default serve({ agents, plugins: [], providers: [${
      imports.map(({ variable }) => variable).join(", ")
    }] });`,
  ].join("\n");
}

Deno.test("K4: the bundle of the kernel has no file of a provider, and with providers theirs and their prices alone", async () => {
  const all = (await loadProviders()).map(([name]) => name);
  const bundleOf = await bundlePackages({
    whole: workerWith(all),
    none: workerWith([]),
    ...Object.fromEntries(
      Object.keys(FOLDERS).map((
        name,
      ) => [`without ${name}`, workerWith(all.filter((other) => other !== name))]),
    ),
    ...Object.fromEntries(all.map((name) => [`${name} alone`, workerWith([name])])),
  });
  const filesOf = (name: string) =>
    [...bundleOf(name).files].filter((file) => file.startsWith("src/providers/"));
  assert.deepEqual(filesOf("none"), []);
  for (const [name, folder] of Object.entries(FOLDERS)) {
    const isOwn = (file: string) => file.startsWith(`src/providers/${folder}/`) && !SHARED.test(file);
    const [without = 0, whole = 0] = [`without ${name}`, "whole"].map((each) => bundleOf(each).bytes);
    assert.ok(filesOf("whole").some(isOwn), `${name} is named`);
    assert.deepEqual(filesOf(`without ${name}`).filter(isOwn), [], `${name} is left out`);
    assert.ok(without < whole, `${name}: ${without} of ${whole} bytes`);
  }
  for (const name of all) {
    const prices = filesOf(`${name} alone`).filter((file) => file.includes("/_prices/"));
    const own = name === "azure" ? ["azure", "openai"] : [name];
    const unexpected = prices.filter((file) => !own.some((each) => file.endsWith(`/${each}.ts`)));
    assert.deepEqual(unexpected, [], name);
    const { prices: load } = await PROVIDERS[name as keyof typeof PROVIDERS]();
    assert.equal(prices.length > 0, load !== undefined && name !== "scripted", name);
  }
});

/** Providers with a folder of their own. */
const FOLDERS = {
  anthropic: "anthropic",
  bedrock: "bedrock",
  cohere: "cohere",
  gemini: "gemini",
  mistral: "mistral",
  ollama: "ollama",
  scripted: "scripted",
  workers_ai: "workers_ai",
};

/** What gateways, and dialects that resemble another, read of it. */
const SHARED = /\/(?:refusals|models)\.ts$/;
