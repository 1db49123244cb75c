// Whether a model calls the right tool, with all tools in the prompt and with a selection of them. The sets are those of ../shared/data; the
// model is a simulated one, or one of a provider: TREADLE_BENCH_MODEL=openai/gpt-5-mini with its key.

import type { JsonObject } from "../../../src/core/json.ts";
import { listCalls } from "../../../src/core/entry.ts";
import type { ModelRequest, ModelResult, Provider, StreamIo } from "../../../src/core/model/provider.ts";
import {
  createDeps,
  createScriptedProvider,
  defineAgent,
  defineTool,
  scenario,
  startRun,
} from "../../../src/mod.ts";
import { readEntry } from "../../../src/kernel/history/codec.ts";
import { toolSelection } from "../../../src/plugins/selection/mod.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { mulberry32 } from "../../support/mulberry32.ts";
import { readSet } from "../../plugins/selection/lexical/sets.ts";

/** A query and the tool that is right. */
interface Task {
  readonly query: string;
  readonly expected: string;
}

/** A part of the sets: so many tools, and queries whose tool is among them. */
export interface Sample {
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly parameters: object;
  }[];
  readonly tasks: readonly Task[];
}

/** Tools of both sets, drawn by a seed, with at most so many tasks. */
export function drawSample(count: number, tasks: number, seed: number): Sample {
  const random = mulberry32(seed);
  const sets = ["metatool", "seal-tools"].map(readSet);
  const asked = new Set(sets.flatMap(({ cases }) => cases).map(({ expected: [name] }) => name));
  const named = new Set<string>();
  const tools = sets.flatMap(({ catalogue }) => catalogue.tools).filter(({ name }) =>
    asked.has(name) && !named.has(name) && named.add(name) && /^[\w-]{1,64}$/.test(name)
  );
  const drawn = shuffled(tools, random).slice(0, count);
  const there = new Set(drawn.map(({ name }) => name));
  const all = sets.flatMap(({ cases }) => cases).flatMap(({ query, expected: [expected, ...more] }) =>
    expected !== undefined && more.length === 0 && there.has(expected) ? [{ query, expected }] : []
  );
  return { tools: drawn, tasks: shuffled(all, random).slice(0, tasks) };
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items.map((item) => ({ item, place: random() })).sort((a, b) => a.place - b.place).map(({ item }) =>
    item
  );
}

/** How the tasks went. */
export interface Accuracy {
  readonly right: number;
  readonly tasks: number;
  readonly requests: number;
  /** Tokens of input, as the provider says or as they are estimated. */
  readonly tokens: number;
}

/** Runs every task in a thread of its own. `offered`: all tools stand in the prompt. */
export async function measureAccuracy(
  { tools, tasks }: Sample,
  form: "all in the prompt" | "selection",
): Promise<Accuracy> {
  const made = tools.map(({ name, description, parameters }) =>
    defineTool({
      name,
      description,
      parameters: { type: "object", ...parameters },
      effect: "pure",
      run: () => "Done.",
    })
  );
  const model = Deno.env.get("TREADLE_BENCH_MODEL");
  const store = createMemoryStore();
  const agent = defineAgent({
    name: "a",
    model: model ?? "scripted/preferring",
    instructions: "Call the one tool that does what the user asks.",
    ...(form === "selection" ? { selection: toolSelection({ tools: made }) } : { tools: made }),
    limits: { stepsPerRun: 6, repeatedCalls: 100 },
  });
  const deps = createDeps({
    env: { ...Deno.env.toObject(), TREADLE_STORE: "bench", TREADLE_OPEN: "1" },
    agents: [agent],
    ...(model === undefined ? { providers: [preferring()] } : {}),
    log: () => {},
    stores: { bench: () => store },
  });
  let [right, requests, tokens] = [0, 0, 0];
  for (const [index, { query, expected }] of tasks.entries()) {
    const ref = { tenant: "local", thread: `t${index}` };
    const started = await startRun({
      ref,
      agent: "a",
      inputs: [query],
      until: "done",
      toolResults: [],
      busy: "reject",
      resumable: false,
    }, deps);
    if (started.type !== "running") throw new Error(started.type);
    await started.run(() => {});
    const page = await store.history(ref, { after: 0, limit: 100 });
    const answers = (page?.entries ?? []).map(readEntry).filter((entry) => entry.type === "assistant");
    const called = answers.flatMap((entry) => listCalls(entry)).find(({ name }) => name !== "search_tools");
    if (called?.name === expected) right++;
    requests += answers.length;
    tokens += answers.reduce((sum, { usage }) => sum + usage.inputTokens, 0);
  }
  return { right, tasks: tasks.length, requests, tokens };
}

/**
 * A model whose preferences are known: it calls the visible tool that shares most words with the query, each word weighed by its length,
 * and errs the more the more tools it sees (a normal error of 0.06 of the score for each doubling). Where nothing fits, it searches once.
 */
function preferring(): Provider {
  const scripted = createScriptedProvider();
  return {
    ...scripted,
    stream(request: ModelRequest, io: StreamIo): Promise<ModelResult> {
      const turns = request.messages.filter(({ role }) => role === "assistant").length;
      let script = scenario();
      for (let turn = 0; turn < turns; turn++) script = script.next();
      const chosen = choose(request);
      script = chosen === undefined ? script.says("Done.") : script.calls(chosen.name, chosen.args);
      return createScriptedProvider({ script }).stream(request, io);
    },
  };
}

/** Below this share of the query's words no tool fits. */
const FITS = 0.12;

function choose(
  { messages, tools }: ModelRequest,
): { name: string; args: JsonObject } | undefined {
  const text = messages.flatMap((message) =>
    message.role === "user" && "text" in message ? [message.text] : []
  ).join(" ");
  const results = messages.flatMap((message) => message.role === "tool" ? [message.text] : []);
  if (results.some((result) => !result.startsWith('{"tools"'))) return undefined;
  const found = results.flatMap((result) => {
    const read = result.startsWith('{"tools"') ? JSON.parse(result).tools : [];
    return read.map((tool: { name: string; description: string }) => ({ ...tool, isFound: true }));
  });
  const isOwn = ({ name }: { name: string }) => name !== "search_tools" && name !== "call_tool";
  const visible = [...tools.filter(isOwn).map((tool) => ({ ...tool, isFound: false })), ...found];
  const random = mulberry32(text.length * 31 + visible.length);
  const scored = visible.map((tool) => {
    const fit = overlap(text, `${tool.name} ${tool.description}`);
    return { tool, fit, score: fit + 0.06 * fit * Math.log2(visible.length + 1) * normal(random) };
  }).sort((a, b) => b.score - a.score);
  const [best] = scored;
  const searches = tools.some(({ name }) => name === "search_tools") && found.length === 0;
  if (searches && (best === undefined || best.fit < FITS)) {
    return { name: "search_tools", args: { query: text.slice(0, 900) } };
  }
  if (best === undefined) return undefined;
  return best.tool.isFound
    ? { name: "call_tool", args: { name: best.tool.name, arguments: {} } }
    : { name: best.tool.name, args: {} };
}

function overlap(query: string, tool: string): number {
  const [asked, told] = [wordsOf(query), wordsOf(tool)];
  const weight = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + word.length, 0);
  return weight([...asked].filter((word) => told.has(word))) / Math.max(1, weight(asked));
}

function wordsOf(text: string): ReadonlySet<string> {
  const plain = text.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return new Set((plain.match(/[a-z]{4,}/g) ?? []).map((word) => word.replace(/(?:ing|ed|es|s)$/, "")));
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
