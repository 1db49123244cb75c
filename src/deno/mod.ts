// The entry `@treadle/treadle/deno`: a server on Deno, here or on Deno Deploy, with the standard set of plugins.

import { type StandardOptions, withStandard } from "../plugins/standard.ts";
import { type DenoEntry, serve as serveKernel, type ServeOptions as KernelServeOptions } from "./serve.ts";

export type { DenoEntry, OwnApp, ServeInfo, SocketAddress } from "./serve.ts";

/** What a server is made from: the parts of a deployment, of which only `agents` has no default. */
export interface ServeOptions extends Omit<KernelServeOptions, "plugins">, StandardOptions {}

/**
 * A server of all routes, as the default export of the main module, with the standard set of plugins where `plugins` names none. It
 * listens on PORT when that module is run (`deno run`, Deno Deploy), and `deno serve` listens for it; when another program imports the
 * module, nothing listens. Threads are kept in `.data/treadle.sqlite` unless TREADLE_STORE or Upstash is configured. A wrong
 * configuration ends the process with one line that names each wrong variable.
 *
 * @example
 * ```ts ignore
 * // main.ts: deno run -A main.ts
 * import { serve } from "@treadle/treadle/deno";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support] });
 * ```
 */
export function serve(options: ServeOptions): DenoEntry {
  return serveKernel(withStandard(options));
}
