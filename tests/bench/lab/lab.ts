// Everything a measurement needs, each in its own process: redis-server, the REST bridge, the model, and one process per
// contender.

import { projectRoot } from "../../support/project.ts";
import { startRedis } from "../../support/redis/server.ts";
import { RespClient } from "../../../src/redis_rest/resp.ts";
import { type Child, startChild } from "./process.ts";
import { type Layout, Templates } from "./templates.ts";
import type { Addresses } from "./workload.ts";

const TOKEN = "bench-token-0123456789";

/** How the model streams; see servers/model.ts. */
export interface ModelOptions {
  /** Of a whole answer; 20 by default. */
  readonly events?: number;
  /** Events in one write; 5 by default, since how often a reader wakes for single ones is a matter of chance. */
  readonly batch?: number;
  /** Milliseconds between two writes; 0 by default. */
  readonly pace?: number;
  readonly stamped?: boolean;
  /** It calls the tool after a user's message and answers in words after the tool's result; otherwise it always calls. */
  readonly turns?: boolean;
}

/** A cache that holds every thread of a round: the default has room for about a dozen of a thousand steps. */
export const WARM_BYTES = "256000000";

export interface ProcessOptions extends ModelOptions {
  /** As in contenders/process.ts. */
  readonly name: string;
  /** How the threads that are written for it lie. */
  readonly layout?: Layout;
  /** TREADLE_HISTORY_CACHE; its default when left out, {@link WARM_BYTES} holds the threads of a round. */
  readonly historyCache?: string;
  /** How much history a plan reads; all of it when left out. */
  readonly window?: { readonly entries: number; readonly bytes: number };
  /** Names of contenders/step_plugins.ts with commas between them. */
  readonly plugins?: string;
  /** The only core it may run on. */
  readonly core?: number;
  /** The root of the work tree whose contender it is; this one when left out. */
  readonly root?: URL;
  /** What contenders/lens.ts is to see, and the file that it writes. */
  readonly lens?: { readonly kind: "counts" | "heap"; readonly file: string } | undefined;
  /** See {@link ChildOptions.cpuProfiles}. */
  readonly cpuProfiles?: string | undefined;
}

/** A contender whose threads are written for it. */
export interface ContenderOptions extends ProcessOptions {
  readonly layout: Layout;
}

export interface RunFigures {
  readonly wallMs: readonly number[];
  readonly cpuMs: number;
}

export class Lab implements AsyncDisposable {
  readonly #stack: AsyncDisposableStack;
  readonly addresses: Omit<Addresses, "modelUrl">;
  readonly #modelOrigin: string;
  readonly bridge: Child;
  readonly model: Child;
  readonly templates: Templates;
  readonly redis: RespClient;

  private constructor(
    stack: AsyncDisposableStack,
    bridge: Child,
    model: Child,
    addresses: Omit<Addresses, "modelUrl">,
    modelOrigin: string,
    redis: RespClient,
  ) {
    this.#stack = stack;
    this.bridge = bridge;
    this.model = model;
    this.addresses = addresses;
    this.#modelOrigin = modelOrigin;
    this.redis = redis;
    this.templates = new Templates(redis, addresses);
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
    return new Lab(stack.move(), bridge, model, { redisUrl, redisToken: TOKEN }, modelOrigin, client);
  }

  /** A contender in its own process, ready to run. */
  async contender(
    { name, historyCache, window, plugins, core, root, lens, cpuProfiles, ...model }: ProcessOptions,
  ): Promise<Child> {
    const child = startChild(new URL("tests/bench/contenders/process.ts", root ?? projectRoot), {
      args: [name],
      core,
      cwd: root,
      cpuProfiles,
      preload: lens && new URL("../contenders/lens.ts", import.meta.url),
      env: {
        ...(historyCache === undefined ? {} : { TREADLE_HISTORY_CACHE: historyCache }),
        ...(plugins === undefined ? {} : { BENCH_PLUGINS: plugins }),
        ...(window === undefined ? {} : {
          BENCH_WINDOW_ENTRIES: String(window.entries),
          BENCH_WINDOW_BYTES: String(window.bytes),
        }),
        ...(lens === undefined ? {} : { BENCH_LENS: lens.kind, BENCH_LENS_FILE: lens.file }),
      },
    });
    this.#stack.use(child);
    await child.ask("open", { ...this.addresses, modelUrl: this.modelUrl(model) });
    return child;
  }

  modelUrl({ events = 20, batch = 5, pace = 0, stamped = false, turns = false }: ModelOptions): string {
    return `${this.#modelOrigin}/${events}-${batch}-${pace}-${stamped ? 1 : 0}-${turns ? 1 : 0}/v1`;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}
