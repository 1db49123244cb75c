// A deployment of foreign parts, for `deno serve` and as a Worker: it knows the package by its name alone.

import { createDeps, defineAgent, defineTool } from "@treadle/treadle";
import { createApp } from "@treadle/treadle/hono";
import { createMemoryStore } from "@treadle/treadle/stores/memory";
import { NotingStore } from "./foreign_parts.ts";
import { asked, countingProvider, linesProtocol, onceDriver } from "./parts.ts";

const remove = defineTool({
  name: "remove",
  description: "Removes the file.",
  needsApproval: true,
  run: () => "removed",
});

const agent = defineAgent({ name: "foreign", model: "echo/one", driver: "once", tools: [remove] });

const store = new NotingStore(createMemoryStore());

const app = createApp(createDeps({
  env: { TREADLE_STORE: "noting", TREADLE_OPEN: "1" },
  agents: [agent],
  stores: { noting: () => store },
  providers: [countingProvider("It is gone.")],
  drivers: [onceDriver],
  protocols: [linesProtocol],
  log: () => {},
}));

export default {
  fetch(
    request: Request,
    _bindings?: unknown,
    invocation?: { waitUntil(promise: Promise<unknown>): void },
  ): Response | Promise<Response> {
    if (new URL(request.url).pathname === "/parts") {
      return Response.json({ called: store.called, asked: asked.times });
    }
    return app.fetch(request, { defer: (promise) => invocation?.waitUntil(promise) });
  },
};
