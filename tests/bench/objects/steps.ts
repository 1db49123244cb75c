// CPU and time of a step, of all contenders in turns.

import { mulberry32 } from "../../support/mulberry32.ts";
import { postStep } from "../lab/client.ts";
import type { Lab } from "../lab/lab.ts";
import { median, quantile, shuffled } from "../lab/statistics.ts";
import { toTable } from "../lab/table.ts";
import { AGENT, type Contender, grow, OBJECTS, ONE, REDIS, WHOLE } from "./contenders.ts";
import { type Cpu, startSystem, type System } from "./systems.ts";

/** The Worker has one core to itself; objects, Redis, bridge, model and client share the other. */
export const CORES = { worker: 1, objects: 0 };

const CONTENDERS: readonly Contender[] = [REDIS, OBJECTS, ONE, AGENT];

/** Of a process. */
const THREADS = 64;

interface Place {
  readonly inFlight: number;
  /** Steps of one slice. */
  readonly steps: number;
}

const PLACES: readonly Place[] = [{ inFlight: 1, steps: 128 }, { inFlight: 32, steps: 256 }];

/** One process of a contender. */
interface Entrant extends Contender {
  readonly system: System;
  readonly threads: readonly string[];
  /** CPU of a millisecond in which nothing is sent. */
  readonly idle: Cpu;
}

interface Slice {
  readonly workerMs: number;
  readonly objectsMs: number;
  readonly wallMs: number;
  readonly p99Ms: number;
  readonly stepsPerSecond: number;
}

interface Compared extends Slice {
  readonly cpuRatio: number;
  readonly wallRatio: number;
}

/** Rounds in an order that changes; medians over the rounds, and of the ratios within a round. */
export async function measureSteps(
  lab: Lab,
  { processes, rounds }: { readonly processes: number; readonly rounds: number },
): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const entrants: Entrant[][] = [];
  for (let process = 0; process < processes; process++) {
    const those: Entrant[] = [];
    for (const contender of CONTENDERS) those.push(await openEntrant(stack, lab, contender, process));
    entrants.push(those);
  }
  const rows: string[][] = [];
  for (const place of PLACES) {
    const random = mulberry32(place.inFlight);
    const all = new Map<string, Compared[]>();
    for (let round = 0; round < rounds; round++) {
      const taken = await takeRound(lab, shuffled(entrants[round % processes] ?? [], random), place);
      const base = taken.get(REDIS.label);
      if (base === undefined) throw new Error(`${REDIS.label} took no turn.`);
      for (const [label, slice] of taken) {
        const ratios = { cpuRatio: slice.workerMs / base.workerMs, wallRatio: slice.wallMs / base.wallMs };
        all.set(label, [...all.get(label) ?? [], { ...slice, ...ratios }]);
      }
    }
    rows.push(...CONTENDERS.map((contender) => toRow(place, contender, all.get(contender.label) ?? [])));
  }
  const columns = [
    "in flight",
    "contender",
    "Worker CPU ms",
    "objects CPU ms",
    "wall ms",
    "p99 ms",
    "steps/s",
  ];
  return toTable([...columns, "CPU ratio", "wall ratio"], rows);
}

/** A system whose threads have grown, which warms it up as well. */
async function openEntrant(
  stack: AsyncDisposableStack,
  lab: Lab,
  contender: Contender,
  process: number,
): Promise<Entrant> {
  const addresses = { ...lab.addresses, modelUrl: lab.modelUrl({}) };
  const system = stack.use(await startSystem({ kind: contender.kind, addresses, cores: CORES }));
  const threads = Array.from({ length: THREADS }, (_, index) => `${contender.kind}-${process}-${index}`);
  await grow(system, threads);
  return { ...contender, system, threads, idle: await measureIdle(system) };
}

async function measureIdle(system: System): Promise<Cpu> {
  const [before, began] = [await system.cpu(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const [after, ms] = [await system.cpu(), performance.now() - began];
  return { worker: (after.worker - before.worker) / ms, objects: (after.objects - before.objects) / ms };
}

/**
 * A slice of each.
 *
 * @throws {Error} when their models were sent different histories
 */
async function takeRound(lab: Lab, entrants: readonly Entrant[], place: Place): Promise<Map<string, Slice>> {
  const taken = new Map<string, Slice>();
  const asked = new Set<string>();
  for (const entrant of entrants) {
    taken.set(entrant.label, await takeSlice(entrant, place));
    const { messages, tools } = await lab.model.ask("last");
    asked.add(`${messages} messages and ${tools} tools`);
  }
  if (place.inFlight === 1 && asked.size !== 1) {
    throw new Error(`Not the same work: ${[...asked].join(", ")}`);
  }
  return taken;
}

async function takeSlice({ system, threads, idle }: Entrant, place: Place): Promise<Slice> {
  const wallMs: number[] = [];
  const [before, began] = [await system.cpu(), performance.now()];
  // Each client has threads of its own, since a thread has one step at a time.
  await Promise.all(Array.from({ length: place.inFlight }, async (_, client) => {
    const own = threads.filter((_, index) => index % place.inFlight === client);
    for (let step = 0; step < place.steps / place.inFlight; step++) {
      const began = performance.now();
      await postStep(system.url, own[step % own.length] ?? "", WHOLE);
      wallMs.push(performance.now() - began);
    }
  }));
  const ms = performance.now() - began;
  const after = await system.cpu();
  return {
    workerMs: (after.worker - before.worker - idle.worker * ms) / place.steps,
    objectsMs: (after.objects - before.objects - idle.objects * ms) / place.steps,
    wallMs: median(wallMs),
    p99Ms: quantile(wallMs, 0.99),
    stepsPerSecond: 1_000 * place.steps / ms,
  };
}

function toRow({ inFlight }: Place, { label, kind }: Contender, slices: readonly Compared[]): string[] {
  const of = (key: keyof Compared, digits: number) =>
    median(slices.map((slice) => slice[key])).toFixed(digits);
  return [
    String(inFlight),
    label,
    of("workerMs", 2),
    kind === "objects" || kind === "agent" ? of("objectsMs", 2) : "",
    of("wallMs", 1),
    of("p99Ms", 1),
    of("stepsPerSecond", 0),
    of("cpuRatio", 2),
    of("wallRatio", 2),
  ];
}
