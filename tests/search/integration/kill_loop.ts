// `deno task kill-test`: load on a Deno server and on workerd over one Redis while all three are killed with SIGKILL at
// random moments and started again; with KILL_STORE=durable_objects on workerd, whose object is evicted as well. Servers are also paused (SIGSTOP) until others have taken their threads over, and then
// wake up. Clients repeat a request under its Idempotency-Key until it is answered; at the end
// _kill_verdict.ts compares what they were told with what the histories and the ledger say. KILL_SECONDS (120), KILL_SEED (1),
// KILL_THREADS (24). Moments and choices come from the seed; what they meet does not, since processes run as they like.

import { setTimeout as pause } from "node:timers/promises";
import type { BootedProcess } from "../../support/boot_deno.ts";
import { openScene, type RuntimeName, type Scene } from "../../slow/integration/_scene.ts";
import { createRandom, type Random } from "./_random.ts";
import { ThreadClient } from "./_kill_client.ts";
import { budgetAgrees, SPENDER, Spender } from "./_kill_spender.ts";
import { type Stage, STAGES } from "./_kill_stages.ts";
import { type Verdict, verdictOn } from "./_kill_verdict.ts";

export interface KillLoopOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly threads: number;
  /** Where threads are; Redis by default. */
  readonly store?: string;
}

export interface KillReport extends Verdict {
  /** How often each server and the store were killed, and servers were stopped for a while where there are others. */
  readonly attacks: Readonly<Record<string, number>>;
  /** Tokens that were answered to the user with a budget, and how often it was used up. */
  readonly spent: { readonly tokens: number; readonly refused: number };
  readonly requests: number;
  /** Requests that were sent again, by what made them be. */
  readonly retries: Readonly<Record<string, number>>;
  /** Starts of processes that failed and were tried again: the machine is slow, and nothing follows from it. */
  readonly slowStarts: readonly string[];
  /** Leases that were expired for dead workers. */
  readonly leases: number;
  /** Of load, with those by which it was put off. */
  readonly seconds: number;
}

/** What clients know of the servers. */
export interface Fleet {
  /** One of the servers, dead or alive: a client cannot know. */
  pick(random: Random): Server;
}

/** One life of a server, as a client knows it. */
export interface Server {
  readonly runtime: Pick<BootedProcess, "fetch">;
  isAlive: boolean;
}

/** One life of a server, as the attack knows it. */
interface Process extends Server {
  readonly runtime: BootedProcess;
}

export async function killLoop(
  { seconds, seed, threads, store = "redis" }: KillLoopOptions,
): Promise<KillReport> {
  const random = createRandom(seed);
  await using scene = await openScene({
    appendonly: true,
    ledgerMs: () => random.below(25),
    manner: () => ({ chunkDelayMs: random.below(3), chunks: [20] }),
  });
  const open = STAGES[store] ?? crash(`no stage has the store ${store}`);
  await using stage = await open(scene);
  const servers = new Map<RuntimeName, Process>();
  const slowStarts: string[] = [];
  const fleet: Fleet = { pick: (by) => servers.get(by.pick(stage.servers)) ?? crash("no server") };
  const alive = () => [...servers.values()].find(({ isAlive }) => isAlive)?.runtime;
  const boot = (name: RuntimeName) =>
    patiently(() => stage.boot(name, { TREADLE_BUDGETS: BUDGETS }), name, slowStarts);
  try {
    for (const name of stage.servers) servers.set(name, { runtime: await boot(name), isAlive: true });
    const beganAt = Date.now();
    const load = { endsAt: beganAt + seconds * 1000 };
    const clients = Array.from(
      { length: threads },
      (_, index) =>
        new ThreadClient(`k${index}`, createRandom(seed * 1000 + index), fleet, {
          expireLease: (thread) => stage.expireLease(thread, alive()),
        }),
    );
    const spenders = [1, 2].map((index) => new Spender(createRandom(seed * 1000 - index), fleet));
    const working = Promise.all([
      ...clients.map((client) => client.work(() => load.endsAt)),
      ...spenders.map((spender, index) => spender.work(`s${index}`, () => load.endsAt)),
    ]);
    const stepsOf = ({ acknowledged }: ThreadClient) =>
      acknowledged.reduce((sum, { steps }) => sum + steps.length, 0);
    const attacks = await attackDuring(load, working, servers, {
      scene,
      stage,
      random,
      slowStarts,
      boot,
      hasLoad: () => clients.reduce((sum, client) => sum + stepsOf(client), 0) >= LEAST_STEPS,
    });
    await working;
    const runtime = alive() ?? crash("no server");
    const verdict = await verdictOn(clients, stage.marked, {
      ledger: scene.ledger,
      history: (thread) => scene.history(runtime, thread),
    });
    const tokens = spenders.reduce((sum, spender) => sum + spender.tokens, 0);
    return {
      ...verdict,
      violations: [...verdict.violations, ...await Array.fromAsync(budgetAgrees({ runtime }, tokens))],
      attacks,
      spent: { tokens, refused: spenders.reduce((sum, { refused }) => sum + refused, 0) },
      slowStarts,
      requests: clients.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
      retries: sumOf(clients.map((client) => client.retries)),
      leases: clients.reduce((sum, { leases }) => sum + leases, 0),
      seconds: Math.round((load.endsAt - beganAt) / 1000),
    };
  } finally {
    for (const { runtime } of servers.values()) await runtime.kill();
  }
}

/** What attacks are made with. */
interface Arms {
  /** Enough steps were acknowledged for a verdict. */
  hasLoad(): boolean;
  boot(name: RuntimeName): Promise<BootedProcess>;
  readonly scene: Scene;
  readonly stage: Stage;
  readonly random: Random;
  readonly slowStarts: string[];
}

/** Of the day of each user that the loop has. */
const BUDGETS = JSON.stringify({ user: { tokens: SPENDER.tokens } });

/** Steps that a load has at least. */
const LEAST_STEPS = 60;

/** Longest that the end of the load is put off, in milliseconds. */
const MOST_PUT_OFF_MS = 240_000;

/**
 * Kills and pauses, each as often as the others in an order by chance, until the time is over or every client gave up. The end is put off
 * while an attack was not made or few steps were acknowledged, because the machine is slow.
 */
async function attackDuring(
  load: { endsAt: number },
  working: Promise<unknown>,
  servers: Map<RuntimeName, Process>,
  arms: Arms,
): Promise<Readonly<Record<string, number>>> {
  const { scene, stage, random, slowStarts } = arms;
  const attacks: Readonly<Record<string, () => Promise<void>>> = {
    ...Object.fromEntries(stage.servers.map((name) => [name, () => killServer(name, servers, arms)])),
    ...Object.fromEntries(
      Object.entries(stage.attacks).map(([name, attack]) => [name, () =>
        attack({
          random,
          start: (start, name) => patiently(start, name, slowStarts),
          server: () => servers.get(random.pick(stage.servers))?.runtime,
        })]
      ),
    ),
    ...stage.servers.length < 2 ? {} : {
      stopped: () => pauseServer(servers.get(random.pick(stage.servers)) ?? crash("no server"), random),
    },
  };
  const names = Object.keys(attacks);
  const made = Object.fromEntries(names.map((name) => [name, 0]));
  const gaveUp = working.then(() => true);
  const latestEnd = load.endsAt + MOST_PUT_OFF_MS;
  let round: string[] = [];
  while (Date.now() < load.endsAt) {
    const waited = pause(50 + random.below(stage.restMs)).then(() => false);
    if (await Promise.race([gaveUp, waited])) break;
    if (round.length === 0) round = shuffled(names, random);
    const name = round.pop() ?? crash("nothing is left");
    made[name] = (made[name] ?? 0) + 1;
    await attacks[name]?.();
    scene.openai.requests.length = 0; // it keeps every request whole
    const isShort = names.some((name) => made[name] === 0) || !arms.hasLoad();
    if (isShort) load.endsAt = Math.min(latestEnd, Math.max(load.endsAt, Date.now() + 5_000));
  }
  return made;
}

async function killServer(
  name: RuntimeName,
  servers: Map<RuntimeName, Process>,
  { boot, random }: Arms,
): Promise<void> {
  const victim = servers.get(name);
  if (victim === undefined) return;
  await victim.runtime.kill();
  victim.isAlive = false;
  await pause(random.below(300));
  servers.set(name, { runtime: await boot(name), isAlive: true });
}

/** Most tries to start a process. */
const MOST_STARTS = 5;

/** Starts a process again when it has not come up in time, and notes it. */
export async function patiently<T>(start: () => Promise<T>, name: string, slowStarts: string[]): Promise<T> {
  for (let tries = 1;; tries++) {
    try {
      return await start();
    } catch (thrown) {
      slowStarts.push(`${name}: ${thrown instanceof Error ? thrown.message.split("\n")[0] : thrown}`);
      if (tries === MOST_STARTS) throw thrown;
    }
  }
}

/** While it sleeps, clients take it for dead and expire its leases: it wakes up overtaken. */
async function pauseServer(server: Process, random: Random): Promise<void> {
  server.runtime.pause();
  server.isAlive = false;
  await pause(500 + random.below(800));
  server.isAlive = true;
  server.runtime.resume();
}

function shuffled<T>(from: readonly T[], random: Random): T[] {
  const left = [...from];
  return from.map(() => left.splice(random.below(left.length), 1)[0] ?? crash("nothing is left"));
}

function sumOf(counts: readonly ReadonlyMap<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [reason, count] of counts.flatMap((map) => [...map])) {
    sums[reason] = (sums[reason] ?? 0) + count;
  }
  return sums;
}

function crash(message: string): never {
  throw new Error(message);
}

/** What happened, one line each. */
export function summaryOf(report: KillReport): string {
  const retries = Object.entries(report.retries).sort(([, a], [, b]) => b - a);
  return [
    `attacks in ${report.seconds} s: ${
      Object.entries(report.attacks).map(([name, times]) => `${name} ${times}`).join(", ")
    }`,
    `acknowledged: ${report.requests} requests, ${report.steps} steps on ${report.threads} threads`,
    `history: ${report.entries} entries; calls: ${report.calls}, of them unknown: ${report.unknown}`,
    `ledger: once ${report.executions.once}, keyed ${report.executions.keyed} (${report.keyedAgain} again under ` +
    `their key), pure ${report.executions.pure}`,
    `retries: ${retries.map(([reason, count]) => `${reason} ${count}`).join(", ") || "none"}`,
    `leases of the dead expired: ${report.leases}`,
    `a budget of ${SPENDER.tokens} tokens: ${report.spent.tokens} answered, refused ${report.spent.refused} times`,
    ...report.slowStarts.map((start) => `slow start: ${start}`),
    ...report.unjudged.map((what) => `NOT JUDGED: ${what}`),
    ...report.violations.map((violation) => `VIOLATION: ${violation}`),
    report.violations.length > 0
      ? `${report.violations.length} violations`
      : report.unjudged.length > 0
      ? `nothing lost and nothing repeated as far as it was judged; ${report.unjudged.length} were not: this machine is too slow for so many threads`
      : "nothing lost, nothing repeated",
  ].join("\n");
}

if (import.meta.main) {
  const setting = (name: string, fallback: number) => Number(Deno.env.get(name) ?? fallback);
  const report = await killLoop({
    seconds: setting("KILL_SECONDS", 120),
    seed: setting("KILL_SEED", 1),
    threads: setting("KILL_THREADS", 24),
    store: Deno.env.get("KILL_STORE"),
  });
  console.log(summaryOf(report));
  // 1: something was lost or repeated. 2: a part was not judged.
  Deno.exit(report.violations.length > 0 ? 1 : report.unjudged.length > 0 ? 2 : 0);
}
