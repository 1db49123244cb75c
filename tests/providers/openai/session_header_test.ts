// P10: servers that keep a prompt cache on one machine are told the thread in the header that each documents; nobody else is.
import assert from "node:assert/strict";
import OpenAI from "openai";
import { createCompatibleProvider, PROFILES } from "../../../src/providers/openai/compatible.ts";
import { aRequest, ask, drain } from "../_support.ts";

const HEADERS: Readonly<Record<string, string>> = {
  xai: "x-grok-conv-id",
  openrouter: "x-session-id",
  fireworks: "x-session-affinity",
};
const ALL = Object.values(HEADERS);

const ANSWER = [
  `data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"ok"},"finish_reason":"stop"}]}`,
  "data: [DONE]",
].join("\n\n") + "\n\n";

interface Server extends AsyncDisposable {
  readonly url: string;
  /** The session headers of each request. */
  readonly sessions: (readonly [name: string, value: string])[][];
}

function serve(): Server {
  const sessions: (readonly [string, string])[][] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ headers }) => {
    sessions.push(ALL.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }));
    return new Response(ANSWER, { headers: { "content-type": "text/event-stream" } });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/v1`,
    sessions,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

for (const profile of Object.values(PROFILES)) {
  const header = HEADERS[profile.name];
  Deno.test(`P10: ${profile.name}: ${header ?? "no header"} names the thread, by our client and by a user's`, async () => {
    await using server = serve();
    const client = new OpenAI({
      apiKey: "key-0123456789",
      baseURL: server.url,
      maxRetries: 0,
      logLevel: "off",
    });
    for (
      const provider of [
        createCompatibleProvider(profile, { baseURL: server.url, apiKey: "key-0123456789" }),
        createCompatibleProvider(profile, { client }),
      ]
    ) {
      for (const cacheKey of ["acme/t1", "acme/t2", "acme/t1", `acme/${"ü ".repeat(200)}`]) {
        await drain(ask(provider, aRequest({ cacheKey })));
      }
    }
    const [first, second, again, long, ...theirs] = server.sessions;
    assert.deepEqual(theirs, [first, second, again, long]);
    if (header === undefined) return assert.deepEqual([first, second, again, long], [[], [], [], []]);
    assert.deepEqual(again, first);
    assert.notDeepEqual(second, first);
    for (const [found] of [first ?? [], second ?? [], long ?? []]) {
      assert.equal(found?.[0], header);
      assert.match(found?.[1] ?? "", /^[0-9a-f]{16}$/);
    }
  });
}

Deno.test("P10: a session header of the user's own stands", async () => {
  await using server = serve();
  const provider = createCompatibleProvider(PROFILES.openrouter, {
    baseURL: server.url,
    apiKey: "key-0123456789",
    headers: { "X-Session-Id": "mine" },
  });
  await drain(ask(provider, aRequest()));
  assert.deepEqual(server.sessions, [[["x-session-id", "mine"]]]);
});
