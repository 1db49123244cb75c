// A thread in a random life: every kind of request that a client can make of it, two isolates in turn that are deployed anew one after
// the other, agents with every feature that touches a prompt, and a model that calls, disobeys and fails. What was sent is kept with what stood in the log.

import assert from "node:assert/strict";
import * as z from "zod/mini";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { createApp } from "../../../src/app.ts";
import { createDeps, type KernelDepsOptions } from "../../../src/deps/create_deps.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Plugin } from "../../../src/http/plugin.ts";
import type { Entry } from "../../../src/core/entry.ts";
import type { ReasoningEffort } from "../../../src/core/model/model_settings.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import type { ToolSelection } from "../../../src/core/tool/tool_selection.ts";
import { approvals } from "../../../src/plugins/approvals/mod.ts";
import { forks } from "../../../src/plugins/forks/mod.ts";
import { media } from "../../../src/plugins/media/mod.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { orchestration } from "../../../src/plugins/orchestration/mod.ts";
import { pins } from "../../../src/plugins/pins/mod.ts";
import { summaries } from "../../../src/plugins/summaries/mod.ts";
import { toolSelection } from "../../../src/plugins/selection/tool_selection.ts";
import { byWords } from "../../plugins/selection/_by_words.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import type { PolicyRule } from "../../../src/core/policy.ts";
import type { RemoteToolSource } from "../../../src/core/tool/tool_source.ts";
import type { VerifyParts } from "../../../src/cli/verify/past_requests.ts";
import { PROVIDERS } from "../../../src/provider_registry.ts";
import { Random } from "../../chaos/random.ts";
import type { WireCase } from "../case.ts";
import { CASES } from "../cases.ts";
import type { ParsedRequest, Reply } from "../openai/reply.ts";
import type { Simulator } from "../simulator.ts";

const KEY = "acme-secret-0123456789";
const TENANT = "acme";

/** Pauses between attempts are at most this long, time limits and heartbeats longer: only these are waited for. */
const LONGEST_PAUSE_MS = 8_000;

/** A request to the model in the life of a thread. */
export interface Sent {
  readonly thread: string;
  readonly path: string;
  readonly text: string;
  readonly status: number | undefined;
  /** Entries of the thread before the client's request that led to it. */
  readonly before: number;
  /** Of the model that it was sent to. */
  readonly wire: WireCase;
}

/** A life that is over. */
export interface Life {
  readonly sent: readonly Sent[];
  readonly entries: ReadonlyMap<string, readonly Entry[]>;
  /** What the agent was, and what its clients asked, for the message of a failure. */
  readonly story: readonly string[];
  /** Exports of its threads, and what verifies them. */
  readonly exports: ReadonlyMap<string, string>;
  readonly parts: VerifyParts;
  /** Log lines that say that a request, written again, is not what was sent or does not go on in the next one. */
  readonly complaints: readonly string[];
  /** No model reads what a plugin takes out. */
  readonly isRedacted: boolean;
  /** The history is sent as text, in which there is no reasoning. */
  readonly isInText: boolean;
}

export interface LifeOptions {
  /** What clients ask of the thread, one after another. */
  readonly acts?: number;
  /** Whether the model's API fails now and then. */
  readonly fails?: boolean;
  readonly exports?: boolean;
  /** In place of what the life would have. */
  readonly compaction?: AgentDefinition["compaction"];
  /** Efforts that deployments have, one or the other. */
  readonly efforts?: readonly ReasoningEffort[];
  /** Another model at the same server, which requests name now and then. */
  readonly sibling?: string;
}

const pure = (name: string, run: (args: { at?: unknown }) => string) =>
  defineTool({ name, description: `Can ${name}.`, parameters: ["at"], effect: "pure", run });

const TOOLS = [
  pure("look", ({ at }) => `Saw ${JSON.stringify(at)}.`),
  pure("find", ({ at }) => `Found ${JSON.stringify(at)}.`),
  pure("dump", ({ at }) => `${JSON.stringify(at)} `.repeat(300)),
  defineTool({
    name: "remove",
    description: "Removes.",
    parameters: ["at"],
    needsApproval: true,
    approvalEdits: true,
    run: ({ at }) => ({ removed: at }),
  }),
];

type Reselect = "never" | "run" | "step";

/** Tools of a catalogue, of which the later editions have one less and one with another description. */
function catalogue(edition: number, reselect: Reselect): ToolSelection {
  const tools = ["sand", "saw", "nail", "glue", "paint", "wax"].map((name) => ({
    ...pure(name, ({ at }) => `Did ${name} at ${JSON.stringify(at)}.`),
    ...(edition > 1 && name === "glue" ? { description: "Can glue, edition 2." } : {}),
  }));
  const selector = byWords();
  return toolSelection({
    tools: (edition > 2 ? tools.slice(1) : tools).map((tool) =>
      "swn".includes(tool.name.slice(0, 1)) ? { tool, categories: ["carpentry"] } : tool
    ),
    selector,
    offer: 2,
    find: 3,
    reselect,
  });
}

/** A dialect with its server. */
interface Place {
  readonly wire: WireCase;
  readonly server: Simulator;
}

/** Lives a life; the same seed and case live the same one. */
export async function live(wire: WireCase, seed: string, options: LifeOptions = {}): Promise<Life> {
  const random = new Random(seed);
  const model = new RandomModel(random.fork("model"), options.fails ?? true);
  const second = secondWire(wire, random.fork("second"));
  await using stack = new AsyncDisposableStack();
  const places: Place[] = [];
  for (const each of second === undefined ? [wire] : [wire, second]) {
    const server = stack.use(await each.start({ reply: (request) => model.reply(request) }));
    places.push({ wire: each, server });
  }
  return await new Lived(places, random, options).through();
}

/** Another provider, which the thread is moved to and back; undefined in most lives. */
function secondWire(wire: WireCase, random: Random): WireCase | undefined {
  if (!random.chance(0.3)) return undefined;
  const [first, ...more] = CASES.filter((other) =>
    other.provider !== wire.provider && (other.fetch === undefined || wire.fetch === undefined)
  );
  return first && random.pick([first, ...more]);
}

class RandomModel {
  readonly #random: Random;
  readonly #fails: boolean;

  constructor(random: Random, fails: boolean) {
    this.#random = random;
    this.#fails = fails;
  }

  reply({ choice, tools, parallel, history, body, compacts }: ParsedRequest): Reply {
    const random = this.#random;
    if (this.#fails && random.chance(0.04)) return { status: random.pick([500, 503, 400]) };
    const reasoning = `Thought ${history.length}.`;
    if (compacts) return {};
    if (body.compaction !== undefined || /Answer with the summary only/.test(JSON.stringify(body))) {
      return { reasoning, text: history.length % 8 === 7 ? "" : "Much was seen." };
    }
    if (/HOW TO ANSWER.*\\"call_tool\\"/.test(JSON.stringify(body)) && random.chance(0.85)) {
      return {
        reasoning,
        text: this.#decision(history.length, JSON.stringify(body).includes("search_tools")),
      };
    }
    if (random.chance(0.06)) {
      const [first] = tools;
      if (first === undefined || random.chance(0.5)) {
        return { reasoning, text: "I would rather not.", ignoresChoice: true };
      }
      return { reasoning, calls: [this.#call(first, history.length)], ignoresChoice: true };
    }
    const isForced = choice.kind === "named" || choice.kind === "required" ||
      choice.kind === "allowed" && choice.mode === "required";
    const [first, ...more] = choice.kind === "named"
      ? [choice.name]
      : choice.kind === "allowed"
      ? choice.names
      : tools;
    if (choice.kind === "none" || first === undefined || !isForced && random.chance(0.45)) {
      return { reasoning, text: random.chance(0.7) ? `Said ${history.length}.` : '{"answer":"yes"}' };
    }
    const names = [first, ...more];
    const count = parallel && random.chance(0.3) ? random.between(2, 4) : 1;
    return {
      reasoning,
      calls: Array.from({ length: count }, () => {
        return this.#call(names[random.between(0, names.length - 1)] ?? first, history.length);
      }),
    };
  }

  #decision(length: number, hasCatalogue: boolean): string {
    const tool = hasCatalogue && this.#random.chance(0.4)
      ? this.#random.pick(["search_tools", "call_tool"])
      : this.#random.pick(["look", "find", "dump", "remove"]);
    const isCall = this.#random.chance(0.55);
    return JSON.stringify({
      thought: `Thought ${length}.`,
      type: isCall ? "call_tool" : "final_answer",
      tool: isCall ? tool : null,
      args: isCall ? JSON.parse(this.#call(tool, length).arguments) : null,
      answer: isCall ? null : `Said ${length}.`,
    });
  }

  #call(name: string, length: number) {
    const args = JSON.stringify({ at: `place ${length}.${this.#random.between(0, 99)}` });
    if (name === "search_tools") {
      return { name, arguments: JSON.stringify({ query: this.#random.pick(["can saw", "glue it", "zzz"]) }) };
    }
    if (name !== "call_tool") return { name, arguments: args };
    const inner = this.#random.pick(["sand", "saw", "nail", "glue", "look", "fly"]);
    const whole = { arguments: JSON.parse(args), name: inner };
    return {
      name,
      arguments: this.#random.pick([
        JSON.stringify({ name: inner, arguments: whole.arguments }),
        JSON.stringify(whole, null, 2),
        JSON.stringify({ ...whole, arguments: args }),
        args,
      ]),
    };
  }
}

export const REMINDER = "Keep to the job.";

/** An agent with some of the features that touch a prompt. */
function randomDefinition(random: Random, provider: string): Omit<AgentDefinition, "name" | "model"> {
  const some = <T>(probability: number, value: T) => random.chance(probability) ? value : {};
  const window: Pick<AgentDefinition, "compaction" | "limits"> = random.pick([
    {},
    {},
    {},
    { limits: { historyEntries: random.between(16, 30) } },
    { limits: { historyTokens: random.between(900, 2_000) } },
    { compaction: { afterEntries: 14, keepEntries: 4, summarize: () => "Much was seen." } },
  ]);
  return {
    instructions: "Do the job.",
    tools: TOOLS,
    ...some(0.2, { tokenEfficient: true }),
    ...some(0.2, { plan: { phases: ["look", "tell"] } }),
    ...some(0.15, { hold: "strict" as const }),
    ...some(0.25, { onViolation: "retry" as const }),
    ...some(0.15, { execution: "generate" as const }),
    ...some(0.2, { driver: "react" as const, maxRetries: 1, finalViaInference: random.chance(0.5) }),
    ...some(0.1, { historyForm: "text" as const }),
    ...some(0.1, { toolChoice: random.pick(["required", "look"]) }),
    ...some(0.15, {
      output: { type: "object", properties: { answer: { type: "string" } }, required: ["answer"] },
    }),
    ...window,
    ...(Object.keys(window).length === 0 ? summaryByModel(random.fork("summaries"), provider) : {}),
    limits: {
      stepsPerRun: random.between(3, 8),
      outputChars: 600,
      repeatedCalls: 100,
      ...window.limits,
      ...some(0.15, { parallelCalls: 1 }),
    },
    ...(random.fork("catalogue").chance(0.25)
      ? { selection: catalogue(1, random.fork("reselect").pick<Reselect>(["never", "never", "run", "step"])) }
      : {}),
    ...(random.fork("reminder").chance(0.15) ? { reminder: { text: REMINDER, everySteps: 2 } } : {}),
    ...some(0.35, {
      policy: {
        rules: [random.pick<PolicyRule>([
          { type: "first", tool: "find" },
          { type: "after", tool: "dump", after: ["look"] },
          { type: "at_most", tool: "look", times: 2 },
        ])],
      },
    }),
  };
}

function summaryByModel(random: Random, provider: string): Pick<AgentDefinition, "compaction"> {
  if (random.chance(0.4)) return {};
  if (["anthropic", "azure", "openai"].includes(provider) && random.chance(0.5)) {
    return { compaction: { afterEntries: random.between(6, 14), by: "provider" } };
  }
  return {
    compaction: random.chance(0.5)
      ? { afterEntries: random.between(8, 14), keepEntries: 4 }
      : { afterTokens: random.between(600, 1_200) },
  };
}

/** How an agent changes from one deployment to the next. A tool that its policy or choice names stays, and one that `required` needs. */
function changedDefinition(random: Random, old: RandomDefinition, first: RandomDefinition): RandomDefinition {
  const named = JSON.stringify([first.policy, first.toolChoice]);
  const { tools = [] } = old;
  const edition = random.between(1, 3);
  if (old.selection !== undefined && random.fork("catalogue").chance(0.3)) {
    const { reselect } = old.selection.settings;
    return {
      ...old,
      selection: catalogue(edition, reselect === "run" || reselect === "step" ? reselect : "never"),
    };
  }
  return random.pick<() => RandomDefinition>([
    () => first,
    () => ({ ...old, limits: { ...old.limits, stepMs: 60_000 + random.between(1, 1_000) } }),
    () => ({
      ...old,
      tools: tools.filter(({ name }, index) =>
        named.includes(name) || index === 0 && first.toolChoice === "required" || random.chance(0.6)
      ),
    }),
    () => ({ ...old, tools: [...tools, ...TOOLS.filter((tool) => !tools.includes(tool))] }),
    () => ({ ...old, tools: [...tools.filter(({ name }) => name !== "spare"), spareTool(edition)] }),
    () => ({ ...old, tools: tools.toReversed() }),
    () => ({ ...old, instructions: `Do the job, edition ${edition}.` }),
  ])();
}

function spareTool(edition: number) {
  const description = `Can spare, edition ${edition}.`;
  return defineTool({
    name: "spare",
    description,
    parameters: ["at"],
    effect: "pure",
    run: () => 'Found "place"',
  });
}

type RandomDefinition = ReturnType<typeof randomDefinition>;

/** A server of tools whose list changes while threads live. */
class ChangingSource implements RemoteToolSource {
  readonly name = "desk";
  readonly prefix = "desk_";
  readonly settings = {};
  readonly env = [];
  edition = 0;
  readonly #lists = [["paper"], ["paper", "pen"], ["pen"]].map((names) => ({
    tools: names.map((name) => pure(`desk_${name}`, () => name)),
    warnings: [],
  }));

  tools() {
    return this.#lists[this.edition % this.#lists.length] ?? { tools: [], warnings: [] };
  }
}

/** What a deployment needs to reach a place. */
function partsOf({ wire, server }: Place): Pick<KernelDepsOptions, "bindings" | "fetch"> {
  return {
    ...(wire.bindings ? { bindings: wire.bindings(server) } : {}),
    ...(wire.fetch ? { fetch: wire.fetch(server) } : {}),
  };
}

/** Reminds before every second plan, leaves one tool out behind every third, and has a tool of its own. */
const nudging = definePlugin({
  name: "nudging",
  slices: { thread: { schema: z.object({ plans: z.number() }), initial: { plans: 0 } } },
  compile: ({ tools: [first] }) => ({
    tools: [pure("nudge_me", () => "Nudged.")],
    take: (_inputs, { thread }) => ({ thread: { plans: thread.plans + 1 } }),
    observed: (_calls, { thread }) => ({ thread: { plans: thread.plans + 1 } }),
    offer: ({ thread: { plans } }) =>
      plans % 3 === 0 && first !== undefined
        ? { deny: [first.name], because: "it is the third plan" }
        : undefined,
    remind: ({ thread: { plans } }) => plans % 2 === 0 ? REMINDER : undefined,
  }),
});

/** What {@link redacting} takes out of questions, answers and thoughts. */
export const EVEN = /\b(Question|Said|Thought) \d{0,3}[02468]\b/g;

/** Takes even numbers out of what is asked, said and thought, and a place that people write into arguments. */
const redacting = definePlugin({
  name: "redacting",
  compile: () => ({
    redact: {
      text: (text) => text.replace(EVEN, "$1 (even)").replace(/another place/g, "(place)"),
      longest: 15,
    },
  }),
});

type Answer = {
  readonly status: number;
  readonly id?: string;
  readonly thread?: { readonly id: string; readonly status: string };
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly state: string }[];
};

interface Isolate {
  readonly deps: ReturnType<typeof createDeps>;
  readonly app: ReturnType<typeof createApp>;
}

class Lived {
  readonly #places: readonly Place[];
  readonly #random: Random;
  readonly #options: LifeOptions;
  readonly #store = createMemoryStore();
  readonly #source = new ChangingSource();
  readonly #plugins: readonly Plugin[];
  readonly #isolates: Isolate[];
  readonly #deploys: Random;
  readonly #first: RandomDefinition;
  readonly #hasSource: boolean;
  #definition: RandomDefinition;
  readonly #complaints: string[] = [];
  readonly #sent: Sent[] = [];
  readonly #story: string[] = [];
  readonly #threads = ["t1"];
  readonly #models: readonly string[];
  readonly #canFallBack: boolean;
  readonly #ids: Random;
  readonly #efforts: Random;
  #effort: ReasoningEffort | undefined;
  #taken = 0;
  /** Milliseconds between two requests of clients, so that none finds a thread at rest. */
  #ahead = 0;
  #inputs = 0;

  constructor(places: readonly Place[], random: Random, options: LifeOptions) {
    [this.#places, this.#random, this.#options] = [places, random, options];
    this.#models = places.flatMap(({ wire }, index) =>
      [wire.model, ...index === 0 && options.sibling !== undefined ? [options.sibling] : []].map((model) =>
        `${wire.provider}/${model}`
      )
    );
    this.#canFallBack = random.fork("fallback").chance(0.5);
    const drawn = randomDefinition(random.fork("agent"), places[0]?.wire.provider ?? "");
    const { compaction } = options;
    this.#first = this.#definition = compaction === undefined ? drawn : { ...drawn, compaction };
    this.#tell();
    this.#hasSource = random.fork("source").chance(0.3);
    this.#deploys = random.fork("deploys");
    this.#ids = random.fork("ids");
    this.#efforts = random.fork("efforts");
    this.#effort = options.efforts && this.#efforts.pick([undefined, ...options.efforts]);
    const hasPlugin = Deno.env.get("NUDGE") === "1" || random.fork("plugin").chance(0.3);
    const isRedacted = Deno.env.get("REDACT") === "1" || random.fork("redaction").chance(0.3);
    this.#plugins = [...hasPlugin ? [nudging] : [], ...isRedacted ? [redacting] : []];
    this.#isolates = [0, 1].map(() => this.#deploy());
  }

  #deploy(): Isolate {
    const places = this.#places;
    const [model = "", ...others] = this.#models;
    const settings = {
      ...places[0]?.wire.settings,
      ...(this.#effort === undefined ? {} : { reasoningEffort: this.#effort }),
    };
    const other = others.at(-1);
    const deps = createDeps({
      registry: PROVIDERS,
      clock: () => Date.now() + this.#ahead,
      random: (count) => this.#ids.bytes(count),
      env: {
        ...Object.assign({}, ...places.map(({ wire, server }) => wire.env(server))),
        TREADLE_API_KEYS: `${TENANT}:${KEY}`,
        TREADLE_STORE: "test",
        TREADLE_PREFIX_CHECKS: "strict",
      },
      ...Object.assign({}, ...places.map(partsOf)),
      agents: [defineAgent({
        name: "a",
        model,
        ...this.#definition,
        ...(other === undefined ? {} : { models: others }),
        ...(other !== undefined && this.#canFallBack ? { fallbackModel: other } : {}),
        ...(Object.keys(settings).length === 0 ? {} : { settings }),
        ...(this.#hasSource ? { toolSources: [this.#source] } : {}),
      })],
      plugins: [
        ...this.#plugins,
        approvals(),
        forks(),
        media(),
        orchestration(),
        policies(),
        summaries(),
        pins(),
      ],
      sleep: (ms, signal) => sleep(ms <= LONGEST_PAUSE_MS ? 0 : ms, signal),
      log: (_level, message, fields) => {
        if (/^prefix changed$|not written again/.test(message)) {
          this.#complaints.push(JSON.stringify({ message, ...fields }));
        }
      },
      stores: { test: () => this.#store },
    });
    return { deps, app: createApp(deps) };
  }

  #tell(): void {
    const { tools = [], ...told } = this.#definition;
    this.#story.push(JSON.stringify({ ...told, tools: tools.map(({ name }) => name).join() }));
  }

  // One isolate at a time: the other one still has the definition from before, and threads go from one to the other and back.
  #redeploy(): void {
    const random = this.#deploys;
    const { efforts } = this.#options;
    if (efforts !== undefined && this.#efforts.chance(0.5)) {
      this.#effort = this.#efforts.pick([undefined, ...efforts, ...efforts]);
      this.#story.push(`the effort is ${this.#effort}`);
    }
    if (random.chance(0.7)) {
      this.#definition = changedDefinition(random, this.#definition, this.#first);
      this.#tell();
    }
    const place = random.between(0, 1);
    this.#story.push(`isolate ${place} is deployed`);
    this.#isolates[place] = this.#deploy();
  }

  async through(): Promise<Life> {
    await this.#act("t1", "POST", "/steps", { agent: "a", input: "Question?", until: "step" });
    for (let act = 0; act < (this.#options.acts ?? 12); act++) await this.#randomAct();
    const entries = new Map<string, readonly Entry[]>();
    const exports = new Map<string, string>();
    for (const thread of this.#threads) {
      entries.set(thread, await this.#entriesOf(thread));
      if (this.#options.exports) exports.set(thread, await this.#exportOf(thread));
    }
    for (const { server } of this.#places) assert.deepEqual(server.complaints, [], this.#story.join("\n"));
    const parts = this.#isolates[0]?.deps ?? assert.fail();
    return {
      sent: this.#sent,
      entries,
      story: this.#story,
      exports,
      parts,
      complaints: this.#complaints,
      isRedacted: this.#plugins.includes(redacting),
      isInText: this.#first.historyForm === "text",
    };
  }

  async #randomAct(): Promise<void> {
    const random = this.#random;
    if (this.#deploys.chance(0.2)) this.#redeploy();
    const thread = this.#threads[random.between(0, this.#threads.length - 1)] ?? "t1";
    const view = await this.#ask(thread, "GET", "");
    const waiting = view.calls?.find(({ state }) => state === "approval");
    const ofClient = view.calls?.filter(({ state }) => state === "client") ?? [];
    if (waiting !== undefined && random.chance(0.8)) {
      const answer = random.pick<object>([
        { approved: true },
        { approved: true, args: { at: "another place" } },
        { approved: false, reason: "Not now." },
      ]);
      await this.#act(thread, "POST", `/approvals/${waiting.id}`, answer);
      return await this.#act(thread, "POST", "/steps", { until: "done" });
    }
    if (ofClient.length > 0) {
      const toolResults = ofClient.map(({ id }) => ({ callId: id, output: "The page has done it." }));
      return await this.#act(thread, "POST", "/steps", { toolResults, until: "done" });
    }
    const drawn = random.next();
    if (drawn < 0.08) {
      return await this.#act(thread, "PUT", "/plan", { plan: { phase: random.between(1, 9) } });
    }
    if (drawn < 0.13) {
      const pins = { add: [random.between(0, 6)], remove: random.chance(0.3) ? [random.between(0, 6)] : [] };
      return await this.#act(thread, "POST", "/steps", { pins, input: this.#input(), until: "done" });
    }
    if (drawn < 0.18 && this.#threads.length < 3) {
      const { id } = await this.#ask(thread, "POST", "/fork", { calls: random.pick(["skip", "run"]) });
      if (id !== undefined) this.#threads.push(id);
      return;
    }
    if (drawn < 0.23) return void this.#source.edition++;
    if (drawn < 0.3) {
      return await this.#act(thread, "POST", "/steps", { until: random.pick(["step", "done"]) });
    }
    await this.#act(thread, "POST", "/steps", {
      input: this.#input(),
      until: random.pick(["step", "settled", "done", "done"]),
      ...(random.chance(0.45) ? { toolChoice: this.#choice() } : {}),
      ...(random.chance(0.1) ? { clientTools: [{ name: "show", description: "Shows on the page." }] } : {}),
      ...(random.chance(0.1) ? { limits: { calls: random.between(1, 6) } } : {}),
      ...(this.#models.length > 1 && random.chance(0.4) ? { model: this.#model() } : {}),
    });
  }

  #model(): string {
    return this.#models[this.#random.between(0, this.#models.length - 1)] ?? assert.fail();
  }

  #choice() {
    return this.#random.pick<string | object>([
      "required",
      "none",
      "look",
      { type: "allowed", names: ["look", "find"], mode: "auto" },
      { type: "allowed", names: ["look", "dump"], mode: "required" },
      { type: "auto", disable_parallel_tool_use: true },
    ]);
  }

  #input(): unknown {
    const text = `Question ${this.#inputs++}?`;
    if (!this.#random.chance(0.1)) return text;
    return { parts: [{ type: "text", text }, { type: "image", mediaType: "image/png", data: PIXEL }] };
  }

  async #act(thread: string, method: string, path: string, body: object): Promise<void> {
    const before = (await this.#entriesOf(thread)).length;
    this.#ahead += LONGEST_PAUSE_MS;
    const { status } = await this.#ask(thread, method, path, body);
    this.#story.push(`${thread} ${method} ${path} ${JSON.stringify(body)} -> ${status}`);
    const all = this.#places.flatMap(({ wire, server }) => server.requests.map((each) => ({ each, wire })));
    all.sort((one, other) => one.each.at - other.each.at);
    for (const { each: { path, text, status }, wire } of all.slice(this.#taken)) {
      this.#sent.push({ thread, path, text, status, before, wire });
    }
    this.#taken = all.length;
  }

  async #ask(thread: string, method: string, path: string, body?: object): Promise<Answer> {
    const response = await this.#reach(thread, method, path, body);
    const answer = await response.json();
    assert.notEqual(
      response.status,
      500,
      `${this.#story.join("\n")}\n${path} ${JSON.stringify([body, answer])}`,
    );
    return { ...answer, status: response.status };
  }

  async #reach(thread: string, method: string, path: string, body?: object): Promise<Response> {
    const [first, second] = this.#isolates;
    const isFirst = this.#random.chance(0.5);
    if (method !== "GET") this.#story.push(`at isolate ${isFirst ? 0 : 1}:`);
    const isolate = (isFirst ? first : second) ?? assert.fail();
    return await isolate.app.fetch(
      new Request(`http://treadle.test/v1/threads/${thread}${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
      { defer: (promise) => void promise.catch(() => {}) },
    );
  }

  async #exportOf(thread: string): Promise<string> {
    return await (await this.#reach(thread, "GET", "/export")).text();
  }

  async #entriesOf(thread: string): Promise<readonly Entry[]> {
    const page = await this.#store.history({ tenant: TENANT, thread }, { after: 0, limit: 10_000 });
    return (page?.entries ?? []).map(readEntry);
  }
}

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
