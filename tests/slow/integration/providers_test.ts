// Every provider in both runtimes, as it is deployed and by environment alone: an agent runs its tools on it, streamed and as
// JSON, and every choice goes out as the page of capabilities says.

import assert from "node:assert/strict";
import { loadProviders } from "../../../src/provider_registry.ts";
import { bootDeno, type Booted } from "../../support/boot_deno.ts";
import { bootWorker } from "../support/boot_worker.ts";
import { jsonStep, streamStep, textOfEvents } from "../support/client.ts";
import type { ParsedRequest, Reply } from "../../wire/openai/reply.ts";
import { toolRun } from "../../wire/openai/script.ts";
import type { WireCase } from "../../wire/case.ts";
import { CASES } from "../../wire/cases.ts";
import type { Simulator } from "../../wire/simulator.ts";
import { agentOf, MODELS } from "./_every_model.ts";
import { FIRST, OTHER } from "./_provider_env.ts";

const INPUT = "Paris? I think in Fahrenheit.";
const FINAL = "Go to Paris: 64.4 °F and clear. ☀️";
const SCRIPT = [
  { name: "get_weather", arguments: '{"city":"Paris"}' },
  { name: "convert_units", arguments: '{"value":18,"from":"C","to":"F"}' },
];
const AGENTS = "tests/slow/integration/_every_model.ts";
/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

/** Looks up and converts, one call a step, with as many of its tools as are offered. */
function model(request: ParsedRequest): Reply {
  const offered = SCRIPT.filter(({ name }) => request.tools.includes(name));
  return toolRun(offered, { final: FINAL })(request);
}

const WIRES = Object.keys(MODELS).map((name) =>
  CASES.find((wire) => wire.name === name) ?? assert.fail(name)
);

Deno.test("P1-P6: every provider and every variable of it are among those that are tried", async () => {
  const ours = CASES.filter(({ name }) => name in MODELS).map(({ provider, model }) =>
    `${provider}/${model}`
  );
  assert.deepEqual(ours.sort(), Object.values(MODELS).map(({ model }) => model).sort());
  const variables = [FIRST, OTHER].flatMap((spelling) =>
    Object.values(spelling).flatMap((toEnv) => Object.keys(toEnv("http://server")))
  );
  for (const [name, definition] of await loadProviders()) {
    if (name === "scripted") continue;
    assert.ok(name in FIRST, name);
    const missing = definition.variables.filter((variable) => !variables.includes(variable));
    assert.deepEqual(missing, name === "gemini" ? ["GOOGLE_GENERATIVE_AI_API_KEY"] : [], name); // a third
  }
});

for (const boot of [bootDeno, bootWorker]) {
  const name = boot === bootDeno ? "deno" : "workerd";
  for (const [label, spelling] of [["first", FIRST], ["other", OTHER]] as const) {
    Deno.test({
      name: `P1-P6, C4: agents run their tools on every provider in ${name}, by its ${label} variables`,
      ...loose,
      fn: async (test) => {
        await using servers = await startAll(Object.keys(spelling));
        const env = Object.entries(spelling).map(([name, toEnv]) => toEnv(servers.of(name).url));
        await using runtime = await boot(
          Object.assign({ TREADLE_OPEN: "1", TREADLE_STORE: "memory" }, ...env),
          { agents: AGENTS },
        );
        for (const wire of WIRES.filter(({ provider }) => provider in spelling)) {
          await test.step(wire.name, async () => {
            const server = servers.of(wire.provider);
            const before = server.requests.length;
            await runTools(runtime, wire.name);
            const none = await chooseAll(runtime, wire);
            assert.deepEqual(server.complaints, []);
            for (const request of server.requests.slice(before)) {
              assert.equal(request.status, 200, request.text);
              assert.equal(wire.lintRequest(request)?.message, undefined);
            }
            // No choice was sent twice. The model reads no notices, so one of none is ignored once.
            assert.equal(server.requests.length - before, none === "announced" ? 12 : 11);
          });
        }
        if ("compatible" in spelling) {
          await test.step("a refusal costs one request, once", () =>
            refuseOnce(runtime, servers.of("compatible")));
        }
      },
    });
  }
}

async function runTools(runtime: Booted, name: string): Promise<void> {
  const [agent, thread] = [agentOf(name), agentOf(name)];
  const asked = { agent, input: INPUT, until: "done" } as const;
  const events = await streamStep(runtime.fetch, `streamed-${thread}`, asked);
  assert.equal(textOfEvents(events), FINAL);
  const told = events.flatMap((event) => event.type === "step.started" ? [event.choice?.enforcement] : []);
  assert.deepEqual(told, ["native", "native", "native"]);
  const outputs = events.flatMap((event) => event.type === "tool.finished" ? [event.output] : []);
  assert.deepEqual(outputs, [{ city: "Paris", tempC: 18, sky: "clear" }, { value: 64.4, unit: "F" }]);

  const { answer } = await jsonStep(runtime.fetch, `json-${thread}`, asked);
  assert.equal(answer.output, FINAL, JSON.stringify(answer));
  assert.deepEqual([answer.step, answer.warnings], [3, []]);
  assert.ok(answer.usage.inputTokens > 0 && answer.usage.outputTokens > 0, JSON.stringify(answer.usage));

  // A conversation with calls in it, under none: where none is withheld, its history must stay legal.
  const after = await jsonStep(runtime.fetch, `json-${thread}`, {
    input: "Say it again.",
    toolChoice: "none",
    until: "done",
  });
  assert.equal(after.answer.output, FINAL, JSON.stringify(after.answer));
  assert.deepEqual(after.answer.outcome, { type: "satisfied" });
}

const CHOICES = {
  none: { choice: { type: "none" }, called: [] },
  required: { choice: { type: "required" }, called: ["get_weather"] },
  tool: { choice: { type: "tool", name: "convert_units" }, called: ["convert_units"] },
  allowedRequired: {
    choice: { type: "allowed", names: ["convert_units"], mode: "required" },
    called: ["convert_units"],
  },
} as const;

/** The members of GET /v1/providers/:name that are compared with what happens. */
interface Page {
  readonly configured: boolean;
  readonly models: readonly {
    readonly pattern: string | null;
    readonly modes: Readonly<Record<string, string>>;
  }[];
}

/** The line that deepseek-chat is in is about models that think by themselves, and it does not. */
const UNLIKE = new Set(["deepseek"]);

/** Every choice, held as the page of the provider says. @returns how it holds `none` */
async function chooseAll(
  runtime: Booted,
  { name, provider, model }: WireCase,
): Promise<string | undefined> {
  const response = await runtime.fetch(`/v1/providers/${provider}`);
  const { configured, models }: Page = await response.json();
  assert.ok(configured);
  const group =
    models.find(({ pattern }) => !UNLIKE.has(name) && pattern && new RegExp(pattern).test(model)) ??
      models.find(({ pattern }) => pattern === null);
  for (const [mode, { choice, called }] of Object.entries(CHOICES)) {
    const { status, answer } = await jsonStep(runtime.fetch, `${mode}-${agentOf(name)}`, {
      agent: agentOf(name),
      input: INPUT,
      toolChoice: choice,
    });
    assert.equal(status, 200, JSON.stringify(answer));
    assert.deepEqual(answer.choice?.requested, choice);
    assert.equal(answer.choice?.source, "request");
    const { enforcement, toolsSent, warnings } = answer.choice;
    assert.equal(enforcement, group?.modes[mode], `${mode}: ${answer.choice.because}`);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      enforcement === "announced" && mode !== "none" ? ["choice_degraded"] : [],
    );
    // The model reads no prompts: among several tools it takes its first.
    const isHeld = called[0] === "get_weather" || enforcement !== "announced" || toolsSent.length === 1;
    if (isHeld) assert.deepEqual(answer.calls.map(({ name }) => name), called);
    assert.equal(answer.outcome?.type, isHeld ? "satisfied" : "violated", JSON.stringify(answer));
  }
  return group?.modes.none;
}

async function refuseOnce(runtime: Booted, { requests }: Simulator): Promise<void> {
  const asked = { agent: "stubborn", input: INPUT, toolChoice: "required" } as const;
  const before = requests.length;
  const events = await streamStep(runtime.fetch, "stubborn-1", asked);
  const restarts = events.filter((event) => event.type === "plan.restarted");
  assert.deepEqual(restarts.map(({ reason, choice }) => [reason, choice.sent, choice.enforcement]), [
    ["capability", "auto", "announced"],
  ]);
  assert.ok(events.some((event) => event.type === "warning" && event.code === "capability_learned"));
  assert.ok(events.some((event) => event.type === "call.ready" && event.name === "get_weather"));

  // What was learned holds for other threads too.
  const { answer } = await jsonStep(runtime.fetch, "stubborn-2", asked);
  assert.equal(answer.choice?.enforcement, "announced");
  assert.deepEqual(answer.calls.map(({ name }) => name), ["get_weather"]);
  assert.deepEqual(requests.slice(before).map(({ status }) => status), [400, 200, 200]);
}

interface Servers extends AsyncDisposable {
  of(provider: string): Simulator;
}

/** A simulated server for each provider. */
async function startAll(providers: readonly string[]): Promise<Servers> {
  const started = await Promise.all(providers.map(async (provider) => {
    const wire = WIRES.find((wire) => wire.provider === provider) ?? assert.fail(provider);
    return [provider, await wire.start({ reply: model })] as const;
  }));
  const servers = new Map(started);
  return {
    of: (provider) => servers.get(provider) ?? assert.fail(provider),
    [Symbol.asyncDispose]: async () => {
      for (const server of servers.values()) await server[Symbol.asyncDispose]();
    },
  };
}
