// The entry `@treadle/treadle/chat`: front ends of the AI SDK.

import type { Door } from "../../http/door.ts";
import { chatRoutes } from "./routes.ts";

/**
 * Serves `useChat` of the AI SDK: `POST /api/chat` for the default agent, `POST /api/chat/:agent` for any, and below them the messages,
 * the stream and the stop of a chat. It is part of the standard set.
 *
 * @example
 * ```ts ignore
 * import { chat } from "@treadle/treadle/chat";
 * import { serve } from "@treadle/treadle/kernel/cloudflare";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support], plugins: [chat()] });
 * ```
 */
export function chat(): Door {
  return {
    name: "chat",
    open: ({ deps }) => ({ routes: chatRoutes(deps), tokenRoutes: TOKEN_ROUTES, runRoutes: RUN_ROUTES }),
  };
}

const TOKEN_ROUTES = [
  /^POST \/api\/chat(?:\/[^/]+)?$/,
  /^POST \/api\/chat(?:\/[^/]+){1,2}\/stop$/,
  /^(?:GET|HEAD) \/api\/chat(?:\/[^/]+){1,2}\/(?:messages|stream)$/,
];

const RUN_ROUTES = [/^\/api\/chat(?:\/[^/]+)?$/];
