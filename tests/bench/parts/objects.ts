// A step on Durable Objects beside one on Redis over REST, and beside an agent that runs inside its object: what it takes, and what is billed
// while the model is awaited.

import { mulberry32 } from "../../support/mulberry32.ts";
import { Lab, WARM_BYTES } from "../lab/lab.ts";
import type { Part } from "../lab/part.ts";
import { pinSelf } from "../lab/pin.ts";
import { median, quantile, shuffled } from "../lab/statistics.ts";
import { toTable } from "../lab/table.ts";
import { API_KEY, TASK } from "../lab/workload.ts";
import { type Kind, startSystem, type System } from "../objects/systems.ts";

/** The Worker has one core to itself; objects, Redis, bridge, model and client share the other. */
const CORES = { worker: 1, objects: 0 };

interface Contender {
  readonly label: string;
  readonly kind: Kind;
  readonly warm?: boolean;
}

/** What the others are compared with. */
const BASE = "Redis over REST";

const CONTENDERS: readonly Contender[] = [
  { label: BASE, kind: "redis" },
  { label: "Durable Objects", kind: "objects" },
  { label: "Durable Objects, in one process", kind: "one" },
  { label: "agent in its object", kind: "agent" },
];

const COUNTED: readonly Contender[] = [
  { label: `${BASE}, cold`, kind: "redis", warm: false },
  { label: `${BASE}, warm`, kind: "redis" },
  { label: "Durable Objects, cold", kind: "objects", warm: false },
  { label: "Durable Objects, warm", kind: "objects" },
  { label: "agent in its object", kind: "agent" },
];

/** Threads of a process; each has had so many steps before any is measured. */
const THREADS = 64;
const GROWN = 9;

/** Of https://developers.cloudflare.com/durable-objects/platform/pricing/ on 30 November 2026, in US dollars beyond what a plan includes. */
const PRICES = { request: 0.15e-6, gbSecond: 12.5e-6, rowRead: 0.001e-6, rowWritten: 1e-6 };
/** An object is billed for this much, however little it uses. */
const OBJECT_GB = 128 / 1_000;

interface Place {
  readonly inFlight: number;
  /** Steps of one slice. */
  readonly steps: number;
}

const PLACES: readonly Place[] = [{ inFlight: 1, steps: 128 }, { inFlight: 32, steps: 256 }];

export const objects: Part = {
  title: "Durable Objects",
  note:
    "One step in workerd behind HTTP, answered as JSON, the last 16 entries of the history in the prompt; the model answers " +
    "whole. Redis over REST and Durable Objects are the same Worker with another store. The objects are in a workerd of their " +
    "own, reached over HTTP, since on the platform they are elsewhere than the Worker; in one process is as Miniflare has " +
    "them. The agent in its object is a peer of 60 lines: its Worker passes the request on, the object of the thread reads " +
    "its messages from SQLite, asks the model and writes two rows, without lease, record, budget, events or retries. The " +
    "Worker has a core to itself; objects, Redis, bridge, model and client share the other. CPU is that of the process, all " +
    "its threads, for a step (/proc/PID/task/*/schedstat); that of Redis and of its bridge is not in it. What idle " +
    "processes use is subtracted. Slices in an order that changes, several processes of each in turn; ratios are to Redis " +
    "within a round.",
  async measure({ quick }) {
    await pinSelf(CORES.objects);
    await using lab = await Lab.open(CORES.objects);
    return [
      await measureSteps(lab, quick ? { processes: 1, rounds: 4 } : { processes: 3, rounds: 12 }),
      "Requests to the store, the bodies of requests (written) and answers (read), and the rows of SQLite of one step, those of " +
      "indexes and alarms with them. Cold: the isolate reads the history from the store. What the peer's object reads from " +
      "the model is not in it.",
      await countRequests(lab),
      "One step whose model answers after so many seconds, and what the objects are billed for it by Cloudflare's rules: " +
      "the time within which an object handles an event, or holds a promise, a timer, a request of its own or a socket that " +
      "may not hibernate, as a class around the object's own counts it; the sum over all objects, by the number of steps. " +
      "An idle object that may hibernate is not billed, even before it does. Resumable is the default of the API: the lease " +
      "is renewed every 2 s in place of 10. Dollars are those of the objects, for a million steps.",
      await measureWaits(lab, quick ? [0, 3] : [0, 5, 20]),
    ].join("\n\n");
  },
};

// Steps

/** One process of a contender. */
interface Entrant {
  readonly label: string;
  readonly system: System;
  /** Names of its threads. */
  readonly threads: readonly string[];
  /** CPU of the idle processes in milliseconds of CPU a millisecond. */
  idle: { readonly worker: number; readonly objects: number };
}

interface Slice {
  readonly workerMs: number;
  readonly objectsMs: number;
  readonly wallMs: number;
  readonly p99Ms: number;
  readonly stepsPerSecond: number;
}

async function measureSteps(
  lab: Lab,
  { processes, rounds }: { readonly processes: number; readonly rounds: number },
): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const entrants: Entrant[] = [];
  for (let process = 0; process < processes; process++) {
    for (const contender of CONTENDERS) {
      entrants.push(await openEntrant(stack, lab, contender, process));
    }
  }
  for (const entrant of entrants) entrant.idle = await measureIdle(entrant.system);
  const rows: string[][] = [];
  const asked = new Map<string, string>();
  for (const place of PLACES) {
    const random = mulberry32(place.inFlight);
    const all = new Map<string, (Slice & { readonly cpuRatio: number; readonly wallRatio: number })[]>();
    for (let round = 0; round < rounds; round++) {
      const turn = entrants.slice(
        (round % processes) * CONTENDERS.length,
        (round % processes + 1) * CONTENDERS.length,
      );
      const taken = new Map<string, Slice>();
      for (const entrant of shuffled(turn, random)) {
        taken.set(entrant.label, await takeSlice(entrant, place));
        const { messages, tools } = await lab.model.ask("last");
        asked.set(entrant.label, `${messages} messages and ${tools} tools`);
      }
      const base = taken.get(BASE);
      if (base === undefined) throw new Error(`${BASE} took no turn.`);
      for (const [label, slice] of taken) {
        const cpuRatio = slice.workerMs / base.workerMs;
        all.set(label, [...all.get(label) ?? [], {
          ...slice,
          cpuRatio,
          wallRatio: slice.wallMs / base.wallMs,
        }]);
      }
    }
    if (new Set(asked.values()).size !== 1) {
      throw new Error(`Not the same work: ${JSON.stringify([...asked])}`);
    }
    for (const { label } of CONTENDERS) {
      const slices = all.get(label) ?? [];
      const of = (key: keyof typeof slices[number], digits: number) =>
        median(slices.map((slice) => slice[key])).toFixed(digits);
      rows.push([
        String(place.inFlight),
        label,
        of("workerMs", 2),
        isApart(label) ? of("objectsMs", 2) : "",
        of("wallMs", 1),
        of("p99Ms", 1),
        of("stepsPerSecond", 0),
        of("cpuRatio", 2),
        of("wallRatio", 2),
      ]);
    }
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

function isApart(label: string): boolean {
  const kind = CONTENDERS.find((contender) => contender.label === label)?.kind;
  return kind === "objects" || kind === "agent";
}

/** A system whose threads have grown, which warms it up as well. */
async function openEntrant(
  stack: AsyncDisposableStack,
  lab: Lab,
  { label, kind }: Contender,
  process: number,
): Promise<Entrant> {
  const addresses = { ...lab.addresses, modelUrl: lab.modelUrl({}) };
  const system = stack.use(await startSystem({ kind, addresses, cores: CORES }));
  const threads = Array.from({ length: THREADS }, (_, index) => `${kind}-${process}-${index}`);
  await grow(system, threads);
  return { label, system, threads, idle: { worker: 0, objects: 0 } };
}

async function grow(system: System, threads: readonly string[]): Promise<void> {
  await inFlight(threads, 16, (thread) => postStep(system, thread, { agent: "orders", input: TASK }));
  for (let step = 1; step < GROWN; step++) await inFlight(threads, 16, (thread) => postStep(system, thread));
}

/** Of a second in which nothing is sent. */
async function measureIdle(system: System): Promise<Entrant["idle"]> {
  const [before, began] = [await system.cpu(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const [after, ms] = [await system.cpu(), performance.now() - began];
  return { worker: (after.worker - before.worker) / ms, objects: (after.objects - before.objects) / ms };
}

async function takeSlice({ system, threads, idle }: Entrant, place: Place): Promise<Slice> {
  const wallMs: number[] = [];
  const [before, began] = [await system.cpu(), performance.now()];
  const steps = Array.from({ length: place.steps }, (_, index) => threads[index % threads.length] ?? "");
  await inFlight(steps, place.inFlight, async (thread) => {
    const began = performance.now();
    await postStep(system, thread);
    wallMs.push(performance.now() - began);
  });
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

async function inFlight<Item>(
  items: readonly Item[],
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  await Promise.all(Array.from({ length: count }, async () => {
    for (const item of left) await work(item);
  }));
}

interface Step {
  readonly agent?: string;
  readonly input?: string;
  readonly resumable?: boolean;
}

async function postStep({ url }: System, thread: string, step: Step = {}): Promise<void> {
  const response = await fetch(`${url}/v1/threads/${thread}/steps`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${API_KEY}`,
      "content-type": "application/json",
      accept: "application/json",
    },
    body: JSON.stringify({ until: "step", ...step }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`The step of ${thread}: ${response.status} ${text}`);
}

// Requests

/** Steps whose mean is taken: by it what an isolate sends once is less than one. */
const COUNTED_STEPS = 50;

async function countRequests(lab: Lab): Promise<string> {
  const rows: string[][] = [];
  for (const { label, kind, warm = true } of COUNTED) {
    const addresses = { ...lab.addresses, modelUrl: lab.modelUrl({}) };
    await using system = await startSystem({ kind, addresses, warm, metered: true });
    const threads = [`counted ${label}`];
    await grow(system, threads);
    await lab.bridge.ask("reset");
    const before = kind === "redis" ? undefined : await system.bill();
    for (let step = 0; step < COUNTED_STEPS; step++) await postStep(system, threads[0] ?? "");
    const mean = (sum: number) => (sum / COUNTED_STEPS).toFixed(0);
    if (before === undefined) {
      const { requests, bytesIn, bytesOut } = await lab.bridge.ask("stats");
      rows.push([label, mean(requests), mean(bytesIn), mean(bytesOut), "", ""]);
      continue;
    }
    const after = await system.bill();
    rows.push([
      label,
      mean(requestsOf(after.events) - requestsOf(before.events)),
      mean(after.bytesIn - before.bytesIn),
      mean(after.bytesOut - before.bytesOut),
      mean(after.rowsRead - before.rowsRead),
      mean(after.rowsWritten - before.rowsWritten),
    ]);
  }
  const columns = ["contender", "requests", "bytes written", "bytes read", "rows read", "rows written"];
  return toTable(columns, rows);
}

/** What is billed as a request: the end of a socket is none. */
function requestsOf(events: Readonly<Record<string, number>>): number {
  return Object.entries(events).reduce(
    (sum, [kind, count]) => kind.startsWith("webSocket") ? sum : sum + count,
    0,
  );
}

// Waits

interface Wait {
  readonly label: string;
  readonly kind: Kind;
  readonly step?: Step;
  readonly seconds: number;
  readonly inFlight: number;
}

async function measureWaits(lab: Lab, seconds: readonly number[]): Promise<string> {
  const waits = seconds.flatMap((seconds): Wait[] =>
    [1, 32].flatMap((inFlight): Wait[] => [
      { label: BASE, kind: "redis", seconds, inFlight },
      { label: "Durable Objects", kind: "objects", seconds, inFlight },
      {
        label: "Durable Objects, not resumable",
        kind: "objects",
        step: { resumable: false },
        seconds,
        inFlight,
      },
      { label: "agent in its object", kind: "agent", seconds, inFlight },
    ])
  );
  const rows: string[][] = [];
  for (const wait of waits) rows.push(await measureWait(lab, wait));
  return toTable([
    "model waits s",
    "in flight",
    "contender",
    "requests",
    "rows written",
    "billed ms",
    "GB-s",
    "$ of requests",
    "$ of rows",
    "$ of duration",
  ], rows);
}

async function measureWait(
  lab: Lab,
  { label, kind, step, seconds, inFlight: count }: Wait,
): Promise<string[]> {
  const threads = Array.from({ length: count }, (_, index) => `${label} ${seconds} ${count} ${index}`);
  const modelUrl = lab.modelUrl({ waitMs: 1_000 * seconds });
  await using system = await startSystem({ kind, addresses: { ...lab.addresses, modelUrl }, metered: true });
  // The first step makes the object, and is not counted.
  await inFlight(
    threads,
    count,
    (thread) => postStep(system, thread, { agent: "orders", input: TASK, ...step }),
  );
  await lab.bridge.ask("reset");
  const before = kind === "redis" ? undefined : await settledBill(system);
  await inFlight(threads, count, (thread) => postStep(system, thread, step));
  const place = [String(seconds), String(count), label];
  const mean = (sum: number) => sum / count;
  if (before === undefined) {
    const { requests } = await lab.bridge.ask("stats");
    return [...place, mean(requests).toFixed(1), "", "", "", "", "", ""];
  }
  const after = await settledBill(system);
  const requests = mean(requestsOf(after.events) - requestsOf(before.events));
  const [read, written] = [after.rowsRead - before.rowsRead, after.rowsWritten - before.rowsWritten].map(
    mean,
  );
  const billedMs = mean(after.billedMs - before.billedMs);
  const gbSeconds = billedMs / 1_000 * OBJECT_GB;
  const million = (dollars: number) => (1e6 * dollars).toFixed(2);
  return [
    ...place,
    requests.toFixed(1),
    (written ?? NaN).toFixed(0),
    billedMs.toFixed(1),
    gbSeconds.toFixed(4),
    million(requests * PRICES.request),
    million((read ?? NaN) * PRICES.rowRead + (written ?? NaN) * PRICES.rowWritten),
    million(gbSeconds * PRICES.gbSecond),
  ];
}

/** Once the ends of the sockets have reached the objects. */
async function settledBill(system: System): Promise<Awaited<ReturnType<System["bill"]>>> {
  await new Promise((resolve) => setTimeout(resolve, 200));
  return await system.bill();
}
