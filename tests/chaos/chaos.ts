// One run of the chaos: forty threads of twenty steps on one store, from one seed. What must hold afterwards is in check.ts.
//
// A crash is drawn once for every await that touches the outside (a request to the store, a run of a tool, a call of the model,
// the reading of the events) and falls before its effect or after it.

import type { Store } from "../../src/core/store.ts";
import type { RunDeps } from "../../src/kernel/run_deps.ts";
import { check } from "./check.ts";
import { checkLedger } from "./check_ledger.ts";
import { Client, type Errand, type Pairs } from "./client.ts";
import { patient } from "./overridden.ts";
import { Random } from "./random.ts";
import { chaosAgent } from "./script.ts";
import type { StoreUnderChaos } from "./stores.ts";
import { syncDigests } from "./sync_digest.ts";
import { VirtualTime } from "./virtual_time.ts";
import { type Tally, type Violation, World } from "./world.ts";

export interface ChaosOptions {
  readonly store: StoreUnderChaos;
  readonly seed: number;
  /** Probability of a crash at each await. */
  readonly crash: number;
  readonly threads?: number;
  readonly steps?: number;
  /** Probability that an isolate stands still for longer than its lease, at each await. */
  readonly stall?: number;
  /** End the run with the first violation. */
  readonly stopEarly?: boolean;
  /** Deliberate defects: in what every isolate holds, and in what every worker is given. */
  readonly alterStore?: (store: Store) => Store;
  readonly alterDeps?: (deps: RunDeps) => RunDeps;
}

export interface ChaosResult {
  readonly tally: Tally;
  readonly violations: readonly Violation[];
}

/** How many threads of ten are disturbed by cancels, interruptions and inputs that wait. */
const WILD = 2;

/** Every so many threads bear the id of one that has ended. */
const REBORN = 3;

export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { store, seed, crash, threads = 40, steps = 20, stall = 0.02, alterStore = (store) => store } =
    options;
  using _digests = syncDigests();
  const time = new VirtualTime();
  const random = new Random(`${store.name} ${crash} ${seed}`);
  const loss = 0.05;
  const world = new World({
    time,
    random,
    // What is lost on the wire the client repeats; the facade adds the outages that outlast its patience.
    odds: { crash, loss: store.losesAnswers ? loss / 5 : loss, duplicate: 0.3, stall },
    agent: chaosAgent(),
    alter: options.alterDeps ?? ((deps) => deps),
  });
  await using opened = await store.open({ time, random: random.fork("wire"), loss });
  const isolates = opened.isolates.map((isolate) => world.watched(alterStore(isolate)));
  const [isolate] = isolates.map(patient);
  const clients = Array.from({ length: threads }, (_, index) => new Client(world, isolates, `t${index}`));
  const lives = Promise.all(clients.map(async (client, index) => {
    const isWild = index % 10 < WILD;
    const life = { steps, isWild, pairs: isWild && crash === 0 ? HARMLESS : PAIRS };
    if (index % REBORN === 0) await client.liveBefore();
    const lived = await live(client, life, random.fork(`errands ${index}`));
    if (lived) await check(client, { steps, isWild, store: isolate, world });
  }));
  await time.run(options.stopEarly ? Promise.race([lives, world.violated]) : lives);
  // A run that stopped early has steps under way.
  if (isolate !== undefined && world.violations.length === 0) await time.hold(checkLedger(world, isolate));
  world.tally.lost += opened.lost();
  return { tally: world.tally, violations: world.violations };
}

/** The whole life of a thread. False when it got stuck. */
async function live(
  client: Client,
  { steps, isWild, pairs }: { steps: number; isWild: boolean; pairs: Pairs },
  random: Random,
): Promise<boolean> {
  let isOver = false;
  const disturbance = isWild ? client.disturb(pairs, () => isOver) : undefined;
  let lived = true;
  for (const errand of errandsOf(client.ref.thread, steps, pairs, random)) {
    lived = lived && await client.send(errand);
    await client.answerApprovals(errand);
    if (random.chance(0.2)) await client.look();
    if (!isWild && random.chance(0.1)) await client.rest();
  }
  isOver = true;
  await disturbance;
  // Whatever a disturbance has left to do is done here.
  const last: Errand = { request: `${client.ref.thread}-last`, plans: [], until: "done", busy: "reject" };
  if (isWild) lived = lived && await client.send(last);
  await client.settle();
  if (isWild) lived = lived && await client.strand() && await client.crowd(pairs);
  await client.settle();
  await client.look();
  return lived;
}

const PAIRS: Pairs = [
  ["once", "keyed"],
  ["once", "keyed"],
  ["keyed", "once"],
  ["pure", "once"],
  ["keyed", "pure"],
];

/** People answer before the next request comes. Only requests of one step plan these: others would end where they wait. */
const SIGNED: Pairs = [
  ["signed", "pure"],
  ["pure", "countersigned"],
  ["countersigned", "signed"],
  ["amended", "timed"],
  ["timed", "pure"],
  ["amended", "countersigned"],
];

/** A cancel may leave it open whether a call took effect: without crashes such threads call tools that have none. */
const HARMLESS: Pairs = [["pure", "pure"]];

/** Requests that make so many steps together; every plan but the last of each `done` and of the thread calls two tools. */
export function errandsOf(thread: string, steps: number, pairs: Pairs, random: Random): Errand[] {
  const errands: Errand[] = [];
  for (let left = steps; left > 0;) {
    const errand = { request: `${thread}-r${errands.length}`, busy: "reject" } as const;
    const luck = random.next();
    if (left === 1) errands.push({ ...errand, plans: [], until: "step" });
    else if (luck < 0.2) errands.push({ ...errand, plans: [random.pick(SIGNED)], until: "step" });
    else if (luck < 0.65) errands.push({ ...errand, plans: [random.pick(pairs)], until: "step" });
    else if (luck < 0.85 || left === 2) {
      const plans = Array.from(
        { length: random.between(1, Math.min(3, left - 1)) },
        () => random.pick(pairs),
      );
      errands.push({ ...errand, plans, until: "done" });
    } else errands.push({ ...errand, plans: [random.pick(pairs)], until: "settled" });
    left -= stepsOf(errands.at(-1));
  }
  return errands;
}

/** Steps that an errand makes when nobody disturbs it. */
export function stepsOf(errand: Errand | undefined): number {
  if (errand === undefined) return 0;
  return errand.until === "step" ? 1 : errand.plans.length + 1;
}
