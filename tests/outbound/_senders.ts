// Whatever sends requests that have an effect, on every runtime.

import assert from "node:assert/strict";
import { defineTool } from "../../src/agents/define_tool.ts";
import { createDeps } from "../../src/deps/create_deps.ts";
import { createOutbound } from "../../src/outbound/outbound.ts";
import { PlatformHttp } from "../../src/plugins/channels/platform_http.ts";
import { postJson } from "../../src/plugins/selection/embedders/post_json.ts";
import { post } from "../../src/providers/_wire/post.ts";
import { callTool } from "../../src/testing/call_tool.ts";

export const deps = createDeps({
  agents: [],
  plugins: [],
  log: () => {},
  env: { TREADLE_STORE: "memory", TREADLE_OPEN: "1" },
});

const pay = defineTool({
  name: "pay",
  description: "Pays.",
  parameters: ["url"],
  effect: "once",
  run: async ({ url }, { fetch }) =>
    await (await fetch(String(url), { method: "POST", body: "1 EUR" })).text(),
});

/** Each sends one request, whose failure it throws. */
export const SENDERS: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  "a tool": async (url) => {
    const { outcome, error } = await callTool(pay, { url }, { fetch: deps.fetch });
    assert.equal(outcome, "unknown");
    throw new Error(error?.message);
  },
  "a channel": (url) => {
    const http = new PlatformHttp({ name: "Slack", hasSecretUrls: false }, deps);
    return http.send("the post", new URL(url), { method: "POST", body: '{"text":"Done."}' });
  },
  "a webhook, a server of tools and an authorization": (url) =>
    createOutbound({ ...deps.outbound, allowPrivate: ["127.0.0.1"] })(url, { method: "POST", body: "{}" }),
  "a model": (url) =>
    post({ url, headers: {}, body: "{}" }, {
      fetch: deps.fetch,
      signal: AbortSignal.timeout(10_000),
      clock: Date.now,
      refusal: () => assert.fail(),
    }),
  "an embedder": (url) =>
    postJson({ provider: "p", url, headers: {}, body: ["text"], secrets: [], readRefusal: () => ({}) }, {
      fetch: deps.fetch,
      env: {},
      signal: AbortSignal.timeout(10_000),
    }),
};
