// The entry `@treadle/treadle/chat`: front ends of the AI SDK.

import type { Plugin } from "../../http/plugin.ts";
import type { Busy } from "../../kernel/request.ts";
import { chatRoutes } from "./routes.ts";

/** What a deployment sets of {@link chat}. */
export interface ChatOptions {
  /**
   * What becomes of a message that comes while a run of its chat goes on, where the request does not say it (`busy` of the body): the next
   * step takes it (`steer`, the default), it waits for the end of the run (`queue`), the step is cancelled (`interrupt`), or the message is
   * refused with `thread_busy` (`reject`).
   */
  readonly busy?: Busy | undefined;
}

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
export function chat({ busy }: ChatOptions = {}): Plugin {
  return {
    name: "chat",
    open: ({ deps }) => ({
      routes: chatRoutes(deps, busy),
      tokenRoutes: TOKEN_ROUTES,
      runRoutes: RUN_ROUTES,
    }),
  };
}

const TOKEN_ROUTES = [
  /^POST \/api\/chat(?:\/[^/]+)?$/,
  /^POST \/api\/chat(?:\/[^/]+){1,2}\/stop$/,
  /^(?:GET|HEAD) \/api\/chat(?:\/[^/]+){1,2}\/(?:messages|stream)$/,
];

const RUN_ROUTES = [/^\/api\/chat(?:\/[^/]+)?$/];
