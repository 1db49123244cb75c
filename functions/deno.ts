// All routes on Deno: `deno task dev` and Deno Deploy run this file; another program may import its handler.

import {
  AgentError,
  type AppDeps,
  createApp,
  createDeps,
  type DepsOptions,
  isLoopback,
  type StoreFactory,
} from "../src/mod.ts";
import { createSqliteStore } from "../src/stores/embedded/sqlite/store.ts";
import { agents } from "./agents/mod.ts";

/** The files of the playground. */
const PAGE_FOLDER = new URL("../src/playground/dist/", import.meta.url);

/** How long running steps may still take after SIGTERM or SIGINT. */
const PATIENCE_MS = 5_000;

/** How long the last bytes of a response may take to leave the process. */
const FLUSH_MS = 200;

type ServerState =
  | { readonly type: "starting" }
  /** `local`: no other machine can reach the socket. */
  | { readonly type: "listening"; readonly local: boolean }
  | { readonly type: "stopping" };

let state: ServerState = { type: "starting" };

/** Responses that are not sent yet, and what goes on behind them. */
const running = new Set<Promise<unknown>>();

const isDeployed = Deno.env.has("DENO_DEPLOY");
const deps = deploy({
  env: Deno.env.toObject(),
  agents,
  stores: { sqlite: openSqlite },
  defaultStore: isDeployed ? "memory" : "sqlite",
  isolated: isDeployed,
});
const app = createApp(deps, (name) => Deno.readTextFile(new URL(name, PAGE_FOLDER)));

// Without keys only this machine is served, and only through a socket that no other machine can reach.
const isClosed = deps.access.type === "closed";
const isLocalOnly = isClosed && !isDeployed;

function deploy(options: DepsOptions): AppDeps {
  try {
    return createDeps(options);
  } catch (thrown) {
    if (import.meta.main && thrown instanceof AgentError) giveUp(thrown.message);
    throw thrown;
  }
}

function openSqlite({ location, lifetimes, clock }: Parameters<StoreFactory>[0]): ReturnType<StoreFactory> {
  const path = location || ".data/treadle.sqlite";
  const folder = path.replace(/[^/\\]*$/, "");
  if (folder !== "") Deno.mkdirSync(folder, { recursive: true });
  return createSqliteStore({ path, lifetimes, clock });
}

// Requests --------------------------------------------------------------------------------------------------------------

function answer(
  request: Request,
  { remoteAddr, completed }: Deno.ServeHandlerInfo,
): Response | Promise<Response> {
  if (state.type === "stopping") return new Response(null, { status: 503, headers: { "retry-after": "1" } });
  track(completed);
  const local = isLocalOnly && state.type === "listening" && state.local && "hostname" in remoteAddr &&
    isLoopback(request, remoteAddr.hostname);
  return app.fetch(request, { defer: track, local });
}

/** Deno ends nothing by itself; the set is for the shutdown. */
function track(promise: Promise<unknown>): void {
  running.add(promise);
  const forget = () => running.delete(promise);
  promise.then(forget, forget);
}

// Start and end ---------------------------------------------------------------------------------------------------------

function onListen(address: Deno.Addr): void {
  if (address.transport !== "tcp") return;
  state = { type: "listening", local: address.hostname === "127.0.0.1" || address.hostname === "::1" };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    if (signal === "SIGTERM" && Deno.build.os === "windows") continue;
    Deno.addSignalListener(signal, shutDown);
  }
  greet(`http://127.0.0.1:${address.port}`, state.local);
}

/**
 * Takes no more requests, lets running steps commit and their answers reach their clients, and ends. A step that takes
 * longer than the patience is dropped: its lease runs out and the thread goes on from its last commit, as after a crash.
 */
async function shutDown(): Promise<void> {
  if (state.type === "stopping") return;
  state = { type: "stopping" };
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([settled(), patience]);
  await deps.close();
  Deno.exit(0);
}

// What runs may start something more: an answer begins to be sent when its step has ended. `completed` tells that Deno has
// taken the last bytes of a response, which is a moment before they have left.
async function settled(): Promise<void> {
  while (running.size > 0) await Promise.allSettled(running);
  await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
}

function greet(url: string, local: boolean): void {
  if (isClosed && !(isLocalOnly && local)) {
    console.log(`Treadle listens on ${url} and is closed: set TREADLE_API_KEYS.`);
    return;
  }
  const key = deps.access.type === "keys" ? ` -H "authorization: Bearer $TREADLE_KEY"` : "";
  console.log(`Treadle listens. Playground: ${url}/
Or paste this:
curl -sN ${url}/v1/threads/hello/steps${key} -H 'content-type: application/json' -H 'accept: text/event-stream' -d '{"agent":"demo","input":"What is the weather in Paris?","until":"done"}'`);
}

function giveUp(reason: string): never {
  console.error(reason);
  Deno.exit(1);
}

/** For `deno serve functions/deno.ts`, which listens by itself and says so. */
export default { fetch: answer, onListen } satisfies Deno.ServeDefaultExport;

// `deno run functions/deno.ts`, as Deno Deploy starts it, listens on PORT. Nothing but onListen tells the two apart.
if (import.meta.main) {
  globalThis.addEventListener("unhandledrejection", refusePort); // `deno serve` listens where nothing can catch
  globalThis.addEventListener("error", refusePort);
  setTimeout(() => {
    if (state.type !== "starting") return;
    const hostname = isLocalOnly ? "127.0.0.1" : "0.0.0.0";
    Deno.serve({ port: deps.port, hostname, onListen }, answer);
  });
}

function refusePort(event: PromiseRejectionEvent | ErrorEvent): void {
  const reason = event instanceof ErrorEvent ? event.error : event.reason;
  if (state.type !== "starting" || !(reason instanceof Deno.errors.AddrInUse)) return;
  event.preventDefault();
  giveUp(
    "The port is in use by another program. Choose another: PORT=8788 for deno run, --port 8788 for deno serve.",
  );
}
