// How many schemas of zod a Worker makes from its start to its first response, by entrypoint: `deno run -A tests/bench/schemas_made.ts
// functions/cloudflare.ts`. Each is a dozen objects and functions; those of routes without a request yet are made later.

import type { CloudflareEntry } from "../../src/cloudflare/serve.ts";
import { projectRoot } from "../support/project.ts";

const [entrypoint = "functions/cloudflare.ts"] = Deno.args;

let made = 0;

// zod calls it with each schema that it has made (`zod/v4/core/core.js`).
Object.assign(globalThis, { __zod_globalConfig: { postProcessor: () => made++ } });

const { default: worker }: { readonly default: CloudflareEntry } = await import(
  new URL(entrypoint, projectRoot).href
);
const bindings = { TREADLE_OPEN: "1", TREADLE_STORE: "memory" };
const { status } = await worker.fetch(new Request("http://localhost/healthz"), bindings, {
  waitUntil: () => {},
});
if (status !== 200) throw new Error(`The first response was ${status}.`);
console.log(`${entrypoint} makes ${made} schemas`);
