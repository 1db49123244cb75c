// All routes on Deno: `deno task dev` and Deno Deploy run this file; another program may import its handler.

import { AgentError, type AppDeps, createDeps, type StoreFactory } from "../src/mod.ts";
import { nodeSha256 } from "../src/deps/node_sha256.ts";
import { createSqliteStore } from "../src/stores/embedded/sqlite/store.ts";
import { DenoServer, giveUp } from "./_deno_server.ts";
import { RunningTools } from "./_running_tools.ts";
import { agents } from "./agents/mod.ts";
import { policies } from "./agents/policies.ts";

/** The files of the playground, and openapi.json. */
const ASSETS_FOLDER = new URL("../src/playground/dist/", import.meta.url);

const tools = new RunningTools();
const isDeployed = Deno.env.has("DENO_DEPLOY");
const server = new DenoServer({
  deps: deploy(),
  tools,
  isDeployed,
  readAsset: (name) => Deno.readTextFile(new URL(name, ASSETS_FOLDER)),
});

function deploy(): AppDeps {
  try {
    return createDeps({
      env: Deno.env.toObject(),
      agents: agents.map((agent) => tools.register(agent)),
      policies,
      stores: { sqlite: openSqlite },
      sha256: nodeSha256(),
      defaultStore: isDeployed ? "memory" : "sqlite",
      isolated: isDeployed,
    });
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

/** For `deno serve functions/deno.ts`, which listens by itself. */
export default { fetch: server.fetch, onListen: server.onListen } satisfies Deno.ServeDefaultExport;

// `deno run functions/deno.ts`, as Deno Deploy starts it, listens on PORT.
if (import.meta.main) server.run();
