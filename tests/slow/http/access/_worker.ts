// A Worker below a base path, whose callers are found by a function of its own: the header x-user names the user.

import { createApp, createDeps, type ReadAsset } from "../../../../src/mod.ts";
import { agents } from "../../../../functions/agents/mod.ts";

interface Bindings {
  readonly ASSETS: { fetch(url: string): Promise<Response> };
}

let app: ReturnType<typeof createApp> | undefined;

function deploy({ ASSETS }: Bindings): ReturnType<typeof createApp> {
  const readAsset: ReadAsset = async (name) =>
    await (await ASSETS.fetch(`https://assets.invalid/${name}`)).text();
  const deps = createDeps({
    env: { TREADLE_STORE: "memory" },
    agents,
    isolated: true,
    authenticate: async (request) => {
      const user = request.headers.get("x-user");
      await request.text(); // it has no body, so nothing is lost
      return user === null ? null : { tenant: "acme", user };
    },
  });
  return createApp(deps, { readAsset, basePath: "/agents" });
}

export default {
  fetch(
    request: Request,
    bindings: Bindings,
    context: { waitUntil(promise: Promise<unknown>): void },
  ): Response | Promise<Response> {
    app ??= deploy(bindings);
    return app.fetch(request, { defer: (promise) => context.waitUntil(promise) });
  },
};
