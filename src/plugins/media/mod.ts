// The entry `@treadle/treadle/media`: images, sounds and documents in inputs and in outputs of tools.

import type { Plugin } from "../../http/plugin.ts";
import { MediaStore } from "./media_store.ts";
import { mediaRoutes } from "./routes.ts";

/**
 * Stores the media of inputs, results and outputs, and serves their bytes at `GET /v1/threads/:id/media/:blob`, and by signed
 * links that an `<img>` reads. It is part of the standard set; a deployment without it refuses media with `plugin_missing`, and says to the model which media of a tool it leaves out.
 *
 * @example
 * ```ts ignore
 * import { media } from "@treadle/treadle/media";
 * import { serve } from "@treadle/treadle/kernel/cloudflare";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support], plugins: [media()] });
 * ```
 */
export function media(): Plugin {
  return {
    name: "media",
    open({ deps }) {
      const media = new MediaStore(deps.mediaLimits.cacheBytes);
      return {
        media,
        routes: mediaRoutes(media, deps),
        tokenRoutes: [TOKEN_ROUTE],
        publicPaths: [/^\/media\/[^/]+$/],
      };
    },
  };
}

const TOKEN_ROUTE = /^(?:GET|HEAD) \/v1\/threads\/[^/]+\/media\/[^/]+(?:\/link)?$/;
