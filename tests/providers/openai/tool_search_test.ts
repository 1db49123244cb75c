// P1: searches that the client executes, in answers and in requests; calls in a namespace go back in it, to the model that made them.
import assert from "node:assert/strict";
import type { Block } from "../../../src/core/entry.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import type { Message } from "../../../src/core/model/provider.ts";
import { createResponsesWriter } from "../../../src/providers/openai/responses/messages.ts";
import { createAliases } from "../../../src/providers/_wire/calls/tool_names.ts";
import { NO_MEDIA_STYLE } from "../_support.ts";
import { decodeWhole } from "./_decode.ts";

const CALL = { type: "function_call", id: "fc_1", call_id: "call_2", name: "weigh", arguments: "{}" };

function answer(...output: JsonObject[]): JsonObject {
  return { id: "resp_1", object: "response", status: "completed", model: "gpt-5.6-sol", output };
}

Deno.test("P1: a search of the client is a call, and one of the server is none", () => {
  const search = { type: "tool_search_call", id: "tsc_1", call_id: "call_1", status: "completed" };
  for (const args of [{ query: "zinc" }, '{"query":"zinc"}']) {
    const client = { ...search, execution: "client", arguments: args };
    const { blocks, finish } = decodeWhole("responses", answer(client));
    const [call] = blocks;
    assert.ok(call?.type === "call");
    assert.deepEqual([call.name, JSON.parse(call.args), call.providerId, finish], [
      ...["search_tools", { query: "zinc" }],
      ...["call_1", "calls"],
    ]);
  }
  const server = { ...search, execution: "server", call_id: null, arguments: { paths: ["weigh"] } };
  const { blocks } = decodeWhole("responses", answer(server, CALL));
  assert.deepEqual(blocks.map((block) => block.type === "call" && block.name), ["weigh"]);
});

Deno.test("P1: a call in a namespace goes back with it to its model, and to no other", () => {
  const { blocks: [made] } = decodeWhole("responses", answer({ ...CALL, namespace: "metals" }));
  assert.ok(made?.type === "call" && made.meta !== undefined);
  const written = (model: string) => {
    const call: Block = { type: "call", id: "call_2", name: made.name, args: made.args };
    const meta = { provider: "openai", model: "gpt-5.6-sol", data: made.meta?.data ?? null };
    const messages: Message[] = [{ role: "assistant", blocks: [{ ...call, meta }] }];
    const writer = createResponsesWriter({
      ...{ aliases: createAliases(["weigh"]), provider: "openai", model, media: NO_MEDIA_STYLE },
      ...{ inParts: false, search: undefined },
    });
    return JSON.parse(writer.write(messages));
  };
  const plain = { type: "function_call", call_id: "call_2", name: "weigh", arguments: "{}" };
  assert.deepEqual(written("gpt-5.6-sol"), { ...plain, namespace: "metals" });
  assert.deepEqual(written("gpt-6"), plain);
});
