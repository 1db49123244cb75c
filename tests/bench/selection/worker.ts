// The engines inside workerd. Its clocks stand still while code runs, so that it is timed from outside: each request is one job.

import { benchCatalogue, benchQueries } from "./catalogue.ts";
import { type Engine, ENGINES } from "./engines.ts";
import type { Job } from "./workerd.ts";
// @ts-ignore -- a module of data, which only the Worker has
import lexicalBytes from "./lexical.bin";
// @ts-ignore -- a module of data, which only the Worker has
import minisearchBytes from "./minisearch.bin";

const WRITTEN: Readonly<Record<Job["engine"], ArrayBuffer>> = {
  lexical: lexicalBytes,
  minisearch: minisearchBytes,
};

let catalogue = benchCatalogue(0);
let queries: readonly string[] = [];
let select: (query: string) => unknown = () => undefined;

export default {
  async fetch(request: Request): Promise<Response> {
    const { type, engine, count, query, times }: Job = await request.json();
    const { build, read, open }: Engine = ENGINES[engine];
    const written = new Uint8Array(WRITTEN[engine]);
    switch (type) {
      case "nothing":
        break;
      case "catalogue":
        catalogue = benchCatalogue(count);
        queries = benchQueries(200, catalogue);
        break;
      case "build":
        build(catalogue);
        break;
      case "read":
        read(written, catalogue);
        break;
      case "open":
        select = open(written, catalogue);
        break;
      case "select":
        for (let time = 0; time < times; time++) select(queries[query] ?? "");
    }
    return new Response();
  },
};
