// What objects are billed for while a model is awaited.

import { postStep } from "../lab/client.ts";
import type { Lab } from "../lab/lab.ts";
import { toTable } from "../lab/table.ts";
import { TASK } from "../lab/workload.ts";
import { AGENT, type Contender, forEach, OBJECTS, REDIS, WHOLE } from "./contenders.ts";
import type { Bill } from "./meter.ts";
import { startSystem, type System } from "./systems.ts";

interface Waiting extends Contender {
  readonly resumable?: boolean;
}

const CONTENDERS: readonly Waiting[] = [
  REDIS,
  OBJECTS,
  { ...OBJECTS, label: `${OBJECTS.label}, events kept`, resumable: true },
  AGENT,
];

const IN_FLIGHT = [1, 32];

/** US dollars beyond what a plan includes; https://developers.cloudflare.com/durable-objects/platform/pricing/ in November 2026. */
const PRICES = { request: 0.15e-6, gbSecond: 12.5e-6, rowRead: 0.001e-6, rowWritten: 1e-6 };

/** What an object is billed for, however little it uses. */
const OBJECT_GB = 0.128;

export async function measureWaits(lab: Lab, seconds: readonly number[]): Promise<string> {
  const rows: string[][] = [];
  for (const wait of seconds) {
    for (const inFlight of IN_FLIGHT) {
      for (const contender of CONTENDERS) rows.push(await measureWait(lab, contender, { wait, inFlight }));
    }
  }
  const columns = [
    "wait s",
    "in flight",
    "contender",
    "requests",
    "rows written",
    "billed ms",
    "removed",
    "GB-s",
  ];
  return toTable([...columns, "$ requests", "$ rows", "$ duration"], rows);
}

interface Place {
  /** Seconds. */
  readonly wait: number;
  readonly inFlight: number;
}

/** The first step of a thread, which makes its object, is not counted; the second one waits. */
async function measureWait(
  lab: Lab,
  { label, kind, resumable = false }: Waiting,
  { wait, inFlight }: Place,
): Promise<string[]> {
  const addresses = { ...lab.addresses, modelUrl: lab.modelUrl({}) };
  await using system = await startSystem({ kind, addresses, metered: true });
  const threads = Array.from({ length: inFlight }, (_, index) => `wait-${wait}-${resumable}-${index}`);
  const step = { ...WHOLE, resumable };
  await forEach(
    threads,
    inFlight,
    (thread) => postStep(system.url, thread, { ...step, agent: "orders", input: TASK }),
  );
  await lab.model.ask("wait", { ms: 1_000 * wait });
  await lab.bridge.ask("reset");
  const before = await readQuietBill(system);
  await forEach(threads, inFlight, (thread) => postStep(system.url, thread, step));
  await lab.model.ask("wait", { ms: 0 });
  const place = [String(wait), String(inFlight), label];
  if (kind === "redis") {
    const { requests } = await lab.bridge.ask("stats");
    return [...place, (requests / inFlight).toFixed(1)];
  }
  return [...place, ...toCells(before, await readQuietBill(system), inFlight)];
}

/** Milliseconds until the end of a socket has reached its object. */
const QUIET_MS = 200;

async function readQuietBill(system: System): Promise<Bill> {
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  return await system.bill();
}

function toCells(before: Bill, after: Bill, steps: number): string[] {
  const mean = (key: "requests" | "rowsRead" | "rowsWritten" | "billedMs") =>
    (after[key] - before[key]) / steps;
  const gbSeconds = mean("billedMs") / 1_000 * OBJECT_GB;
  const million = (dollars: number) => (1e6 * dollars).toFixed(2);
  return [
    mean("requests").toFixed(1),
    mean("rowsWritten").toFixed(0),
    mean("billedMs").toFixed(1),
    gbSeconds.toFixed(4),
    million(mean("requests") * PRICES.request),
    million(mean("rowsRead") * PRICES.rowRead + mean("rowsWritten") * PRICES.rowWritten),
    million(gbSeconds * PRICES.gbSecond),
  ];
}
