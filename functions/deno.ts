// All routes on Deno: `deno task dev` and Deno Deploy run this file; another program may import its handler.

import { createApp, createDeps, isLoopback, type StoreFactory } from "../src/mod.ts";
import { createSqliteStore } from "../src/stores/sqlite.ts";
import { agents } from "./agents/mod.ts";

const isDeployed = Deno.env.has("DENO_DEPLOY");
const deps = createDeps({
  env: Deno.env.toObject(),
  agents,
  stores: { sqlite: openSqlite },
  defaultStore: isDeployed ? "memory" : "sqlite",
});
const app = createApp(deps);
const running = new Set<Promise<unknown>>();

function openSqlite({ location, lifetimes, clock }: Parameters<StoreFactory>[0]): ReturnType<StoreFactory> {
  const path = location || ".data/treadle.sqlite";
  const folder = path.replace(/[^/\\]*$/, "");
  if (folder !== "") Deno.mkdirSync(folder, { recursive: true });
  return createSqliteStore({ path, lifetimes, clock });
}

/** Deno ends nothing by itself; the set is for the shutdown. */
function defer(promise: Promise<unknown>): void {
  running.add(promise);
  promise.finally(() => running.delete(promise));
}

// Without keys only this machine is served, and only through a socket that no other machine can reach.
const isClosed = deps.access.type === "closed" && !isDeployed;
let isLocalSocket = false;
let isStopping = false;

function answer(request: Request, { remoteAddr }: Deno.ServeHandlerInfo): Response | Promise<Response> {
  if (isStopping) return new Response(null, { status: 503, headers: { "retry-after": "1" } });
  const isLocal = isClosed && isLocalSocket && "hostname" in remoteAddr &&
    isLoopback(request, remoteAddr.hostname);
  return app.fetch(request, { defer, local: isLocal });
}

let isListening = false;

function onListen(address: Deno.Addr): void {
  if (address.transport !== "tcp") return;
  isListening = true;
  isLocalSocket = address.hostname === "127.0.0.1" || address.hostname === "::1";
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    if (signal === "SIGTERM" && Deno.build.os === "windows") continue;
    Deno.addSignalListener(signal, shutDown);
  }
  greet(`http://127.0.0.1:${address.port}`);
}

/** Takes no more requests and lets running steps commit, for at most 5 seconds. */
async function shutDown(): Promise<void> {
  isStopping = true;
  const patience = new Promise((resolve) => setTimeout(resolve, 5_000));
  await Promise.race([Promise.allSettled(running), patience]);
  await deps.close();
  Deno.exit(0);
}

function greet(url: string): void {
  const key = deps.access.type === "keys" ? ` -H "authorization: Bearer $TREADLE_KEY"` : "";
  console.log(`Treadle listens. Playground: ${url}/
Or paste this:
curl -sN ${url}/v1/threads/hello/steps${key} -H 'content-type: application/json' -H 'accept: text/event-stream' -d '{"agent":"demo","input":"What is the weather in Paris?","until":"done"}'`);
}

/** For `deno serve functions/deno.ts`, which listens by itself and says so. */
export default { fetch: answer, onListen } satisfies Deno.ServeDefaultExport;

// `deno run functions/deno.ts`, as Deno Deploy starts it, listens on PORT. Nothing but onListen tells the two apart.
if (import.meta.main) {
  setTimeout(() => {
    if (isListening) return;
    Deno.serve({ port: deps.port, hostname: isClosed ? "127.0.0.1" : "0.0.0.0", onListen }, answer);
  });
}
