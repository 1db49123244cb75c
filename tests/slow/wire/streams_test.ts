// P1-P6: however a streamed answer is cut into chunks, inside of characters and line ends too, it is the same answer, and the
// same as that of the body which is not streamed.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { ModelResult } from "../../../src/core/model/provider.ts";
import { drain, fetchOf, streamed, timeTool, weatherTool } from "../../providers/_support.ts";
import { isRecord, type Reply } from "../../wire/openai/reply.ts";
import { providerOf, requestOf, unstreamed } from "../../wire/ask.ts";
import { livesOf } from "../../support/lives.ts";
import { triedCases } from "../../wire/cases.ts";

const words = fc.string({ unit: "grapheme", maxLength: 30 });
const args = fc.oneof(
  fc.constantFrom("{}", '{"__proto__":{"polluted":true}}', '{"city":"Zürich ☀️ 🦄","n":[1,{"a":null}]}'),
  fc.dictionary(fc.string({ maxLength: 5 }), fc.oneof(words, fc.integer(), fc.boolean()), { maxKeys: 3 })
    .map((value) => JSON.stringify(value)),
);
const reply: fc.Arbitrary<Reply> = fc.record({
  reasoning: words,
  text: words,
  calls: fc.array(
    fc.record({ name: fc.constantFrom("get_weather", "get_time"), arguments: args }),
    { maxLength: 4 },
  ),
  chunks: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
  usage: fc.constant({ input: 40, cached: 16, output: 30, reasoning: 10 }),
});
const cuts = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 30 });

for (const wire of triedCases()) {
  Deno.test(`P1-P6: ${wire.name}: an answer is the same at any chunk boundaries, streamed or not`, async () => {
    const taken: { next: Reply } = { next: {} };
    await using server = await wire.start({ reply: () => taken.next });
    const provider = providerOf(wire, server);
    const { request } = requestOf(wire, provider, { tools: [weatherTool, timeTool] });
    const reach = wire.fetch?.(server) ?? fetch;
    const signal = new AbortController().signal;
    const ask = async (via: typeof fetch, isUnread?: true) =>
      comparable((await drain(streamed(provider, request, { fetch: via, signal, isUnread }))).result);

    await fc.assert(
      fc.asyncProperty(reply, fc.array(cuts, { minLength: 2, maxLength: 4 }), async (said, sizes) => {
        taken.next = {
          ...said,
          text: said.text === "" && (said.calls ?? []).length === 0 ? "Hi." : said.text ?? "",
        };
        const kept: Kept = {};
        const streamed = await ask(keeping(reach, kept));
        const { bytes = new Uint8Array(), type = "" } = kept;
        for (const cut of [[1], ...sizes]) assert.deepEqual(await ask(fetchOf(bytes, cut, type)), streamed);

        assert.deepEqual(await ask(reach, true), streamed);
        assert.deepEqual(await ask(unstreamed(reach)), streamed);
        assert.deepEqual(
          streamed.blocks.flatMap((block) =>
            block.type === "call" ? [[block.name, JSON.parse(block.args)]] : []
          ),
          (said.calls ?? []).map((call) => [call.name, JSON.parse(call.arguments)]),
        );
      }),
      { numRuns: livesOf(4) },
    );
    assert.equal(Reflect.get({}, "polluted"), undefined);
    assert.deepEqual(server.complaints, []);
  });

  Deno.test(`P1-P6: ${wire.name}: a stream that is cut, reset or broken off is an error, never an answer`, async () => {
    for (const fault of ["cut", "reset", { errorAfter: 2, error: { message: "Overloaded" } }] as const) {
      await using server = await wire.start({
        reply: [{ text: "A long answer that is cut in the middle of it.", chunks: [4], fault }],
      });
      const provider = providerOf(wire, server);
      const { request } = requestOf(wire, provider);
      const reach = wire.fetch?.(server) ?? fetch;
      const signal = new AbortController().signal;
      await assert.rejects(drain(streamed(provider, request, { fetch: reach, signal })), (error: unknown) => {
        assert.ok(isRecord(error) || error instanceof Error);
        const { code, details } = Object(error);
        assert.match(
          String(code),
          /^model_(?:protocol|network|overloaded|server|rate_limit)$/,
          String(fault),
        );
        assert.equal(details.afterOutput, true);
        return true;
      });
    }
  });
}

interface Kept {
  bytes?: Uint8Array<ArrayBuffer>;
  type?: string;
}

function keeping(reach: typeof fetch, kept: Kept): typeof fetch {
  return async (input, init) => {
    const response = await reach(input, init);
    kept.bytes = new Uint8Array(await response.clone().arrayBuffer());
    kept.type = response.headers.get("content-type") ?? "";
    return response;
  };
}

// Providers make up ids and name requests anew each time.
function comparable({ blocks, finish, usage }: ModelResult) {
  return {
    finish,
    usage,
    blocks: blocks.map((block) => {
      if (block.type !== "call") return { type: block.type, text: block.text };
      return { type: block.type, name: block.name, args: block.args };
    }),
  };
}
