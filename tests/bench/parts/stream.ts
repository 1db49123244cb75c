// What a streamed chunk costs on its way through, and how much later the first token arrives.

import { postStep } from "../lab/client.ts";
import { Lab, type ModelOptions } from "../lab/lab.ts";
import type { Part } from "../lab/part.ts";
import type { Child } from "../lab/process.ts";
import { median } from "../lab/statistics.ts";
import { toTable } from "../lab/table.ts";
import type { Layout } from "../lab/templates.ts";
import { toModelBody } from "../lab/workload.ts";

const HISTORY = 10;
const FEW = 20;
const MANY = 2_000;

/** Many events in one write, and one a millisecond, which is nearer to what models do. */
const DELIVERIES = [
  { label: "50 in one write", batch: 50, pace: 0, steps: 5 },
  { label: "one every ms", batch: 1, pace: 1, steps: 1 },
];

interface Way {
  readonly label: string;
  readonly name: "direct" | "floor" | "treadle";
  readonly layout: Layout;
  readonly resumable?: boolean;
}

/** The same stream read from the model by the client itself, and through a server in between. */
const WAYS: readonly Way[] = [
  { label: "model, read directly", name: "direct", layout: "floor" },
  { label: "floor", name: "floor", layout: "floor" },
  { label: "Treadle", name: "treadle", layout: "treadle" },
  { label: "Treadle, not resumable", name: "treadle", layout: "treadle", resumable: false },
];

export const stream: Part = {
  title: "Streaming",
  note:
    `CPU per chunk is what a stream of ${MANY} chunks costs beyond one of ${FEW}, for a process that reads it from ` +
    "the model and drops it, and for servers that pass every chunk on as an event of its own. The first token's lag is " +
    "the time from when the model sent it to when the client read it.",
  async measure({ quick }) {
    await using lab = await Lab.open();
    const rounds = quick ? 3 : 9;
    const rows: string[][] = [];
    for (const delivery of DELIVERIES) {
      const costs = await costsPerChunk(lab, delivery, rounds);
      const [direct = NaN] = costs.values();
      for (const [label, cost] of costs) {
        rows.push([delivery.label, label, cost.toFixed(1), (cost - direct).toFixed(1)]);
      }
    }
    const chunks = toTable(["chunks", "reader", "CPU µs per chunk", "beyond direct"], rows);
    return `${chunks}\n\n${await firstTokens(lab, quick ? 100 : 400)}`;
  },
};

async function costsPerChunk(
  lab: Lab,
  { batch, pace, steps }: typeof DELIVERIES[number],
  rounds: number,
): Promise<Map<string, number>> {
  const all = new Map<string, number[]>();
  const runners = [];
  for (const way of WAYS) {
    runners.push({
      label: way.label,
      few: await runnerOf(lab, way, { events: FEW, batch, pace }),
      many: await runnerOf(lab, way, { events: MANY, batch, pace }),
    });
  }
  for (let round = -2; round < rounds; round++) {
    for (const { label, few, many } of runners) {
      const cost = (await many(steps) - await few(2 * steps)) / (MANY - FEW) * 1000;
      if (round >= 0) all.set(label, [...all.get(label) ?? [], cost]);
    }
  }
  return new Map([...all].map(([label, values]) => [label, median(values)]));
}

/** Runs steps and answers with the CPU milliseconds of one. */
async function runnerOf(
  lab: Lab,
  { name, layout, resumable }: Way,
  model: ModelOptions,
): Promise<(steps: number) => Promise<number>> {
  const child = await lab.contender({ name, layout, historyCache: "0", ...model });
  const run = await stepRunner(child, name, resumable);
  return async (steps) => {
    const threads = await lab.templates.copies(layout, HISTORY, steps);
    const before: number = await child.ask("cpu");
    await run(threads);
    const cpuMs = await child.ask("cpu") - before;
    await lab.templates.remove(layout, HISTORY, threads);
    return cpuMs / steps;
  };
}

async function stepRunner(
  child: Child,
  name: Way["name"],
  resumable: boolean | undefined,
): Promise<(threads: readonly string[]) => Promise<void>> {
  if (name === "direct") return (threads) => child.ask("run", { threads });
  const { url } = await child.ask("serve");
  return async (threads) => {
    for (const thread of threads) await postStep(url, thread, { resumable });
  };
}

// First token -----------------------------------------------------------------------------------------------------------

/** Milliseconds since the request, and since the model sent it. */
interface Arrival {
  readonly totalMs: number;
  readonly lagMs: number;
}

async function firstTokens(lab: Lab, requests: number): Promise<string> {
  const model = { events: FEW, batch: 1, pace: 1, stamped: true };
  const urls = new Map<string, string>();
  for (const { label, name, layout } of WAYS) {
    if (name === "direct") continue;
    const child = await lab.contender({ name, layout, historyCache: "0", ...model });
    urls.set(label, (await child.ask("serve")).url);
  }
  const all = new Map<string, Arrival[]>();
  for (let request = -requests / 2; request < requests; request++) {
    for (const { label, layout, resumable } of WAYS) {
      const url = urls.get(label);
      const [thread = ""] = await lab.templates.copies(layout, HISTORY, 1);
      const arrival = await firstToken(
        url === undefined ? askModel(lab.modelUrl(model)) : askServer(url, thread, resumable),
      );
      await lab.templates.remove(layout, HISTORY, [thread]);
      if (request >= 0) all.set(label, [...all.get(label) ?? [], arrival]);
    }
  }
  const of = (label: string, key: keyof Arrival) =>
    median((all.get(label) ?? []).map((arrival) => arrival[key]));
  const direct = WAYS[0]?.label ?? "";
  return toTable(
    ["first token", "ms after the request", "ms after the model sent it", "later than direct"],
    WAYS.map(({ label }) => [
      label,
      of(label, "totalMs").toFixed(2),
      of(label, "lagMs").toFixed(2),
      (of(label, "lagMs") - of(direct, "lagMs")).toFixed(2),
    ]),
  );
}

type Asking = (seen: (bytes: Uint8Array) => void) => Promise<void>;

function askServer(url: string, thread: string, resumable: boolean | undefined): Asking {
  return (seen) => postStep(url, thread, { resumable, seen });
}

function askModel(modelUrl: string): Asking {
  return async (seen) => {
    const response = await fetch(`${modelUrl}/chat/completions`, {
      method: "POST",
      body: toModelBody([], true),
    });
    for await (const bytes of response.body ?? []) seen(bytes);
  };
}

async function firstToken(ask: Asking): Promise<Arrival> {
  const decoder = new TextDecoder();
  const start = performance.now();
  let arrival: Arrival | undefined;
  await ask((bytes) => {
    if (arrival) return;
    const now = performance.now();
    const stamp = /sent at ([\d.]+) /.exec(decoder.decode(bytes))?.[1];
    if (stamp === undefined) return;
    arrival = { totalMs: now - start, lagMs: performance.timeOrigin + now - Number(stamp) };
  });
  if (!arrival) throw new Error("The stream had no stamped token.");
  return arrival;
}
