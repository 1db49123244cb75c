// A step behind HTTP, as it is paid for: each server on a core of its own, everything else on the other.

import { mulberry32 } from "../../support/mulberry32.ts";
import { checkoutOf } from "../lab/checkout.ts";
import { postStep } from "../lab/client.ts";
import { GrownThreads } from "../lab/grown_threads.ts";
import { type ContenderOptions, Lab } from "../lab/lab.ts";
import { pinSelf } from "../lab/pin.ts";
import type { Part, PartOptions } from "../lab/part.ts";
import { type Place, QUICK, THOROUGH } from "../lab/places.ts";
import type { Child } from "../lab/process.ts";
import type { StepFigures, StepRow } from "../lab/results.ts";
import { median, quantile, shuffled } from "../lab/statistics.ts";
import { toTable } from "../lab/table.ts";

/** The contender has one core to itself; store, bridge, model and client share the other. */
const SERVERS_CORE = 0;
const CONTENDER_CORE = 1;

const ROUNDS = 5;
const QUICK_ROUNDS = 3;

/** Steps that each has run before it is measured: the steady state of an isolate takes some thousand. */
const WARM_UP = 3000;
const WARM_UP_TURN = 500;

/** One server among those that take turns. */
export interface Entrant {
  readonly label: string;
  readonly child: Child;
  readonly url: string;
  copies(history: number, count: number): Promise<string[]>;
  remove(history: number, threads: readonly string[]): Promise<void>;
}

export const step: Part = {
  title: "A step behind HTTP",
  note:
    "One step (run the pending call, ask the model once, commit) behind HTTP, streamed, in a thread with an agent and so " +
    "many steps of history, all of it in the prompt; so many requests in flight. The server has a core to itself; store, " +
    "model and client share another. CPU is the server's, all its threads, for a step. The AI SDK keeps its conversation " +
    "as one value; it and the floor stream every delta as one line.",
  async measure({ quick, against, peers, record }: PartOptions) {
    await pinSelf(SERVERS_CORE);
    await using stack = new AsyncDisposableStack();
    const entrants: Entrant[] = [];
    for (const label of ["floor", ...peers ? ["AI SDK"] : [], "Treadle", ...against]) {
      const root = against.includes(label) ? await checkoutOf(label) : undefined;
      entrants.push(await openEntrant(stack.use(await Lab.open(SERVERS_CORE)), { label, root }));
    }
    for (let done = 0; done < WARM_UP; done += WARM_UP_TURN) {
      for (const entrant of entrants) {
        await takeTurn(entrant, { history: 10, inFlight: 32, steps: WARM_UP_TURN });
      }
    }
    const rows: StepRow[] = [];
    for (const place of quick ? QUICK : THOROUGH) {
      rows.push(...await measureAt(place, entrants, quick ? QUICK_ROUNDS : ROUNDS));
    }
    await record(rows);
    return tableOf(rows);
  },
};

export interface EntrantOptions {
  /** `floor`, `AI SDK`, or what Treadle is called here. */
  readonly label: string;
  /** Of an earlier commit of Treadle; this work tree when left out. */
  readonly root?: URL | undefined;
  readonly lens?: ContenderOptions["lens"];
}

/** A server in a lab of its own, since its threads and those of another commit differ. */
export async function openEntrant(lab: Lab, { label, root, lens }: EntrantOptions): Promise<Entrant> {
  const written = WRITTEN[label];
  const child = await lab.contender({
    ...written ?? { name: "treadle", layout: "treadle" },
    core: CONTENDER_CORE,
    ...(root === undefined ? {} : { root }),
    ...(lens === undefined ? {} : { lens }),
  });
  const { url } = await child.ask("serve");
  if (written === undefined) {
    const threads = new GrownThreads(lab.redis, url);
    return {
      label,
      child,
      url,
      copies: (history, count) => threads.copies(history, count),
      remove: (_, names) => threads.remove(names),
    };
  }
  const { layout } = written;
  return {
    label,
    child,
    url,
    copies: (history, count) => lab.templates.copies(layout, history, count),
    remove: (history, threads) => lab.templates.remove(layout, history, threads),
  };
}

/** Whose threads are written and not grown. */
const WRITTEN: Readonly<Record<string, { readonly name: string; readonly layout: "floor" | "ai_sdk" }>> = {
  "floor": { name: "floor", layout: "floor" },
  "AI SDK": { name: "ai_sdk_stream", layout: "ai_sdk" },
};

/** Rounds in an order that changes; medians over the rounds, and of the ratios within a round. */
async function measureAt(place: Place, entrants: readonly Entrant[], rounds: number): Promise<StepRow[]> {
  const random = mulberry32(place.history + place.inFlight);
  const all = new Map<string, (StepFigures & { cpuRatio: number; wallRatio: number })[]>();
  for (let round = 0; round < rounds; round++) {
    const taken = new Map<string, StepFigures>();
    for (const entrant of shuffled(entrants, random)) {
      taken.set(entrant.label, await takeTurn(entrant, place));
    }
    const floor = taken.get("floor");
    if (floor === undefined) throw new Error("The floor took no turn.");
    for (const [label, figures] of taken) {
      const ratios = { cpuRatio: figures.cpuMs / floor.cpuMs, wallRatio: figures.wallMs / floor.wallMs };
      all.set(label, [...all.get(label) ?? [], { ...figures, ...ratios }]);
    }
  }
  const { history, inFlight } = place;
  return [...all].map(([contender, turns]) => {
    const of = (key: keyof typeof turns[number]) => median(turns.map((turn) => turn[key]));
    return {
      contender,
      history,
      inFlight,
      cpuMs: of("cpuMs"),
      wallMs: of("wallMs"),
      p99Ms: of("p99Ms"),
      stepsPerSecond: of("stepsPerSecond"),
      cpuRatio: of("cpuRatio"),
      wallRatio: of("wallRatio"),
      bestCpuMs: Math.min(...turns.map(({ cpuMs }) => cpuMs)),
    };
  });
}

/** One step on each of so many new threads. */
export async function takeTurn(entrant: Entrant, { history, inFlight, steps }: Place): Promise<StepFigures> {
  const threads = await entrant.copies(history, steps);
  const left = [...threads];
  const wallMs: number[] = [];
  const work = async () => {
    for (let thread = left.pop(); thread !== undefined; thread = left.pop()) {
      const began = performance.now();
      await postStep(entrant.url, thread);
      wallMs.push(performance.now() - began);
    }
  };
  const cpuBefore: number = await entrant.child.ask("cpu");
  const began = performance.now();
  await Promise.all(Array.from({ length: inFlight }, work));
  const seconds = (performance.now() - began) / 1000;
  const cpuMs = await entrant.child.ask("cpu") - cpuBefore;
  await entrant.remove(history, threads);
  return {
    cpuMs: cpuMs / steps,
    wallMs: median(wallMs),
    p99Ms: quantile(wallMs, 0.99),
    stepsPerSecond: steps / seconds,
  };
}

function tableOf(rows: readonly StepRow[]): string {
  const columns = ["history", "in flight", "contender", "CPU ms", "best", "wall ms", "p99 ms", "steps/s"];
  return toTable(
    [...columns, "CPU ratio", "wall ratio"],
    rows.map((row) => [
      String(row.history),
      String(row.inFlight),
      row.contender,
      row.cpuMs.toFixed(2),
      row.bestCpuMs.toFixed(2),
      row.wallMs.toFixed(1),
      row.p99Ms.toFixed(1),
      row.stepsPerSecond.toFixed(0),
      row.cpuRatio.toFixed(2),
      row.wallRatio.toFixed(2),
    ]),
  );
}
