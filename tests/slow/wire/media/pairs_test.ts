// P7: media in what a user said and in what a tool returned, and then another provider: what one dialect has answered stays
// legal in every other, for every ordered pair, at once and written in parts.
import assert from "node:assert/strict";
import type { Block } from "../../../../src/core/entry.ts";
import { joinItems } from "../../../../src/core/json.ts";
import type { Message, ModelResult } from "../../../../src/core/model/provider.ts";
import { drain, timeTool, weatherTool } from "../../../providers/_support.ts";
import { validator } from "../../../support/conformance.ts";
import { providerOf, requestOf, send } from "../../../wire/ask.ts";
import type { WireCase } from "../../../wire/case.ts";
import { triedCases } from "../../../wire/cases.ts";
import type { Reply } from "../../../wire/openai/reply.ts";
import type { Simulator } from "../../../wire/simulator.ts";
import { ALL } from "../../../wire/media/request.ts";
import { reader, SAMPLES } from "../../../wire/media/samples.ts";

const TOOLS = [weatherTool, timeTool];

const CALLS: Reply = {
  reasoning: "Hm.",
  calls: [{ name: "get_weather", arguments: '{"city":"Paris"}' }, {
    name: "get_time",
    arguments: '{"city":"Rome"}',
  }],
};

for (const first of triedCases()) {
  Deno.test(`P7: media that ${first.name} has answered to are legal everywhere`, async (test) => {
    const said: Message = { role: "user", text: "Look.", parts: [{ type: "text", text: "Look." }, ...ALL] };
    await using server = await first.start({ reply: () => CALLS });
    const answered = await answer(first, server, [said]);
    const observed = [said, ...observations(answered)];
    // With and without an input behind the results, and a second round of media.
    const asked: Message = { role: "user", text: "And this?", parts: [SAMPLES.image] };
    const rounds: readonly (readonly Message[])[] = [
      observed,
      [...observed, asked],
      [...observed, { role: "assistant", blocks: [{ type: "text", text: "Nice." }] }, asked],
    ];
    for (const second of triedCases()) {
      await test.step(second.name, async () => {
        await using other = await second.start();
        for (const messages of rounds) await answer(second, other, messages);
      });
    }
  });
}

async function answer(wire: WireCase, server: Simulator, messages: readonly Message[]): Promise<ModelResult> {
  const provider = providerOf(wire, server);
  const model = wire.mediaModel ?? wire.model;
  const { request } = requestOf(wire, provider, { model, tools: TOOLS, messages, media: reader() });
  const writer = provider.historyWriter(request);
  assert.ok(writer);
  const cut = messages.findLastIndex(({ role }) => role === "assistant");
  if (cut > 0) {
    const parts = joinItems(writer.write(messages.slice(0, cut)), writer.write(messages.slice(cut)));
    assert.equal(parts, writer.write(messages));
  }
  const { result } = await drain(send(wire, server, provider, request));
  assert.deepEqual(server.complaints, []);
  const body = server.requests.at(-1)?.body;
  const validate = wire.schema === undefined ? undefined : await validator();
  if (validate && wire.schema !== undefined) {
    const { errors } = validate(wire.schema, body, { strict: true });
    assert.deepEqual(errors.filter((error) => !wire.unpublished?.test(error)), []);
  }
  return result;
}

/** The answer as it is kept, and results with media of every kind, one of them of a call that failed. */
function observations({ blocks }: ModelResult): Message[] {
  const kept = blocks.map((block, index): Block => {
    if (block.type !== "call") return block;
    const { name, args, meta } = block;
    return { type: "call", id: `call_${String(index).padStart(20, "0")}`, name, args, ...(meta && { meta }) };
  });
  const calls = kept.flatMap((block) => block.type === "call" ? [block] : []);
  assert.equal(calls.length, 2);
  return [
    { role: "assistant", blocks: kept },
    ...calls.map(({ id, name }, index): Message => ({
      role: "tool",
      callId: id,
      name,
      text: index === 0 ? '{"tempC":18}' : "no clock",
      failed: index > 0,
      media: index === 0 ? ALL : [SAMPLES.image],
    })),
  ];
}
