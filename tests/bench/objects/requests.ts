// What a step sends to where its thread is.

import { postStep } from "../lab/client.ts";
import type { Lab } from "../lab/lab.ts";
import { toTable } from "../lab/table.ts";
import { AGENT, type Contender, grow, OBJECTS, REDIS, WHOLE } from "./contenders.ts";
import { startSystem } from "./systems.ts";

interface Counted extends Contender {
  readonly warm?: boolean;
}

const CONTENDERS: readonly Counted[] = [
  { ...REDIS, label: `${REDIS.label}, cold`, warm: false },
  { ...REDIS, label: `${REDIS.label}, warm` },
  { ...OBJECTS, label: `${OBJECTS.label}, cold`, warm: false },
  { ...OBJECTS, label: `${OBJECTS.label}, warm` },
  AGENT,
];

/** Steps whose mean is taken: by it what an isolate sends once is less than one. */
const STEPS = 40;

export async function countRequests(lab: Lab): Promise<string> {
  const rows: string[][] = [];
  for (const [index, { label, ...options }] of CONTENDERS.entries()) {
    const addresses = { ...lab.addresses, modelUrl: lab.modelUrl({}) };
    await using system = await startSystem({ ...options, addresses, metered: true });
    const thread = `counted-${index}`;
    await grow(system, [thread]);
    await lab.bridge.ask("reset");
    const before = await system.bill();
    for (let step = 0; step < STEPS; step++) await postStep(system.url, thread, WHOLE);
    const after = await system.bill();
    const { requests, bytesIn, bytesOut } = await lab.bridge.ask("stats");
    const sums = options.kind === "redis" ? [requests, bytesIn, bytesOut] : [
      after.requests - before.requests,
      after.bytesIn - before.bytesIn,
      after.bytesOut - before.bytesOut,
      after.rowsRead - before.rowsRead,
      after.rowsWritten - before.rowsWritten,
    ];
    rows.push([label, ...sums.map((sum) => (sum / STEPS).toFixed(0))]);
  }
  const columns = ["contender", "requests", "bytes written", "bytes read", "rows read", "rows written"];
  return toTable(columns, rows);
}
