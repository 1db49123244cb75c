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

function answer(request: Request, local = false): Response | Promise<Response> {
  return app.fetch(request, { defer, local });
}

/** Deno ends nothing by itself; the set is for the shutdown. */
function defer(promise: Promise<unknown>): void {
  running.add(promise);
  promise.finally(() => running.delete(promise));
}

// As main it serves itself: nothing tells `deno serve` from `deno run`, so under the former there would be two servers.
export default import.meta.main ? undefined : { fetch: (request: Request) => answer(request) };

if (import.meta.main) serve();

function serve(): void {
  // Without keys only this machine is served, and only a socket of this machine is opened.
  const isDev = deps.access.type === "closed" && !isDeployed;
  const hostname = isDev ? "127.0.0.1" : "0.0.0.0";
  const server = Deno.serve(
    { port: deps.port, hostname, onListen: greet },
    (request, { remoteAddr }) =>
      answer(request, isDev && remoteAddr.transport === "tcp" && isLoopback(request, remoteAddr.hostname)),
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    if (signal === "SIGTERM" && Deno.build.os === "windows") continue;
    Deno.addSignalListener(signal, () => shutDown(server));
  }
}

/** Takes no more requests and lets running steps commit, for at most 5 seconds. */
async function shutDown(server: Deno.HttpServer): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, 5_000));
  await Promise.race([Promise.allSettled([server.shutdown(), ...running]), patience]);
  await deps.close();
  Deno.exit(0);
}

function greet({ port }: { port: number }): void {
  const url = `http://127.0.0.1:${port}`;
  const key = deps.access.type === "keys" ? ` -H "authorization: Bearer $TREADLE_KEY"` : "";
  console.log(`Treadle listens. Playground: ${url}/
Or paste this:
curl -sN ${url}/v1/threads/hello/steps${key} -H 'content-type: application/json' -H 'accept: text/event-stream' -d '{"agent":"demo","input":"What is the weather in Paris?","until":"done"}'`);
}
