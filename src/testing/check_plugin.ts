// checkPlugin: a plugin under what a deployment may do to it.

import type { Agent } from "../core/agent.ts";
import { AgentError, toAgentError } from "../core/error.ts";
import { canonicalJson } from "../core/text/hash.ts";
import type { Store } from "../core/store.ts";
import { createDeps } from "../deps/create_deps.ts";
import { sleep } from "../deps/ports.ts";
import { callsAwaiting, heldView } from "../core/held_calls/held_view.ts";
import type { JudgedCall } from "../kernel/hooks/facts.ts";
import type { StepPlugin } from "../kernel/hooks/plugin.ts";
import { withNeededPlugins } from "../plugins/plugins_for_tests.ts";
import { createScriptedProvider } from "../providers/scripted/provider.ts";
import type { Scenario } from "../providers/scripted/scenario.ts";
import type { RunResult } from "../kernel/result.ts";
import { startRun } from "../kernel/run.ts";
import { decideApproval } from "../kernel/threads/decide_approval.ts";
import { readThread } from "../kernel/threads/threads.ts";
import { createMemoryStore } from "../stores/embedded/memory.ts";
import {
  BEGINS_AT,
  countersIn,
  measureStates,
  outcomesIn,
  type OwnStates,
  ownStatesIn,
  REF,
  replayStates,
} from "./checked_thread.ts";
import { decideTwice, inWords } from "./decide_twice.ts";
import { createRecordingStore } from "./recording_store.ts";

/** The thread that a plugin is checked in. */
export interface CheckedThread {
  /** Its model has to be `scripted/…`. With tools of the effect `once` a crash leaves other outcomes, and the states are not compared. */
  readonly agent: Agent;
  /** What the model answers, turn by turn, over all runs. */
  readonly script: Scenario;
  /** An input a run, in order. */
  readonly inputs: readonly string[];
  /** Other plugins of the deployment; none by default. Where none requests approvals, `approvals()` is added; a policy of the agent is kept by `policies()`. */
  readonly beside?: readonly StepPlugin[];
  /** Earlier versions of the plugin, which a thread of at least two inputs may have begun with; none by default. */
  readonly earlier?: readonly StepPlugin[];
  /** Whether people approve a call that waits for them; they approve all by default. No person answers a question: the next input goes on. */
  readonly approves?: (call: Pick<JudgedCall, "name" | "args">) => boolean;
}

/** What {@link checkPlugin} has found. */
export interface PluginReport {
  /** What is wrong, in sentences; empty for a plugin that keeps its promises. */
  readonly problems: readonly string[];
  /** Machines that vanished in the course of it. */
  readonly crashes: number;
  /** Those of them behind which calls had other outcomes, as of tools with the effect `once`: their states and counters were not compared. */
  readonly uncompared: number;
  /** UTF-8 bytes of the largest state that a commit has stored. */
  readonly largestBytes: number;
}

/** Longer than any lease and any pause before another try. */
const LATER_MS = 120_000;
/** Pauses before another try are at most so long, and left out; what is longer is a deadline. */
const LONGEST_PAUSE_MS = 8_000;
/** Machines that one thread may need at most. */
const MACHINES = 8;

/**
 * Runs a thread with the plugin: as it is; with every decision made twice; with the plugins in the opposite order; and once for each call
 * of the store, with a machine that vanishes before it and one that vanishes behind it, while another one goes on. The states have to be
 * the same in the end, and those that the history alone leads to; each step has to be counted once. Calls that wait for people are decided
 * by as many as have to approve. A thread that an earlier version has begun has to go on with the plugin, and one of the plugin is refused
 * by a lower version, or goes on. The module of its place on the page has to parse, and to export `mount`.
 *
 * @throws {AgentError} config_invalid, agent_invalid - the plugin, the agent or the plugins beside it cannot be deployed
 *
 * @example
 * ```ts
 * import { defineAgent, definePlugin, defineTool, scenario } from "../mod.ts";
 * import { checkPlugin } from "./mod.ts";
 * import * as z from "zod/mini";
 * import assert from "node:assert/strict";
 *
 * const counts = definePlugin({
 *   name: "counts",
 *   slices: { thread: { schema: z.object({ calls: z.number() }), initial: { calls: 0 } } },
 *   compile: () => ({ observed: (seen, { thread }) => ({ thread: { calls: thread.calls + seen.length } }) }),
 * });
 * const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "blue" });
 * const agent = defineAgent({ name: "a", model: "scripted/a", tools: [look] });
 * const script = scenario().calls("look").next().says("It is blue.");
 * const { problems, crashes } = await checkPlugin(counts, { agent, script, inputs: ["What colour?"] });
 * assert.deepEqual(problems, []);
 * assert.ok(crashes > 3);
 * ```
 */
export async function checkPlugin(plugin: StepPlugin, thread: CheckedThread): Promise<PluginReport> {
  const problems = new Set<string>();
  const { beside = [] } = thread;
  const whole = await runThrough(plugin.name, [plugin, ...beside], thread);
  if (whole.error !== undefined) {
    problems.add(`The thread ends with ${whole.error.code}: ${whole.error.message}`);
  }
  if (whole.error === undefined && canonicalJson(whole.replayed) !== canonicalJson(whole.states)) {
    problems.add(
      `The entries lead to other states, with which a fork begins: ${inWords(whole.replayed)}; ` +
        `the thread has ${inWords(whole.states)}.`,
    );
  }
  for (const failure of [...whole.failures, ...await findPageProblems(whole.page)]) problems.add(failure);
  const compare = (other: Ended, when: string) => {
    for (const part of ["states", "counters"] as const) {
      const [found, expected] = [canonicalJson(other[part]), canonicalJson(whole[part])];
      if (found !== expected) problems.add(`The ${part} differ ${when}: ${found}.`);
    }
  };

  const twice = await runThrough(plugin.name, [decideTwice(plugin, problems), ...beside], thread);
  compare(twice, "when every decision is made twice");
  const opposite = await runThrough(plugin.name, [...beside.toReversed(), plugin], thread);
  compare(opposite, "with the plugins in the opposite order");
  let crashes = 0;
  let uncompared = 0;
  for (let call = 1; call <= whole.calls; call++) {
    for (const answerLost of [false, true]) {
      const ended = await runThrough(plugin.name, [plugin, ...beside], thread, {
        vanishes: { call, answerLost },
      });
      crashes += ended.crashes;
      if (canonicalJson(ended.outcomes) !== canonicalJson(whole.outcomes)) {
        uncompared += ended.crashes;
        continue;
      }
      const where = `${answerLost ? "behind" : "before"} call ${call} of the store`;
      compare(ended, `when the machine vanishes ${where}`);
    }
  }
  for (const problem of await rollingProblems(plugin, thread)) problems.add(problem);
  return { problems: [...problems], crashes, uncompared, largestBytes: whole.largestBytes };
}

/** What goes wrong while deployments of both versions serve a thread: its first input meets one, and the others the other one. */
async function rollingProblems(plugin: StepPlugin, thread: CheckedThread): Promise<string[]> {
  const { beside = [], earlier = [], inputs } = thread;
  const problems: string[] = [];
  if (earlier.length > 0 && inputs.length < 2) {
    problems.push("Earlier versions are checked by two inputs at least.");
  }
  const versionOf = ({ version = 1 }: StepPlugin) => version;
  for (const old of earlier) {
    const [before, now] = [[old, ...beside], [plugin, ...beside]];
    const on = await runThrough(plugin.name, now, thread, { begunWith: before });
    if (on.error !== undefined) {
      problems.push(
        `A thread of version ${versionOf(old)} does not go on: ${on.error.code}: ${on.error.message}`,
      );
    }
    const back = await runThrough(plugin.name, before, thread, { begunWith: now });
    const isRefused = versionOf(old) < versionOf(plugin) && back.error?.code === "schema_unsupported";
    if (back.error !== undefined && !isRefused) {
      problems.push(
        `A thread of version ${versionOf(plugin)} ends with ${back.error.code} where version ${
          versionOf(old)
        } is still deployed: ` +
          back.error.message,
      );
    }
  }
  return problems;
}

/** The outcome of a thread. */
interface Ended {
  /** The stored states of the plugin. */
  readonly states: OwnStates;
  /** Those that the history alone leads to. */
  readonly replayed: OwnStates;
  /** What the ledger has of the plugin, each counter behind what it belongs to. */
  readonly counters: Record<string, number>;
  readonly outcomes: string[];
  readonly error: AgentError | undefined;
  /** What the log says of hooks that failed and ended no step: those of `judge`, `remind` and `count`. */
  readonly failures: readonly string[];
  /** The module of the plugin for the page; undefined where it has none. */
  readonly page: string | undefined;
  /** Calls of the store. */
  readonly calls: number;
  readonly crashes: number;
  readonly largestBytes: number;
}

/** What happens to a thread while it runs. */
interface Incident {
  /** The machine is gone before or behind this call of the store. */
  readonly vanishes?: { readonly call: number; readonly answerLost: boolean };
  /** The plugins of the deployment that has the first input. */
  readonly begunWith?: readonly StepPlugin[];
}

/** Every input of the thread, each sent again with its key until it has an answer. `name`: of the plugin that is checked. */
async function runThrough(
  name: string,
  plugins: readonly StepPlugin[],
  { agent, script, inputs, approves = () => true }: CheckedThread,
  { vanishes, begunWith = plugins }: Incident = {},
): Promise<Ended> {
  const inner = createMemoryStore({ clock: () => now });
  let now = BEGINS_AT;
  let crashes = 0;
  const machine = createRecordingStore(inner);
  let largestBytes = 0;
  const failures = new Set<string>();
  if (vanishes !== undefined) {
    machine.fail({
      ...vanishes,
      forGood: true,
      error: new AgentError("store_unavailable", "The machine is gone."),
    });
  }
  const deploy = async (store: Store, plugins: readonly StepPlugin[]) =>
    createDeps({
      env: { TREADLE_STORE: "checked", TREADLE_OPEN: "1" },
      agents: [agent],
      plugins: await withNeededPlugins({ plugins, agents: [agent] }),
      providers: [createScriptedProvider({ script })],
      stores: { checked: () => store },
      clock: () => now,
      sleep: (ms, signal) => sleep(ms <= LONGEST_PAUSE_MS ? 0 : ms, signal),
      log: (_level, message, { detail } = {}) => {
        if (message === "plugin failed") failures.add(String(detail));
      },
    });
  let deps = await deploy(machine.store, begunWith);
  let error: AgentError | undefined;
  for (const [index, input] of inputs.entries()) {
    if (index === 1 && begunWith !== plugins) deps = await deploy(machine.store, plugins);
    for (let attempt = 0; attempt < MACHINES; attempt++) {
      error = await answerInput({ index, input });
      largestBytes = Math.max(largestBytes, await measureStates(inner, name));
      if (error?.code !== "store_unavailable") break;
      crashes++;
      now += LATER_MS;
      deps = await deploy(inner, plugins);
    }
    if (error !== undefined) break;
  }
  const states = await ownStatesIn(inner, name);
  return {
    states,
    // By a machine that is there: what loads decisions may ask the store for them.
    replayed: await replayStates(inner, name, await deploy(inner, plugins)),
    counters: await countersIn(inner, plugins.find((plugin) => plugin.name === name), now),
    outcomes: await outcomesIn(inner),
    error,
    failures: [...failures],
    page: deps.pageModules.get(name),
    calls: machine.calls.length,
    crashes,
    largestBytes,
  };

  async function answerInput(
    { index, input }: { index: number; input: string },
  ): Promise<AgentError | undefined> {
    try {
      let result = await send(`input-${index}`, [input]);
      for (let round = 1; waitsForApprovals(result); round++) {
        await decideAll();
        result = await send(`input-${index}-${round}`, []);
      }
      return result.error;
    } catch (thrown) {
      return toAgentError(thrown);
    }
  }

  async function send(key: string, input: readonly string[]): Promise<RunResult> {
    const started = await startRun({
      ref: REF,
      agent: agent.name,
      inputs: input,
      until: "done",
      toolResults: [],
      busy: "reject",
      resumable: false,
      idempotency: { key, bodyHash: key },
    }, deps);
    if (started.type === "queued") throw new AgentError("thread_busy", "The input was queued.");
    return await started.run(() => {});
  }

  /** Decides what has no decision yet: after a crash some people may have answered. */
  async function decideAll(): Promise<void> {
    const { calls } = await readThread(REF, deps);
    for (const call of callsAwaiting("people", calls)) {
      const approved = approves(call);
      const { needed = 1, decisions = [] } = call.approval ?? {};
      for (let person = decisions.length; person < (approved ? needed : 1); person++) {
        await decideApproval(REF, call.id, { by: `person-${person + 1}`, approved, via: "api" }, deps);
      }
    }
  }
}

/** True for a run that goes on when people have approved or denied calls. */
function waitsForApprovals({ error, calls }: RunResult): boolean {
  const waiting = callsAwaiting("people", calls);
  return error === undefined && waiting.length > 0 && !waiting.some((call) => heldView(call).asks);
}

/**
 * The problems of a module for the page, in sentences, as far as they can be seen without a browser: what only a browser has, such as the
 * class of an element, is none.
 */
async function findPageProblems(module: string | undefined): Promise<string[]> {
  if (module === undefined) return [];
  try {
    const loaded = await import(`data:text/javascript;charset=utf-8,${encodeURIComponent(module)}`);
    return typeof loaded.mount === "function" ? [] : ["The module of its page exports no function mount."];
  } catch (thrown) {
    const [words = ""] = String(thrown).split("\n"); // on Deno `TypeError: SyntaxError: ...`, and the module behind it
    return words.includes("SyntaxError") ? [`The module of its page does not parse: ${words}`] : [];
  }
}
