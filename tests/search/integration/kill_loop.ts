// `deno task kill-test`: load on a Deno server and on workerd over one Redis while all three are killed with SIGKILL at
// random moments and started again. Servers are also paused (SIGSTOP) until others have taken their threads over, and then
// wake up. Clients repeat a request under its Idempotency-Key until it is answered; at the end
// _kill_verdict.ts compares what they were told with what the histories and the ledger say. KILL_SECONDS (120), KILL_SEED (1),
// KILL_THREADS (24). Moments and choices come from the seed; what they meet does not, since processes run as they like.

import { setTimeout as pause } from "node:timers/promises";
import type { BootedProcess } from "../../support/boot_deno.ts";
import { openScene, type RuntimeName, RUNTIMES, type Scene } from "../../slow/integration/_scene.ts";
import { createRandom, type Random } from "./_random.ts";
import { ThreadClient } from "./_kill_client.ts";
import { type Verdict, verdictOn } from "./_kill_verdict.ts";

export interface KillLoopOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly threads: number;
}

export interface KillReport extends Verdict {
  readonly kills: Readonly<Record<Victim, number>>;
  readonly pauses: number;
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

export type Victim = RuntimeName | "redis";

const VICTIMS: readonly Victim[] = [...RUNTIMES, "redis"];

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

export async function killLoop({ seconds, seed, threads }: KillLoopOptions): Promise<KillReport> {
  const random = createRandom(seed);
  await using scene = await openScene({
    appendonly: true,
    ledgerMs: () => random.below(25),
    manner: () => ({ chunkDelayMs: random.below(3), chunks: [20] }),
  });
  const marked = watchMarks(scene);
  const servers = new Map<RuntimeName, Process>();
  const slowStarts: string[] = [];
  const fleet: Fleet = { pick: (by) => servers.get(by.pick(RUNTIMES)) ?? crash("no server") };
  try {
    for (const name of RUNTIMES) {
      servers.set(name, {
        runtime: await patiently(() => scene.boot(name), name, slowStarts),
        isAlive: true,
      });
    }
    const beganAt = Date.now();
    const load = { endsAt: beganAt + seconds * 1000 };
    const clients = Array.from(
      { length: threads },
      (_, index) => new ThreadClient(`k${index}`, createRandom(seed * 1000 + index), fleet, scene),
    );
    const working = Promise.all(clients.map((client) => client.work(() => load.endsAt)));
    const stepsOf = ({ acknowledged }: ThreadClient) =>
      acknowledged.reduce((sum, { steps }) => sum + steps.length, 0);
    const attack = await attackDuring(load, working, servers, {
      scene,
      random,
      slowStarts,
      hasLoad: () => clients.reduce((sum, client) => sum + stepsOf(client), 0) >= LEAST_STEPS,
    });
    await working;
    const { runtime } = servers.get("deno") ?? crash("no server");
    return {
      ...await verdictOn(clients, marked, {
        ledger: scene.ledger,
        history: (thread) => scene.history(runtime, thread),
      }),
      ...attack,
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

/** What the attack is made with. */
interface Attack {
  /** Enough steps were acknowledged for a verdict. */
  hasLoad(): boolean;
  readonly scene: Scene;
  readonly random: Random;
  readonly slowStarts: string[];
}

/** Steps that a load has at least. */
const LEAST_STEPS = 60;

/** Longest that the end of the load is put off, in milliseconds. */
const MOST_PUT_OFF_MS = 240_000;

/**
 * Kills and pauses, each as often as the others in an order by chance, until the time is over or every client gave up. The end is put off
 * while a victim was not killed or few steps were acknowledged, because the machine is slow.
 */
async function attackDuring(
  load: { endsAt: number },
  working: Promise<unknown>,
  servers: Map<RuntimeName, Process>,
  attack: Attack,
): Promise<Pick<KillReport, "kills" | "pauses">> {
  const { scene, random } = attack;
  const kills = { deno: 0, workerd: 0, redis: 0 };
  let pauses = 0;
  const gaveUp = working.then(() => true);
  const latestEnd = load.endsAt + MOST_PUT_OFF_MS;
  let round: (Victim | "pause")[] = [];
  while (Date.now() < load.endsAt) {
    const waited = pause(50 + random.below(500)).then(() => false);
    if (await Promise.race([gaveUp, waited])) break;
    if (round.length === 0) round = shuffled([...VICTIMS, "pause"], random);
    const what = round.pop() ?? crash("nothing is left");
    if (what === "pause") {
      pauses++;
      await pauseServer(servers.get(random.pick(RUNTIMES)) ?? crash("no server"), random);
    } else {
      kills[what]++;
      if (what === "redis") await killRedis(attack);
      else await killServer(what, servers, attack);
    }
    scene.openai.requests.length = 0; // it keeps every request whole
    const isShort = VICTIMS.some((victim) => kills[victim] === 0) || !attack.hasLoad();
    if (isShort) load.endsAt = Math.min(latestEnd, Math.max(load.endsAt, Date.now() + 5_000));
  }
  return { kills, pauses };
}

async function killRedis({ scene, random, slowStarts }: Attack): Promise<void> {
  await scene.redis.kill();
  await pause(random.below(300));
  await patiently(() => scene.redis.restart(), "redis", slowStarts);
}

async function killServer(
  name: RuntimeName,
  servers: Map<RuntimeName, Process>,
  { scene, random, slowStarts }: Attack,
): Promise<void> {
  const victim = servers.get(name);
  if (victim === undefined) return;
  await victim.runtime.kill();
  victim.isAlive = false;
  await pause(random.below(300));
  servers.set(name, { runtime: await patiently(() => scene.boot(name), name, slowStarts), isAlive: true });
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

/** Ids of the calls that were marked as started, as far as Redis may have heard of it. */
function watchMarks(scene: Scene): ReadonlySet<string> {
  const marked = new Set<string>();
  scene.onStore = (script, { commands }) => {
    // EVALSHA sha 2 header pending epoch id...
    if (script === "mark") { for (const id of commands[0]?.slice(6) ?? []) marked.add(id); }
    return undefined;
  };
  return marked;
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
    `kill -9 in ${report.seconds} s: ${
      VICTIMS.map((victim) => `${victim} ${report.kills[victim]}`).join(", ")
    }; ` +
    `SIGSTOP and taken over: ${report.pauses}`,
    `acknowledged: ${report.requests} requests, ${report.steps} steps on ${report.threads} threads`,
    `history: ${report.entries} entries; calls: ${report.calls}, of them unknown: ${report.unknown}`,
    `ledger: once ${report.executions.once}, keyed ${report.executions.keyed} (${report.keyedAgain} again under ` +
    `their key), pure ${report.executions.pure}`,
    `retries: ${retries.map(([reason, count]) => `${reason} ${count}`).join(", ") || "none"}`,
    `leases of the dead expired: ${report.leases}`,
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
  });
  console.log(summaryOf(report));
  // 1: something was lost or repeated. 2: a part was not judged.
  Deno.exit(report.violations.length > 0 ? 1 : report.unjudged.length > 0 ? 2 : 0);
}
