// What the part `objects` measures: a Worker, and where its threads are.

import { bundleWorker } from "../../slow/support/bundles/worker.ts";
import { type Addresses, API_KEY, MODEL, MODEL_KEY, TENANT } from "../lab/workload.ts";
import type { Bill } from "./meter.ts";
import { type BenchWorkerd, startWorkerd } from "./workerd.ts";

/** Where threads are. */
export type Kind =
  /** In Redis over REST. */
  | "redis"
  /** In the object of their tenant, in another workerd, as on the platform objects are elsewhere than a Worker. */
  | "objects"
  /** The same in the Worker's own workerd, as Miniflare and `wrangler dev` have it. */
  | "one"
  /** The peer: the agent itself is in an object, one a thread, in another workerd. */
  | "agent";

export interface SystemOptions {
  readonly kind: Kind;
  readonly addresses: Addresses;
  /** Objects count what they are billed for. */
  readonly metered?: boolean;
  /** False: the isolate reads the history from the store in each step. */
  readonly warm?: boolean;
  /** The cores of the Worker and of the objects. */
  readonly cores?: { readonly worker: number; readonly objects: number };
}

/** CPU in milliseconds so far. */
export interface Cpu {
  readonly worker: number;
  /** Of the workerd of the objects; 0 where there is none. */
  readonly objects: number;
}

export interface System extends AsyncDisposable {
  /** Where the Worker answers. */
  readonly url: string;
  cpu(): Promise<Cpu>;
  /** Of a system whose objects are metered. */
  bill(): Promise<Bill>;
}

/** The folder of the entrypoints. */
const FOLDER = "tests/bench/objects";

export async function startSystem(
  { kind, addresses, metered = false, warm = true, cores }: SystemOptions,
): Promise<System> {
  await using stack = new AsyncDisposableStack();
  const isApart = kind === "objects" || kind === "agent";
  const texts = textsOf(kind, addresses, warm);
  let other: BenchWorkerd | undefined;
  if (isApart) {
    other = stack.use(
      await startWorkerd({
        script: await bundleWorker({ agents: undefined, main: `${FOLDER}/main_objects.ts` }),
        texts: { OPENAI_BASE_URL: addresses.modelUrl },
        objects: { binding: "OBJECTS", className: classOf(kind, metered) },
        core: cores?.objects,
      }),
    );
  }
  const main = kind === "agent" ? "main_agent.ts" : "main_threads.ts";
  const worker = stack.use(
    await startWorkerd({
      script: await bundleWorker({ agents: undefined, main: `${FOLDER}/${main}` }),
      texts,
      objects: kind === "one" ? { binding: "THREADS", className: classOf(kind, metered) } : undefined,
      otherPort: other?.port,
      core: cores?.worker,
    }),
  );
  const moved = stack.move();
  return {
    url: worker.url,
    cpu: async () => ({ worker: await worker.cpuMs(), objects: await other?.cpuMs() ?? 0 }),
    bill: async () => await (await fetch(`${(other ?? worker).url}/bill`)).json(),
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

function classOf(kind: Kind, metered: boolean): string {
  if (kind === "agent") return metered ? "MeteredAgent" : "AgentObject";
  return metered ? "MeteredThreads" : "ThreadsObject";
}

function textsOf(
  kind: Kind,
  { redisUrl, redisToken, modelUrl }: Addresses,
  warm: boolean,
): Readonly<Record<string, string>> {
  return {
    TREADLE_API_KEYS: `${TENANT}:${API_KEY}`,
    TREADLE_MODEL: `openai/${MODEL}`,
    OPENAI_API_KEY: MODEL_KEY,
    OPENAI_BASE_URL: modelUrl,
    OPENAI_API: "chat",
    ...warm ? {} : { TREADLE_HISTORY_CACHE: "0" },
    ...kind === "redis" ? { UPSTASH_REDIS_REST_URL: redisUrl, UPSTASH_REDIS_REST_TOKEN: redisToken } : {},
  };
}
