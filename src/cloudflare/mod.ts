// The entry `@treadle/treadle/cloudflare`: a Worker. One isolate keeps one deployment for as long as its bindings are the
// same object.

import { createApp } from "../app.ts";
import type { Agent } from "../core/agent.ts";
import { AgentError } from "../core/error.ts";
import type { Env, ReadAsset } from "../core/ports.ts";
import { createDeps, type DepsOptions } from "../deps.ts";
import { textsOf } from "../deps/environment.ts";
import { mistypedFields, mistypedVariables } from "../deps/mistyped.ts";
import { logLine } from "../deps/ports.ts";
import { problemResponse } from "../http/errors.ts";

/** What a Worker is made from: the parts of a deployment, of which only `agents` has no default. */
export interface ServeOptions extends Partial<Omit<DepsOptions, "agents">> {
  readonly agents: readonly Agent[];
  /** Reads the files of the playground; by default from the binding ASSETS, and without it there is no page. */
  readonly assets?: ReadAsset;
}

/** Bindings: texts are environment variables, ASSETS has the playground; providers and tools use the others. */
type Bindings = Readonly<Record<string, unknown>>;

/** The part of a Worker's ExecutionContext that is used. */
interface Invocation {
  waitUntil(promise: Promise<unknown>): void;
}

/** The default export of a Worker's main module. */
export interface CloudflareEntry {
  fetch(request: Request, bindings: object, invocation: Invocation): Response | Promise<Response>;
}

/** The binding to the static assets of a Worker. */
interface Assets {
  fetch(url: string): Promise<Response>;
}

/** The handler of one deployment. */
type Handler = (request: Request, invocation: Invocation) => Response | Promise<Response>;

/**
 * A Worker that serves all routes. Variables and secrets come from its bindings. A wrong configuration is 500 config_invalid
 * on every request, and the log names each wrong variable.
 *
 * @example
 * ```ts ignore
 * // src/index.ts, `main` of wrangler.jsonc
 * import { serve } from "@treadle/treadle/cloudflare";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support] });
 * ```
 */
export function serve(options: ServeOptions): CloudflareEntry {
  const handlers = new WeakMap<object, Handler>();
  return {
    fetch(request, bindings, invocation) {
      let handler = handlers.get(bindings);
      if (handler === undefined) {
        handler = deploy({ ...bindings }, options);
        handlers.set(bindings, handler);
      }
      return handler(request, invocation);
    },
  };
}

function deploy(bindings: Bindings, { assets, ...options }: ServeOptions): Handler {
  const env = textsOf(bindings);
  warnOfMistyped(env, options);
  try {
    const deps = createDeps({ env, bindings, isolated: true, ...options });
    const app = createApp(deps, { readAsset: assets ?? assetReader(bindings.ASSETS) });
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

/** One line for each isolate, at its first request: before it the bindings are not known. */
function warnOfMistyped(env: Env, { agents, log = logLine }: Omit<ServeOptions, "assets">): void {
  const mistyped = mistypedVariables(env, agents);
  if (mistyped.length > 0) log("warn", "variables look mistyped", mistypedFields(mistyped));
}

/** The reason names variables, so it goes to the log only. */
function refuse(): Response {
  const error = new AgentError(
    "config_invalid",
    "The configuration of this deployment is wrong; its log names the variables.",
  );
  return problemResponse(error, crypto.randomUUID());
}

/** Reads the assets that the Worker's configuration uploads beside the script; undefined without that binding. */
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
