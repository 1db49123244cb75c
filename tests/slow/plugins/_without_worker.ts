// A Worker with a deployment of the kernel for each plugin that is left out: `/without/<name>/...`.

import type { Treadle } from "../../../src/treadle/contract.ts";
import { createTreadle } from "../../../src/treadle/create_treadle.ts";
import { scripted } from "../../../src/providers/scripted/provider.ts";
import { agents } from "./_agents.ts";
import { everyPluginBut } from "./_every_plugin.ts";

const deployments = new Map<string, Treadle>();

export default {
  fetch(request: Request): Response | Promise<Response> {
    const { pathname, origin } = new URL(request.url);
    const [, , name = "", ...path] = pathname.split("/");
    const deployment = deployments.get(name) ??
      createTreadle({
        agents,
        plugins: everyPluginBut(name),
        providers: [scripted],
        store: "memory",
        env: ENV,
      });
    deployments.set(name, deployment);
    return deployment.fetch(new Request(`${origin}/${path.join("/")}`, request));
  },
};

/** Of the plugins that need one. */
const ENV = { TREADLE_OPEN: "1", TREADLE_TOKEN_SECRETS: "a-secret-of-tokens-with-32-bytes-or-more" };
