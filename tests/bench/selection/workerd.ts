// workerd through Miniflare, with the engines and what they have built.

import { build } from "esbuild";
import { Miniflare } from "../../slow/support/engine.ts";
import { fromFileUrl } from "../../support/project.ts";
import type { ENGINES } from "./engines.ts";

/** What the Worker does in one request. */
export interface Job {
  readonly type: "nothing" | "catalogue" | "build" | "read" | "open" | "select";
  readonly engine: keyof typeof ENGINES;
  /** Tools of the catalogue. */
  readonly count: number;
  /** The number of the query, from 0 to 199. */
  readonly query: number;
  /** How often it is selected for. */
  readonly times: number;
}

/** A Worker whose isolate has done nothing yet. */
export interface BenchWorker extends AsyncDisposable {
  /** Milliseconds of the round trip. */
  time(job: Partial<Job> & Pick<Job, "type">): Promise<number>;
}

/** The Worker as one text. */
export async function bundleBenchWorker(): Promise<string> {
  const { outputFiles: [bundle] } = await build({
    entryPoints: [fromFileUrl(new URL("worker.ts", import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    external: ["./lexical.bin", "./minisearch.bin"],
  });
  if (bundle === undefined) throw new Error("esbuild made no bundle.");
  return bundle.text;
}

/** Starts a Worker with what the engines have built. */
export async function startBenchWorker(
  script: string,
  written: Readonly<Record<Job["engine"], Uint8Array<ArrayBuffer>>>,
): Promise<BenchWorker> {
  const miniflare = new Miniflare({
    modules: [
      { type: "ESModule", path: "worker.js", contents: script },
      { type: "Data", path: "lexical.bin", contents: written.lexical },
      { type: "Data", path: "minisearch.bin", contents: written.minisearch },
    ],
    compatibilityDate: "2026-04-01",
  });
  const url = await miniflare.ready;
  return {
    async time({ engine = "lexical", count = 0, query = 0, times = 0, type }) {
      const body = JSON.stringify({ type, engine, count, query, times } satisfies Job);
      const begin = performance.now();
      const response = await fetch(url, { method: "POST", body });
      await response.arrayBuffer();
      const took = performance.now() - begin;
      if (!response.ok) throw new Error(`The Worker answered ${type} with ${response.status}.`);
      return took;
    },
    [Symbol.asyncDispose]: () => miniflare.dispose(),
  };
}
