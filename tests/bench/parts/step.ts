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

const WARM_UP_TURN = 250;

/** How a step is answered: `whole` is JSON, for which the model need not stream. */
export type Mode = "whole" | "streamed";

const MODES: readonly Mode[] = ["whole", "streamed"];

/** What the others are compared with. */
const BASE = "floor, whole";

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
    "One step (run the pending call, ask the model once, commit) behind HTTP in a thread with an agent and so many steps " +
    "of history, all of it in the prompt; so many requests in flight. Whole: the client waits for JSON, and the model is " +
    "asked for one body where the contender does that. Streamed: every delta of the text is one event. The server has a " +
    "core to itself; store, model and client share another. CPU is the server's, all its threads, for a step. Slices of " +
    "about half a second in an order that changes, several processes of each contender in turn; ratios are to the whole " +
    "floor of the same round. The AI SDK keeps its conversation as one value.",
  async measure({ quick, against, peers, record }: PartOptions) {
    const { places, processes, rounds, warmUp } = quick ? QUICK : THOROUGH;
    await pinSelf(SERVERS_CORE);
    await using stack = new AsyncDisposableStack();
    const programs = new Map<string, readonly Entrant[]>();
    for (const label of ["floor", ...peers ? ["AI SDK"] : [], "Treadle", ...against]) {
      const root = against.includes(label) ? await checkoutOf(label) : undefined;
      const lab = stack.use(await Lab.open(SERVERS_CORE));
      programs.set(label, await openEntrants(lab, { label, root }, processes));
    }
    for (let done = 0; done < warmUp; done += WARM_UP_TURN) {
      for (const entrant of [...programs.values()].flat()) {
        for (const mode of MODES) {
          await takeTurn(entrant, mode, { history: 8, inFlight: 32, steps: WARM_UP_TURN });
        }
      }
    }
    const rows: StepRow[] = [];
    for (const place of places) rows.push(...await measureAt(place, programs, rounds));
    await record(rows);
    return tableOf(rows);
  },
};

export interface EntrantOptions {
  /** `floor`, `AI SDK`, or what Treadle is called here. */
  readonly label: string;
  /** Of an earlier commit of Treadle; this work tree when left out. */
  readonly root?: URL | undefined;
  /** See {@link ContenderOptions}. */
  readonly lens?: ContenderOptions["lens"];
  readonly cpuProfiles?: string | undefined;
}

/** Servers of one program in a lab of their own, since its threads and those of another commit differ. */
export async function openEntrants(
  lab: Lab,
  { label, root, lens, cpuProfiles }: EntrantOptions,
  count: number,
): Promise<readonly Entrant[]> {
  const written = WRITTEN[label];
  const entrants: Entrant[] = [];
  let grown: GrownThreads | undefined;
  for (let index = 0; index < count; index++) {
    const child = await lab.contender({
      ...written ?? { name: "treadle", layout: "treadle" },
      core: CONTENDER_CORE,
      ...(root === undefined ? {} : { root }),
      lens,
      cpuProfiles,
    });
    const { url } = await child.ask("serve");
    const threads = written === undefined
      ? grown ??= new GrownThreads(lab.redis, url)
      : writtenThreads(lab, written.layout);
    entrants.push({
      label,
      child,
      url,
      copies: (history, count) => threads.copies(history, count),
      remove: (history, names) => threads.remove(history, names),
    });
  }
  return entrants;
}

/** Whose threads are written and not grown. */
const WRITTEN: Readonly<Record<string, { readonly name: string; readonly layout: "floor" | "ai_sdk" }>> = {
  "floor": { name: "floor", layout: "floor" },
  "AI SDK": { name: "ai_sdk", layout: "ai_sdk" },
};

function writtenThreads({ templates }: Lab, layout: "floor" | "ai_sdk"): Pick<Entrant, "copies" | "remove"> {
  return {
    copies: (history, count) => templates.copies(layout, history, count),
    remove: (history, threads) => templates.remove(layout, history, threads),
  };
}

interface Slice extends StepFigures {
  readonly cpuRatio: number;
  readonly wallRatio: number;
}

/** Rounds in an order that changes; medians over the rounds, and of the ratios within a round. */
async function measureAt(
  place: Place,
  programs: ReadonlyMap<string, readonly Entrant[]>,
  rounds: number,
): Promise<StepRow[]> {
  const random = mulberry32(place.history + place.inFlight);
  const all = new Map<string, Slice[]>();
  for (let round = 0; round < rounds; round++) {
    const turns = [...programs].flatMap(([label, processes]) =>
      MODES.map((mode) => ({
        label: `${label}, ${mode}`,
        mode,
        entrant: processes[round % processes.length],
      }))
    );
    const taken = new Map<string, StepFigures>();
    for (const { label, mode, entrant } of shuffled(turns, random)) {
      if (entrant !== undefined) taken.set(label, await takeTurn(entrant, mode, place));
    }
    const base = taken.get(BASE);
    if (base === undefined) throw new Error("The floor took no turn.");
    for (const [label, figures] of taken) {
      const ratios = { cpuRatio: figures.cpuMs / base.cpuMs, wallRatio: figures.wallMs / base.wallMs };
      all.set(label, [...all.get(label) ?? [], { ...figures, ...ratios }]);
    }
  }
  const { history, inFlight } = place;
  return [...all].map(([contender, turns]) => {
    const of = (key: keyof Slice) => median(turns.map((turn) => turn[key]));
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

const ACCEPTS: Readonly<Record<Mode, string>> = { whole: "application/json", streamed: "text/event-stream" };

/** One step on each of so many new threads. */
export async function takeTurn(
  entrant: Entrant,
  mode: Mode,
  { history, inFlight, steps }: Place,
): Promise<StepFigures> {
  const threads = await entrant.copies(history, steps);
  const left = [...threads];
  const wallMs: number[] = [];
  const work = async () => {
    for (let thread = left.pop(); thread !== undefined; thread = left.pop()) {
      const began = performance.now();
      await postStep(entrant.url, thread, { accept: ACCEPTS[mode] });
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
