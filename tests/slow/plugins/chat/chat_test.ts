// Row E5: the clients of the AI SDK, both majors and that of Vue, against the app over real HTTP.

import { createApp, createDeps } from "../../../../src/mod.ts";
import { agents } from "./_agents.ts";
import { MAJORS, VUE } from "./_clients.ts";
import { clientTool, openerOf, type Served, STORIES } from "./_stories.ts";

const KEY = "acme-secret-0123456789";

function serve(): Served & AsyncDisposable {
  const deps = createDeps({
    env: { TREADLE_STORE: "memory", TREADLE_MODEL: "scripted/demo", TREADLE_API_KEYS: `acme:${KEY}` },
    agents,
    pollMs: 5,
    log: () => {},
  });
  const app = createApp(deps);
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => app.fetch(request),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    headers: { authorization: `Bearer ${KEY}` },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

for (const major of [...MAJORS, VUE]) {
  for (const [name, story] of Object.entries(STORIES)) {
    Deno.test(`E5: ${major.name}: ${name}`, async () => {
      await using served = serve();
      await story(openerOf(major, served, "c1"));
    });
  }

  Deno.test(`E5: ${major.name}: a client tool: the page runs it and the chat goes on`, async () => {
    await using served = serve();
    await clientTool(major, served, "c1");
  });
}
