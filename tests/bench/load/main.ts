// Many streams at once against whole checkouts, side by side: how many steps end, how the others fail, and what it takes.
//
//   deno run -A tests/bench/load/main.ts --streams=1000 --store=redis --resumable . ../b-old
//   deno run -A tests/bench/load/main.ts --streams=500 --readers=none --deltas=400 --bytes=4000 .
//
//   --streams   steps that begin at once, each in a thread of its own (100)
//   --store     memory, sqlite or redis: a Redis behind the bridge, each in a process of its own (memory)
//   --resumable the events are kept in the log
//   --readers   all, slow (one read in 100 ms) or none (memory and sockets fill until the end of the step)
//   --deltas, --bytes, --pace   of an answer of the model: so many pieces, their characters, milliseconds between them
//   --max-steps TREADLE_MAX_STEPS of the servers (0)
//   --log       their log is printed

import { startRedis } from "../../support/redis/server.ts";
import { freePort } from "../../support/requires.ts";
import { startChild } from "../lab/process.ts";
import { stream, type StreamEnd } from "./client.ts";

const { streams, store, readers, deltas, bytes, pace } = {
  streams: Number(option("streams") ?? 100),
  store: option("store") ?? "memory",
  readers: option("readers") ?? "all",
  deltas: Number(option("deltas") ?? 200),
  bytes: Number(option("bytes") ?? 20),
  pace: Number(option("pace") ?? 50),
};
const KEY = "key-of-acme-0123456789";
const isResumable = Deno.args.includes("--resumable");
const checkouts = Deno.args.filter((arg) => !arg.startsWith("--"));

await using model = startChild(new URL("./model.ts", import.meta.url));
const { url: modelUrl } = await model.ask("open");
for (const checkout of checkouts.length === 0 ? ["."] : checkouts) {
  console.log(checkout, JSON.stringify(await measure(checkout)));
}

async function measure(checkout: string): Promise<Record<string, unknown>> {
  await using stack = new AsyncDisposableStack();
  const port = freePort();
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--no-prompt", "functions/deno.ts"],
    cwd: checkout,
    env: {
      ...await storeEnv(stack),
      PORT: String(port),
      TREADLE_MAX_STEPS: option("max-steps") ?? "0",
      TREADLE_MODEL: "compatible/load-model",
      TREADLE_API_KEYS: `acme:${KEY}`,
      COMPATIBLE_BASE_URL: `${modelUrl}/${deltas}-${bytes}-${pace}/v1`,
      COMPATIBLE_API_KEY: "key",
    },
    stdout: Deno.args.includes("--log") ? "inherit" : "null",
    stderr: "inherit",
  }).spawn();
  stack.defer(async () => {
    server.kill("SIGKILL");
    await server.status;
  });
  const address = { hostname: "127.0.0.1", port };
  await untilHealthy(`http://127.0.0.1:${port}/healthz`);
  const usage = sample(server.pid, `http://127.0.0.1:${port}/healthz`);
  const startedAt = performance.now();
  const ends = await Promise.all(Array.from({ length: streams }, (_, index) => {
    return stream(address, KEY, { thread: `t${index}`, resumable: isResumable, readers });
  }));
  const ms = Math.round(performance.now() - startedAt);
  const states = readers === "none" ? await committed(port) : {};
  return { ms, ...count(ends), ...states, ...await usage.end() };
}

async function storeEnv(stack: AsyncDisposableStack): Promise<Record<string, string>> {
  if (store === "memory") return { TREADLE_STORE: "memory" };
  if (store === "sqlite") {
    const folder = await Deno.makeTempDir();
    stack.defer(() => Deno.remove(folder, { recursive: true }));
    return { TREADLE_STORE: `sqlite:${folder}/load.sqlite` };
  }
  const { hostname, port } = stack.use(await startRedis());
  const bridge = stack.use(startChild(new URL("../servers/bridge.ts", import.meta.url)));
  const { url } = await bridge.ask("open", { redis: { hostname, port }, token: "token-for-load" });
  return { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: "token-for-load" };
}

async function untilHealthy(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} does not answer.`);
}

/** Of streams that nobody reads: what the threads have become. */
async function committed(port: number): Promise<Record<string, unknown>> {
  const states: Record<string, number> = {};
  for (let index = 0; index < streams; index++) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/threads/t${index}`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    const { status = `${response.status}`, version = 0 }: { status?: string; version?: number } =
      await response.json();
    const name = `${status} at ${version}`;
    states[name] = (states[name] ?? 0) + 1;
  }
  return { states };
}

function count(ends: readonly StreamEnd[]): Record<string, unknown> {
  const byEnd: Record<string, number> = {};
  for (const { end } of ends) byEnd[end] = (byEnd[end] ?? 0) + 1;
  const firsts = ends.map(({ firstMs }) => firstMs).toSorted((left, right) => left - right);
  return { ...byEnd, firstMs: [firsts[Math.floor(firsts.length / 2)], firsts.at(-1)] };
}

/** The memory of the process and the answers of /healthz meanwhile: a request that waits finds the loop busy. */
function sample(pid: number, url: string): { end(): Promise<Record<string, unknown>> } {
  let [rssMb, slowestMs, isOver] = [0, 0, false];
  const running = (async () => {
    while (!isOver) {
      const status = await Deno.readTextFile(`/proc/${pid}/status`);
      rssMb = Math.max(rssMb, Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024));
      const startedAt = performance.now();
      await fetch(url).then((response) => response.body?.cancel(), () => {});
      slowestMs = Math.max(slowestMs, Math.round(performance.now() - startedAt));
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  })();
  return {
    async end() {
      isOver = true;
      await running;
      const stat = (await Deno.readTextFile(`/proc/${pid}/stat`)).split(" ");
      return { rssMb, slowestMs, cpuS: (Number(stat[13]) + Number(stat[14])) / 100 };
    },
  };
}

function option(name: string): string | undefined {
  return Deno.args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
}
