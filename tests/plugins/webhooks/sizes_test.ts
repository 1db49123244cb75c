// Payloads of any size and any characters: what is made of them has bounds and is well-formed.

import assert from "node:assert/strict";
import { openTemplates } from "../../../src/plugins/webhooks/templates.ts";
import { createWebhookApp, senderOf, takerOf } from "./_app.ts";

const AGENT = takerOf([{
  trigger: "github",
  thread: "{/text}",
  input: "{/text}{/text}",
  metadata: { text: "{/text}", all: "{}" },
}]);

Deno.test("E8: inputs and metadata are cut between characters, and the text of a thread is not cut", () => {
  const fill = openTemplates([AGENT], ["github"]).get("taker") ?? assert.fail();
  for (const character of ["a", "🚀", "é", "\u{10ffff}"]) {
    const text = character.repeat(90_001);
    const filled = fill({ text }, { trigger: "github", id: "i", event: undefined });
    assert.ok(filled !== undefined);
    assert.ok(filled.input.length <= 100_000 && filled.input.length >= 99_998);
    assert.ok(filled.input.isWellFormed() && filled.input.endsWith(`${character}…`));
    assert.equal(filled.thread, text);
    for (const value of Object.values(filled.metadata ?? {})) {
      assert.ok(typeof value === "string" && value.length <= 200 && value.isWellFormed());
    }
  }
});

const HOSTILE = ["\u0001", "\\", '"', "\u0000", "\ud800", "\u2028", "\u202e", "{", "\u{10ffff}"];

Deno.test("E8: a payload of hostile characters is taken or refused, and never a failure of the server", async () => {
  const app = createWebhookApp({ agents: [AGENT] });
  const statuses: number[] = [];
  for (const [index, character] of HOSTILE.entries()) {
    const body = JSON.stringify({ text: character.repeat(60_000) });
    const sent = { sender: senderOf("github"), to: "github/taker", body, id: `d${index}` };
    statuses.push((await app.deliver(sent)).status);
  }
  await app.idle();
  assert.deepEqual([...new Set(statuses)].sort(), [202, 413], String(statuses));
});

Deno.test("E8: the metadata of an event are within what a thread may have, whatever their number", () => {
  const metadata = Object.fromEntries(Array.from({ length: 32 }, (_, index) => [`key_${index}`, "{/text}"]));
  const agent = takerOf([{ trigger: "github", input: "x", metadata }]);
  const fill = openTemplates([agent], ["github"]).get("taker") ?? assert.fail();
  for (const character of ["a", "\u0001", "\uffff", "🚀"]) {
    const text = character.repeat(500);
    const filled = fill({ text }, { trigger: "github", id: "i", event: undefined });
    const bytes = new TextEncoder().encode(JSON.stringify(filled?.metadata)).length;
    assert.ok(bytes <= 8_192 && bytes > 3_000, `${bytes} bytes`);
  }
});
