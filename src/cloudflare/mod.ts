// The entry `@treadle/treadle/cloudflare`: a Worker with the standard set of plugins.

import { type StandardOptions, withStandard } from "../plugins/standard.ts";
import { durableObjects } from "./durable_objects.ts";
import {
  type CloudflareEntry,
  serve as serveKernel,
  type ServeOptions as KernelServeOptions,
} from "./serve.ts";

export type { CloudflareEntry, OwnApp } from "./serve.ts";
export { ThreadsObject } from "./durable_objects.ts";

/** What a Worker is made from: the parts of a deployment, of which only `agents` has no default. */
export interface ServeOptions extends Omit<KernelServeOptions, "plugins">, StandardOptions {}

/**
 * A Worker that serves all routes, with the standard set of plugins where `plugins` names none. Variables and secrets come from its
 * bindings. Threads are in Upstash Redis where its variables are there, else in the Durable Objects of the binding THREADS. A wrong configuration is 500 config_invalid on every request, and the log names each wrong variable.
 *
 * @example
 * ```ts ignore
 * // src/index.ts, `main` of wrangler.jsonc
 * import { serve } from "@treadle/treadle/cloudflare";
 * import { support } from "./agents/support.ts";
 *
 * export { ThreadsObject } from "@treadle/treadle/cloudflare";
 * export default serve({ agents: [support] });
 * ```
 */
export function serve(options: ServeOptions): CloudflareEntry {
  const stores = { durable_objects: durableObjects(), ...options.stores };
  return serveKernel(withStandard({ ...options, stores }));
}
