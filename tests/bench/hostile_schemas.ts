// How long requests of another tenant wait while one tenant sends hostile schemas and patterns with hostile values, beside the
// same texts with schemas that check nothing:
//
//   deno run -A tests/bench/hostile_schemas.ts

import { HOSTILE } from "../core/json_schema/_hostile.ts";
import { bootDeno, type Booted } from "../support/boot_deno.ts";
import { bootWorker } from "../slow/support/boot_worker.ts";
import type { Attack } from "./_hostile_sender.ts";

const KEYS = { hostile: "key-of-hostile-0123456789", other: "key-of-other-0123456789" };
const ENV = { TREADLE_API_KEYS: Object.entries(KEYS).map((pair) => pair.join(":")).join(",") };
const MAIN = { main: "tests/bench/servers/echoing_model.ts" };

for (const [runtime, boot] of [["deno", bootDeno], ["workerd", bootWorker]] as const) {
  await using server = await boot(ENV, MAIN);
  const quiet: number[] = [];
  for (let round = 0; round < 500; round++) quiet.push(await waited(server));
  console.log(runtime, "quiet", summary(quiet));
  for (const kind of ["harmless", "hostile", "harmless", "hostile"] as const) {
    const times: number[] = [];
    let running = true;
    const attacked = attack(server, kind).finally(() => running = false);
    while (running) times.push(await waited(server));
    console.log(runtime, HOSTILE.length, kind, await attacked, summary(times));
  }
}

async function waited(server: Booted): Promise<number> {
  const began = performance.now();
  const response = await server.fetch("/v1/agents", { headers: { authorization: `Bearer ${KEYS.other}` } });
  await response.text();
  return performance.now() - began;
}

/** Sends all of them from a thread of its own, so that what they cost the sender is not measured. */
async function attack(server: Booted, kind: Attack["kind"]): Promise<Record<string, number>> {
  const sender = new Worker(new URL("_hostile_sender.ts", import.meta.url), { type: "module" });
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, number>>();
  port1.onmessage = ({ data }) => resolve(data);
  sender.onerror = reject;
  const asked: Attack = { url: server.url, key: KEYS.hostile, kind };
  sender.postMessage(asked, [port2]);
  return await promise.finally(() => {
    port1.close();
    sender.terminate();
  });
}

function summary(times: readonly number[]): Record<string, number> {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  return { requests: times.length, p50: at(0.5), p99: at(0.99), most: at(1) };
}
