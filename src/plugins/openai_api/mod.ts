// The entry `@treadle/treadle/openai_api`: clients of OpenAI's API.

import type { Plugin } from "../../http/plugin.ts";
import { formatOpenAIError } from "./error.ts";
import { openaiRoutes } from "./routes.ts";

/**
 * Serves OpenAI's API with agents as its models: Chat Completions, Responses and models, below `/v1`. Errors on these paths have the
 * form of that API. It is part of the standard set.
 *
 * @example
 * ```ts ignore
 * import { serve } from "@treadle/treadle/kernel/cloudflare";
 * import { openaiApi } from "@treadle/treadle/openai_api";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support], plugins: [openaiApi()] });
 * ```
 */
export function openaiApi(): Plugin {
  return {
    name: "openai_api",
    open: ({ deps }) => ({
      routes: openaiRoutes(deps),
      tokenRoutes: TOKEN_ROUTES,
      runRoutes: [/^\/v1\/(?:chat\/completions|responses)$/],
      formatError: formatOpenAIError,
    }),
  };
}

const TOKEN_ROUTES = [
  /^POST \/v1\/(?:chat\/completions|responses)$/,
  /^(?:GET|HEAD|DELETE) \/v1\/responses\/[^/]+$/,
  /^(?:GET|HEAD) \/v1\/responses\/[^/]+\/input_items$/,
  /^POST \/v1\/responses\/[^/]+\/cancel$/,
  /^(?:GET|HEAD) \/v1\/models(?:\/[^/]+)?$/,
];
