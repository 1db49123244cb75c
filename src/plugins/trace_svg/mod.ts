// The entry `@treadle/treadle/trace_svg`: the picture of a thread.

import type { Plugin } from "../../http/plugin.ts";
import { traceRoutes } from "./routes.ts";

/**
 * Serves `GET /v1/threads/:id/trace.svg`: the answers, calls and waits of a thread in time, as SVG. It is part of the standard set,
 * and the page at `/` shows it.
 *
 * @example
 * ```ts ignore
 * import { serve } from "@treadle/treadle/kernel/cloudflare";
 * import { traceSvg } from "@treadle/treadle/trace_svg";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support], plugins: [traceSvg()] });
 * ```
 */
export function traceSvg(): Plugin {
  return {
    name: "trace_svg",
    open: ({ deps }) => ({ routes: traceRoutes(deps), tokenRoutes: [TOKEN_ROUTE] }),
  };
}

const TOKEN_ROUTE = /^(?:GET|HEAD) \/v1\/threads\/[^/]+\/trace\.svg$/;
