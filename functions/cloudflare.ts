// All routes on Cloudflare Workers. One isolate keeps one deployment for as long as its bindings are the same object.

import { AgentError, createApp, createDeps, problemResponse, type ReadAsset } from "../src/mod.ts";
import { agents } from "./agents/mod.ts";
import { policies } from "./agents/policies.ts";

/** Bindings: texts are environment variables, ASSETS has the playground; providers use the others. */
type Bindings = Readonly<Record<string, unknown>>;

interface Invocation {
  waitUntil(promise: Promise<unknown>): void;
}

/** The binding to the static assets of a Worker. */
interface Assets {
  fetch(url: string): Promise<Response>;
}

/** The handler of one deployment. */
type Handler = (request: Request, invocation: Invocation) => Response | Promise<Response>;

const handlers = new WeakMap<Bindings, Handler>();

export default {
  fetch(request: Request, bindings: Bindings, invocation: Invocation): Response | Promise<Response> {
    return handlerOf(bindings)(request, invocation);
  },
};

function handlerOf(bindings: Bindings): Handler {
  const kept = handlers.get(bindings);
  if (kept !== undefined) return kept;
  const handler = deploy(bindings);
  handlers.set(bindings, handler);
  return handler;
}

function deploy(bindings: Bindings): Handler {
  try {
    const deps = createDeps({ env: textsOf(bindings), bindings, agents, policies, isolated: true });
    const app = createApp(deps, { readAsset: assetReader(bindings.ASSETS) });
    return (request, invocation) => app.fetch(request, { defer: (promise) => invocation.waitUntil(promise) });
  } catch (thrown) {
    if (!(thrown instanceof AgentError)) throw thrown;
    const { code, message } = thrown;
    console.error(
      JSON.stringify({ level: "error", message: "wrong configuration", code, reason: message }),
    );
    return refuse;
  }
}

/** The reason names variables, so it goes to the log only. */
function refuse(): Response {
  const error = new AgentError(
    "config_invalid",
    "The configuration of this deployment is wrong; its log names the variables.",
  );
  return problemResponse(error, crypto.randomUUID());
}

function textsOf(bindings: Bindings): Record<string, string> {
  return Object.fromEntries(
    Object.entries(bindings).filter((binding): binding is [string, string] => typeof binding[1] === "string"),
  );
}

/** Reads the assets that wrangler.toml uploads beside the script; undefined without that binding. */
function assetReader(assets: unknown): ReadAsset | undefined {
  if (!isAssets(assets)) return undefined;
  return async (name) => {
    const response = await assets.fetch(`https://assets.invalid/${name}`); // any host: only the path counts
    if (response.ok) return await response.text();
    await response.body?.cancel();
    throw new Error(`The binding ASSETS responds with ${response.status} to ${name}.`);
  };
}

function isAssets(binding: unknown): binding is Assets {
  return typeof binding === "object" && binding !== null && "fetch" in binding;
}
