// The engine of Workers in tests: Miniflare with the workerd that it depends on. The newest is that of the wrangler in deno.json, the oldest
// that of wrangler 4.86, the last one for Node 20. TEST_ENGINE=oldest runs a test on the oldest.

// Options are those of Miniflare 4, which Miniflare 5 converts.
import type { MiniflareOptions as EngineOptions } from "miniflare-oldest";

export type { EngineOptions };

/** What tests use of a Miniflare that has started. */
export interface Engine {
  readonly ready: Promise<URL>;
  dispatchFetch(url: string, init?: EngineRequest): Promise<EngineResponse>;
  dispose(): Promise<void>;
}

interface EngineRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

type EngineResponse = Pick<Response, "ok" | "status" | "text" | "json">;

type Start = (options: EngineOptions) => Engine;

/** The supported engines. Each is loaded when it is used. */
export const ENGINES = {
  newest: async (): Promise<Start> => {
    const { Miniflare, convertV4MiniflareOptions } = await import("miniflare");
    // The folder has another name there, and is that of all resources.
    return ({ durableObjectsPersist: folder, ...options }) =>
      new Miniflare(
        convertV4MiniflareOptions(
          typeof folder === "string" ? { ...options, resourcePersistencePath: folder } : options,
        ),
      );
  },
  oldest: async (): Promise<Start> => {
    const { Miniflare } = await import("miniflare-oldest");
    return (options) => new Miniflare(options);
  },
} as const;

export type EngineName = keyof typeof ENGINES;

/** Where each runs the Cron Trigger of a Worker at a request. */
export const CRON_PATHS: Readonly<Record<EngineName, string>> = {
  newest: "/cdn-cgi/local/scheduled",
  oldest: "/cdn-cgi/handler/scheduled",
};

/** The engine that TEST_ENGINE names. */
export const ENGINE: EngineName = parseEngine(Deno.env.get("TEST_ENGINE") || "newest");

const start = await ENGINES[ENGINE]();

/** Miniflare of the engine that TEST_ENGINE names. */
export class Miniflare implements Engine {
  readonly #engine: Engine;

  constructor(options: EngineOptions) {
    this.#engine = start(options);
  }

  get ready(): Promise<URL> {
    return this.#engine.ready;
  }

  dispatchFetch(url: string, init?: EngineRequest): Promise<EngineResponse> {
    return this.#engine.dispatchFetch(url, init);
  }

  dispose(): Promise<void> {
    return this.#engine.dispose();
  }
}

function parseEngine(name: string): EngineName {
  if (name === "newest" || name === "oldest") return name;
  throw new Error(`TEST_ENGINE is ${name}, not newest or oldest.`);
}
