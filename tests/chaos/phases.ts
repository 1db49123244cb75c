// One run of orchestrators under chaos: each directs three workers through a plan of five phases, two of them side by side. What
// must hold afterwards: every phase is finished once, by one thread, and no `once` call has run twice.

import { agent } from "../../src/agents/builder.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { AgentError } from "../../src/core/error.ts";
import type { Turn } from "../../src/core/driver.ts";
import type { Entry } from "../../src/core/entry.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { Store } from "../../src/core/store.ts";
import { parsePhases } from "../../src/core/plan/strategic_plan.ts";
import type { ThreadRef } from "../../src/core/store/thread.ts";
import type { ScriptedPlan } from "../../src/kernel/drivers/scripted.ts";
import type { StepRequest, Until } from "../../src/kernel/request.ts";
import { decideApproval } from "../../src/kernel/threads/decide_approval.ts";
import { cancelThread, readThread } from "../../src/kernel/threads/threads.ts";
import { createExecutor } from "../../src/kernel/tools/executor.ts";
import { readState } from "../../src/kernel/stored.ts";
import { checkedHistory } from "../support/invariants.ts";
import { NO_SOURCES, NO_WAKES } from "../support/unused_deps.ts";
import { Random } from "./random.ts";
import type { StoreUnderChaos } from "./stores.ts";
import { syncDigests } from "./sync_digest.ts";
import { VirtualTime } from "./virtual_time.ts";
import { Worker } from "./worker.ts";
import { World } from "./world.ts";
import { hostOf } from "../support/lab.ts";

export interface PhaseChaosOptions {
  readonly store: StoreUnderChaos;
  readonly seed: number;
  /** Probability of a crash at each await. */
  readonly crash: number;
  readonly threads: number;
  /** Cancels orchestrators in the middle. */
  readonly cancels?: boolean;
}

export interface PhaseChaosResult {
  readonly crashes: number;
  readonly stalls: number;
  /** What does not hold. */
  readonly failures: readonly string[];
}

const PHASES: JsonObject[] = [
  { id: "facts", worker: "research", after: [] },
  { id: "figures", worker: "research", after: [] },
  { id: "draft", worker: "write", after: ["facts", "figures"] },
  { id: "review", worker: "check", after: ["draft"] },
  { id: "final", worker: "write", after: ["review"] },
].map((phase): JsonObject => ({ ...phase, goal: `Do ${phase.id}.`, done_when: "It is done." }));

const CALLED = [["facts", "figures"], ["draft"], ["review"], ["final"]];

/** Requests of one orchestrator before it counts as stuck. */
const PATIENCE = 4_000;

export async function runPhaseChaos(
  { store, seed, crash, threads, cancels = false }: PhaseChaosOptions,
): Promise<PhaseChaosResult> {
  using _digests = syncDigests();
  const time = new VirtualTime();
  const random = new Random(`phases ${store.name} ${crash} ${seed}`);
  const loss = 0.05;
  const [lead, ...workers] = agents();
  const world = new World({
    time,
    random,
    agent: lead,
    crew: { agents: workers, planFor },
    alter: (deps) => deps,
    odds: { crash, loss: store.losesAnswers ? loss / 5 : loss, duplicate: 0, stall: 0.01 },
  });
  await using opened = await store.open({ time, random: random.fork("wire"), loss });
  const isolates = opened.isolates.map((isolate) => world.watched(isolate));
  const failures: string[] = [];
  const lives = Array.from({ length: threads }, async (_, index) => {
    const ref = { tenant: "acme", thread: `t${index}` };
    const until = (["done", "step", "settled"] as const)[index % 3] ?? "done";
    failures.push(
      ...await live(ref, until, {
        world,
        isolates,
        random: random.fork(ref.thread),
        cancels,
      }),
    );
  });
  await time.run(Promise.all(lives));
  failures.push(...world.violations.map(({ kind, message }) => `${kind}: ${message}`));
  const twice = world.charges.filter((charge, index) => world.charges.indexOf(charge) < index);
  failures.push(...twice.map((charge) => `once_repeated: ${charge}`));
  return { crashes: world.tally.crashes, stalls: world.tally.stalls, failures };
}

interface Scene {
  readonly world: World;
  readonly isolates: readonly Store[];
  readonly random: Random;
  /** Somebody cancels now and then. */
  readonly cancels: boolean;
}

/** Sends requests until the orchestrator has answered, then looks at what is there. */
async function live(
  ref: ThreadRef,
  until: Until,
  { world, isolates, random, cancels }: Scene,
): Promise<string[]> {
  const { time } = world;
  const [first = never(), ...others] = isolates;
  const isolate = () => random.pick([first, ...others]);
  const ends: Record<string, number> = {};
  for (let count = 0; count < PATIENCE; count++) {
    const snapshot = await time.hold(first.read(ref));
    if (snapshot?.header.status === "done") return await check(ref, first, world);
    const request: StepRequest = {
      ref,
      until,
      toolResults: [],
      busy: "reject",
      resumable: count % 3 === 0,
      ...(snapshot === undefined
        ? { agent: "lead", inputs: ["Write a report."], idempotency: { key: "first", bodyHash: "first" } }
        : { inputs: [] }),
    };
    if (snapshot?.header.status === "cancelled") return await checkCancelled(ref, first, world);
    await answer(ref, isolate(), world, random);
    if (cancels && snapshot !== undefined && count > 3 && random.chance(0.1)) {
      const deps = { store: isolate(), agents: new Map([["lead", world.agent]]) };
      await time.hold(cancelThread(ref, deps));
    }
    const worker = new Worker(world, isolate(), random.fork(`worker ${count}`));
    const delivered = await worker.serve(request);
    const end = delivered.type === "refused"
      ? delivered.error.code
      : delivered.type === "answered"
      ? delivered.answer.error?.code ?? "answered"
      : delivered.type;
    ends[end] = (ends[end] ?? 0) + 1;
    await time.sleep(random.pick([random.between(1, 3_000), random.between(1, 31_000)]));
  }
  return [`${ref.thread} is stuck: ${JSON.stringify(ends)}`];
}

/** A person approves what waits in a phase, at the path of the root. */
async function answer(
  ref: ThreadRef,
  store: Store,
  { time, agent, crew }: World,
  random: Random,
): Promise<void> {
  const { clock, sleep } = time;
  const agents = new Map([agent, ...crew?.agents ?? []].map((known) => [known.name, known]));
  const executor = createExecutor({ clock, sleep });
  const deps = {
    store,
    clock,
    sleep,
    agents,
    executor,
    log: () => {},
    wakes: NO_WAKES,
    sources: NO_SOURCES,
    plugins: hostOf(),
  };
  const detail = await time.hold(readThread(ref, deps).catch(ifRefused));
  const waiting = detail?.calls.filter(({ state }) => state === "approval") ?? [];
  for (const { id } of waiting) {
    const decision = { approved: random.chance(0.7), by: "ann", via: "api" } as const;
    // An answer that comes while a step runs is given again the next time.
    await time.hold(decideApproval(ref, id, decision, deps).catch(ifRefused));
  }
}

function ifRefused(error: unknown): undefined {
  if (error instanceof AgentError) return undefined;
  throw error;
}

/** Nothing of a cancelled run goes on: a cancel that is repeated finds no phase that runs. */
async function checkCancelled(ref: ThreadRef, store: Store, { agent, time }: World): Promise<string[]> {
  await time.hold(cancelThread(ref, { store, agents: new Map([["lead", agent]]) }));
  await time.sleep(120_000);
  const list = await time.hold(store.list(ref.tenant, { limit: 100 }));
  return list.threads.flatMap(({ thread, header }) => {
    if (!thread.startsWith(`${ref.thread}.`)) return [];
    const isOver = header?.status === "done" || header?.status === "cancelled";
    return isOver ? [] : [`${thread} is ${header?.status} though its root was cancelled`];
  });
}

async function check(ref: ThreadRef, store: Store, { time }: World): Promise<string[]> {
  const failures: string[] = [];
  const history = (thread: string) => time.hold(checkedHistory(store, { ...ref, thread }));
  const entries = await history(ref.thread);
  const finished = entries.flatMap((entry) => observedPhase(entry));
  const names = finished.map(({ phase }) => phase);
  if (names.join() !== PHASES.map(({ id }) => id).join()) {
    failures.push(`${ref.thread}: phases ${names.join()}`);
  }
  const list = await time.hold(store.list(ref.tenant, { limit: 100 }));
  const below = list.threads.map(({ thread }) => thread).filter((thread) =>
    thread.startsWith(`${ref.thread}.`)
  );
  if (below.toSorted().join() !== finished.map(({ thread }) => thread).toSorted().join()) {
    failures.push(`${ref.thread}: threads ${below.join(" ")}`);
  }
  for (const { thread, phase } of finished) {
    const own = await history(thread);
    const inputs = own.filter((entry) => entry.type === "user" && entry.resultOf === undefined).length;
    const plans = own.filter(({ type }) => type === "assistant").length;
    if (inputs !== 1 || plans !== 2) {
      failures.push(`${thread}: ${inputs} inputs, ${plans} plans for ${phase}`);
    }
  }
  const snapshot = await time.hold(store.read(ref));
  const state = snapshot && readState(ref, snapshot.header);
  const states = parsePhases(state?.plan)?.map((phase) => phase.state).join();
  if (states !== "finished,finished,finished,finished,finished") {
    failures.push(`${ref.thread}: plan ${states}`);
  }
  // What the phases have cost counts in the root: six plans of its own, and every step of theirs.
  const counted = (snapshot?.header.counters.steps ?? 0) + (state?.extraSteps ?? 0);
  let steps = 6;
  for (const { thread } of finished) {
    steps += (await time.hold(store.read({ ...ref, thread })))?.header.counters.steps ?? 0;
  }
  if (counted < steps) failures.push(`${ref.thread}: ${counted} steps are counted, of ${steps}`);
  return failures;
}

function observedPhase(entry: Entry): { phase: string; thread: string }[] {
  if (entry.type !== "tool" || entry.name !== "run_phase" || entry.outcome !== "completed") return [];
  const { phase, thread } = Object(entry.output);
  return [{ phase: String(phase), thread: String(thread) }];
}

/** Every phase calls one tool and answers. */
function planFor({ agent, history: { entries } }: Turn): ScriptedPlan {
  const plans = entries.filter(({ type }) => type === "assistant").length;
  if (agent.name === "lead") {
    if (plans === 0) return { calls: [{ tool: "write_plan", args: { phases: PHASES } }] };
    const called = CALLED[plans - 1];
    if (called === undefined) return { says: "All is done." };
    return { calls: called.map((phase) => ({ tool: "run_phase", args: { phase } })) };
  }
  const input = entries.find((entry) => entry.type === "user");
  if (plans > 0) return { says: `${agent.name} is done.` };
  const tool = agent.name === "checker" ? "sign" : "charge";
  return { calls: [{ tool, args: { reference: input?.id ?? "" } }] };
}

function agents() {
  const limits = { stepMs: 3_600_000 };
  const charge = defineTool({
    name: "charge",
    description: "Charges a card.",
    effect: "once",
    parameters: ["reference"],
    timeoutMs: 600_000,
    run: () => null,
  });
  const sign = defineTool({
    name: "sign",
    description: "Signs.",
    effect: "once",
    parameters: ["reference"],
    needsApproval: true,
    timeoutMs: 600_000,
    run: () => null,
  });
  const named = (name: string) =>
    agent(name).driver("scripted").instructions(`You are ${name}.`).limits(limits);
  const worker = (name: string) => named(name).tool(charge, sign).build();
  const workers = {
    research: { agent: "researcher" },
    write: { agent: "writer" },
    check: { agent: "checker" },
  };
  return [
    named("lead").orchestrate({ workers }).build(),
    ...["researcher", "writer", "checker"].map(worker),
  ] as const;
}

function never(): never {
  throw new Error("There is no isolate.");
}
