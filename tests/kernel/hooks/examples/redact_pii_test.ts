// K1, K2, K5: the plugin of docs/examples that takes personal data out: what it finds, and that neither a stream nor a thread has any of it.
import assert from "node:assert/strict";
import { redactPii } from "../../../../docs/examples/plugins/redact_pii.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { PluginHost } from "../../../../src/kernel/hooks/plugin_host.ts";
import { createScriptedProvider } from "../../../../src/providers/scripted/provider.ts";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { checkPlugin } from "../../../../src/testing/check_plugin.ts";
import { createRecordingStore } from "../../../../src/testing/recording_store.ts";
import { createTestApp, KEY } from "../../../http/_app.ts";
import { mulberry32 } from "../../../support/mulberry32.ts";

const look = defineTool({
  name: "look",
  description: "Looks an account up.",
  parameters: ["of"],
  effect: "pure",
  run: ({ of }) => ({
    of,
    mail: "paul.b@corp.example",
    card: 4111111111111111,
    iban: ["DE89 3704 0044 0532 0130 00"],
  }),
});
const AGENT = defineAgent({ name: "a", model: "scripted/a", tools: [look] });

const { redactor } = new PluginHost([redactPii()]).of(AGENT);
assert.ok(redactor);

const FOUND: readonly (readonly [string, string])[] = [
  ["write to paul.b+news@mail.corp.example, please", "write to [email], please"],
  ["Müller@bücher.example.", "[email]."],
  ["+49 (0)30 901820, +1-555-010-4477", "[phone], [phone]"],
  ["(030) 901 820 or 030/901820 or 555-010-4477", "[phone] or [phone] or [phone]"],
  ["4111 1111 1111 1111 and 5500-0000-0000-0004", "[card] and [card]"],
  ["No. 12 4111111111111111", "No. 12 [card]"],
  ["DE89 3704 0044 0532 0130 00 IBAN", "[iban] IBAN"],
  ["GB82WEST12345698765432;", "[iban];"],
];

const KEPT: readonly string[] = [
  "4111 1111 1111 1112 is no card", // its last digit is wrong
  "DE88370400440532013000 has another checksum",
  "10 000 000 of 2026-11-26 at 12:30:00",
  "a@b, @treadle/treadle, version 1.2.3",
  "call_0123456789abcdef and 1764190000000",
];

for (const [text, left] of FOUND) {
  Deno.test(`K1: personal data: ${text}`, () => {
    assert.equal(redactor.text(text), left);
    assert.equal(redactor.text(left), left);
  });
}

for (const text of KEPT) {
  Deno.test(`K1: no personal data: ${text}`, () => assert.equal(redactor.text(text), text));
}

Deno.test("K1: personal data in random pieces: a stream is the redaction of the whole text", () => {
  const random = mulberry32(11);
  const words = [...FOUND.map(([text]) => text), ...KEPT, " ", "\n", "x", "4", "@", "+4", "0", "-"];
  for (let round = 0; round < 150; round++) {
    const count = 1 + Math.floor(random() * 12);
    const text = Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join("");
    const stream = redactor.open();
    let sent = "";
    for (let at = 0; at < text.length;) {
      const size = 1 + Math.floor(random() * 40);
      sent += stream.add(text.slice(at, at + size));
      at += size;
      assert.ok(redactor.text(text).startsWith(sent), JSON.stringify({ text, sent }));
    }
    assert.equal(sent + stream.end(), redactor.text(text));
  }
});

/** What must stand nowhere. */
const SECRETS = /paul|corp\.example|4111 ?1111|DE89|901820|bob@/;

Deno.test("K1, E2: over SSE no event has personal data, also where it lies across deltas, and neither store, history nor export has it", async () => {
  const { store, calls } = createRecordingStore(createMemoryStore());
  const script = scenario()
    .thinks("Paul is paul.b@corp.example, so I look.").calls("look", { of: "paul" }).next()
    .says(
      "The account is that of paul.b@corp.example, whose card is 4111 1111 1111 1111; call +49 30 901820. "
        .repeat(3),
    );
  const app = createTestApp({
    agents: [AGENT],
    plugins: [redactPii()],
    providers: [createScriptedProvider({ script })],
    store,
  });
  await using server = Deno.serve({ port: 0, onListen: () => {} }, (request) => app.fetch(request));
  const url = `http://127.0.0.1:${server.addr.port}/v1/threads/t1`;
  const headers = {
    authorization: `Bearer ${KEY}`,
    "content-type": "application/json",
    accept: "text/event-stream",
  };
  const body = JSON.stringify({
    agent: "a",
    input: "I am bob@corp.example. Who is it?",
    until: "done",
    resumable: true,
  });
  const response = await fetch(`${url}/steps`, { method: "POST", headers, body });
  const stream = await response.text();
  const deltas = [...stream.matchAll(/^data: (.*"type":"text\.delta".*)$/gm)].map(([, json = ""]) =>
    JSON.parse(json).text
  );
  assert.ok(deltas.length > 3, `${deltas.length} deltas`);
  const sentence = "The account is that of [email], whose card is [card]; call [phone]. ";
  assert.equal(deltas.join(""), sentence.repeat(3));
  const read = async (path: string) => await (await fetch(`${url}${path}`, { headers })).text();
  const history = await read("/history");
  assert.match(history, /I am \[email\]\. Who is it\?/);
  assert.match(history, /"mail":"\[email\]","card":"\[card\]","iban":\["\[iban\]"\]/);
  const shown = {
    stream,
    history,
    thread: await read(""),
    exported: await read("/export"),
    events: await read("/events"),
  };
  // Arguments are as the model wrote them.
  const seen = Object.entries({ ...shown, lines: app.logs.join(), store: JSON.stringify(calls) })
    .map(([where, text]) => [where, text.replaceAll(/\\*"of\\*":\\*"paul/g, "")] as const);
  for (const where of ["history", "exported", "events", "store"]) {
    assert.match(seen.find(([name]) => name === where)?.[1] ?? "", /\[card\]/, where);
  }
  for (const [where, text] of seen) assert.doesNotMatch(text, SECRETS, where);
});

Deno.test("K2, K5: redact-pii: a thread is the same wherever a machine vanishes", async () => {
  const script = scenario().calls("look", { of: "paul" }).next().says("One: paul.b@corp.example.").next()
    .says("Two.");
  const { problems, crashes } = await checkPlugin(redactPii(), {
    agent: AGENT,
    script,
    inputs: ["I am bob@corp.example.", "And 030/901820?"],
  });
  assert.deepEqual(problems, []);
  assert.ok(crashes > 6);
});
