// The trace on its way out, to every dialect: the header arrives and breaks neither a signature nor the rules of an API, and
// the span names the provider by the word of the conventions.

import assert from "node:assert/strict";
import { PROVIDERS } from "../../src/provider_registry.ts";
import { providerName } from "../../src/plugins/telemetry/provider_names.ts";
import { assertConventional, PROVIDER_NAMES } from "../support/otlp/conventions.ts";
import { registerSdk } from "../support/otlp/sdk.ts";
import { KEYS, REGION } from "../wire/bedrock/api.ts";
import type { WireCase } from "../wire/case.ts";
import { CASES } from "../wire/cases.ts";
import { CALLER, deploy, looksOnce, wireCase } from "./_deployment.ts";

/** The providers for which the conventions have a value. */
const NAMES: Readonly<Record<string, string>> = {
  anthropic: "anthropic",
  azure: "azure.ai.openai",
  bedrock: "aws.bedrock",
  cohere: "cohere",
  deepseek: "deepseek",
  gemini: "gcp.gemini",
  groq: "groq",
  mistral: "mistral_ai",
  openai: "openai",
  xai: "x_ai",
};

Deno.test("E16: every provider has its well-known name, or its own where the conventions have none", () => {
  for (const provider of Object.keys(PROVIDERS)) {
    const name = providerName(provider);
    assert.equal(name, NAMES[provider] ?? provider);
    assert.equal(PROVIDER_NAMES.has(name), provider in NAMES, name);
  }
  assert.deepEqual(Object.keys(NAMES).filter((name) => !(name in PROVIDERS)), []);
  assert.equal(providerName("toString"), "toString");
});

/** Bedrock with a pair of keys: each request is signed. */
const SIGNED: WireCase = {
  ...wireCase("bedrock"),
  name: "bedrock with a signature",
  env: ({ url }) => ({
    AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    AWS_SESSION_TOKEN: KEYS.sessionToken,
    AWS_REGION: REGION,
    BEDROCK_BASE_URL: url,
  }),
};

for (const wire of [...CASES, SIGNED]) {
  Deno.test(`E16: ${wire.name}: a request carries its chat span, and a retry that of its own`, async () => {
    await using sdk = registerSdk();
    let fails = true;
    await using server = await wire.start({
      reply: (request) => {
        if (!fails) return looksOnce(request);
        fails = false;
        return { status: 503, headers: { "retry-after": "0" } };
      },
    });
    const { deps, run } = deploy(wire, server);
    const result = await run({ trace: CALLER });
    assert.equal(result.error, undefined);
    assert.deepEqual(server.complaints, []);
    const { spans } = await sdk.flush();
    assertConventional(spans);

    const chats = spans.filter(({ kind }) => kind === "CLIENT");
    assert.deepEqual(chats.map(({ status, attributes }) => [status.failed, attributes["treadle.request"]]), [
      [true, 1],
      [false, 2],
      [false, 1],
    ]);
    assert.match(String(chats[0]?.attributes["error.type"]), /^model_(overloaded|server)$/);
    const { provider } = await deps.model(result.model ?? "");
    assert.equal(
      provider.server === undefined,
      wire.name === "workers_ai binding",
      "a binding has no address",
    );
    for (const { attributes } of chats) {
      assert.equal(attributes["gen_ai.provider.name"], providerName(wire.provider));
      assert.equal(attributes["server.address"], provider.server && new URL(provider.server).hostname);
    }
    assert.deepEqual(
      server.requests.map(({ headers }) => [headers.get("traceparent"), headers.get("tracestate")]),
      chats.map(({ spanId }) => [`00-${CALLER.traceId}-${spanId}-01`, CALLER.state]),
    );
    for (const request of server.requests) {
      assert.equal(wire.lintRequest(request)?.message, undefined);
      const signed = /SignedHeaders=([^,]+)/.exec(request.headers.get("authorization") ?? "")?.[1];
      assert.equal(signed?.includes("trace"), wire === SIGNED ? false : undefined);
    }
  });
}
