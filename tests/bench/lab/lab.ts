// Everything a measurement needs, each in its own process: redis-server, the REST bridge, the model, and one process per
// contender.

import { startRedis } from "../../support/redis_server.ts";
import { RespClient } from "../../support/resp.ts";
import { type Child, startChild } from "./process.ts";
import { type Layout, Templates } from "./templates.ts";
import type { Addresses } from "./workload.ts";

const TOKEN = "bench-token-0123456789";

export interface ContenderOptions {
  /** As in contenders/process.ts. */
  readonly name: Layout;
  /** TREADLE_HISTORY_CACHE; its default when left out. */
  readonly historyCache?: string;
  /** Events of a model's stream. */
  readonly chunks?: number;
  /** The only core it may run on. */
  readonly core?: number;
}

export interface RunFigures {
  readonly wallMs: readonly number[];
  readonly cpuMs: number;
}

export class Lab implements AsyncDisposable {
  readonly #stack: AsyncDisposableStack;
  readonly #addresses: Omit<Addresses, "modelUrl">;
  readonly #modelOrigin: string;
  readonly bridge: Child;
  readonly templates: Templates;

  private constructor(
    stack: AsyncDisposableStack,
    bridge: Child,
    addresses: Omit<Addresses, "modelUrl">,
    modelOrigin: string,
    templates: Templates,
  ) {
    this.#stack = stack;
    this.bridge = bridge;
    this.#addresses = addresses;
    this.#modelOrigin = modelOrigin;
    this.templates = templates;
  }

  /** `core`: the only core that the servers may run on. */
  static async open(core?: number): Promise<Lab> {
    await using stack = new AsyncDisposableStack();
    const redis = stack.use(await startRedis());
    const { hostname, port } = redis;
    const bridge = stack.use(startChild(new URL("../servers/bridge.ts", import.meta.url), { core }));
    const model = stack.use(startChild(new URL("../servers/model.ts", import.meta.url), { core }));
    const { url: redisUrl } = await bridge.ask("open", { redis: { hostname, port }, token: TOKEN });
    const { url: modelOrigin } = await model.ask("open");
    const client = new RespClient({ hostname, port });
    stack.defer(() => client.close());
    const addresses = { redisUrl, redisToken: TOKEN };
    const templates = new Templates(client, { ...addresses, modelUrl: modelUrl(modelOrigin) });
    return new Lab(stack.move(), bridge, addresses, modelOrigin, templates);
  }

  /** A contender in its own process, ready to run. */
  async contender({ name, historyCache, chunks, core }: ContenderOptions): Promise<Child> {
    const child = startChild(new URL("../contenders/process.ts", import.meta.url), {
      args: [name],
      core,
      env: historyCache === undefined ? {} : { TREADLE_HISTORY_CACHE: historyCache },
    });
    this.#stack.use(child);
    await child.ask("open", { ...this.#addresses, modelUrl: modelUrl(this.#modelOrigin, chunks) });
    return child;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

export function modelUrl(origin: string, chunks = 20): string {
  return `${origin}/${chunks}/v1`;
}
