// P1: what a server sees of a client whose code a bundler has minified, as Workers run it.

import assert from "node:assert/strict";
import { build } from "esbuild";
import { Miniflare } from "../../support/engine.ts";
import { VERSION } from "openai/version";
import { projectRoot } from "../../../support/project.ts";
import { serveOpenAI, simulatedKey } from "../../../wire/openai/server.ts";

const WORKER = `
import { createCompatibleProvider, PROFILES } from "./src/providers/openai/compatible.ts";
import { createOpenAIProvider } from "./src/providers/openai/provider.ts";
export default {
  async fetch(incoming) {
    const { apiKey, baseURL, headers } = await incoming.json();
    const request = { model: "gpt-4o", system: "s", messages: [{ role: "user", text: "Hi." }], tools: [],
      choice: { type: "auto" }, settings: {}, lacks: {}, cacheKey: "t1", cacheBreakpoints: false };
    const providers = [
      createOpenAIProvider({ apiKey, baseURL, api: "chat" }),
      createOpenAIProvider({ apiKey, baseURL, headers, api: "chat" }),
      createCompatibleProvider(PROFILES.groq, { apiKey, baseURL }),
    ];
    const failures = [];
    for (const provider of providers) {
      const io = { fetch: (...args) => fetch(...args), signal: new AbortController().signal, emit() {}, onRequest() {} };
      await provider.stream(request, io).catch((thrown) => failures.push(String(thrown)));
    }
    return Response.json(failures);
  },
};
`;

Deno.test("P1: on Workers, in a minified bundle, a client of ours names the package and not a letter of the bundler", async () => {
  const { outputFiles: [bundle] } = await build({
    stdin: { contents: WORKER, resolveDir: new URL(".", projectRoot).pathname, loader: "js" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*"],
  });
  const script = bundle?.text ?? assert.fail();
  assert.ok(!/class OpenAI\b/.test(script), "the bundle is minified");
  await using server = await serveOpenAI({ reply: () => ({ text: "Hi." }) });
  const worker = new Miniflare({ modules: true, script, compatibilityDate: "2026-01-01" });
  try {
    const body = JSON.stringify({
      apiKey: simulatedKey,
      baseURL: server.url,
      headers: { "User-Agent": "mine" },
    });
    const response = await worker.dispatchFetch("http://worker.test/", { method: "POST", body });
    assert.deepEqual(await response.json(), []);
  } finally {
    await worker.dispose();
  }
  const agents = server.requests.map(({ headers }) => headers.get("user-agent"));
  const own = `OpenAI/JS ${VERSION}`;
  assert.deepEqual(agents, [own, "mine", own]);
});
