// Public reports about the endpoints that clients of OpenAI read: the raw stream, and the AI SDK over two turns.
import assert from "node:assert/strict";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { streamText } from "ai";
import type { JsonObject } from "../../../src/core/json.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { KEY } from "../../http/_app.ts";
import { needsShared, sharedPath } from "../../support/shared.ts";
import { NOT_TESTED } from "./_reasons.ts";
import { array, at, chatCalls, chatText, noting, object, report, serve, type Served } from "./_reports.ts";

/** An agent whose tool takes `ms`, and which calls the tool of the caller where the request brings it. */
function servedToClients(ms: number, options: { readonly heartbeatMs: number }): Served {
  const script = ({ messages, tools = [] }: JsonObject) => {
    const list = array(messages).map(object);
    if (JSON.stringify(tools).includes("client_tool")) return chatCalls(["client_tool", "{}"]);
    if (list.filter(({ role }) => role === "user").length > 1) return chatText("Second.");
    return list.some(({ role }) => role === "tool") ? chatText("It is blue.") : chatCalls(["weather", "{}"]);
  };
  const weather = noting("weather", [], {
    run: async () => {
      await sleep(ms);
      return "blue";
    },
  });
  return serve(script, { agent: { tools: [weather] }, plugins: [openaiApi()], ...options });
}

report(
  "agent-framework-6417",
  "no chunk of a Chat stream is without a choice but that of the usage, and the first has the role",
  async ({ request }) => {
    const { tools = [], ...bare } = object(request);
    for (const usage of [{}, { stream_options: { include_usage: true } }]) {
      for (const brought of [{ tools }, {}]) {
        await using model = servedToClients(200, { heartbeatMs: 20 });
        const body = { ...bare, ...brought, ...usage, model: "a" };
        const text = await (await model.send("POST", "/v1/chat/completions", body)).text();
        const lines = text.split("\n").filter((line) => line !== "");
        const chunks = lines.filter((line) => line.startsWith("data: {")).map((line) =>
          object(JSON.parse(line.slice(6)))
        );
        const last = chunks.at(-1);
        const empty = chunks.filter(({ choices }) => array(choices).length === 0);
        assert.deepEqual(empty, "stream_options" in usage ? [last] : []);
        assert.equal(at(chunks[0], "choices", 0, "delta", "role"), "assistant");
        const deltas = chunks.flatMap(({ choices }) => array(choices)).map((choice) =>
          object(at(choice, "delta"))
        );
        if ("tools" in brought) {
          const calls = deltas.flatMap(({ tool_calls }) =>
            tool_calls === undefined ? [] : array(tool_calls).map(object)
          );
          const opened = calls.map(({ index, id, function: named }) => [index, typeof id, at(named, "name")]);
          assert.deepEqual(opened[0], [0, "string", "client_tool"]);
        } else {
          assert.equal(deltas.map(({ content }) => content ?? "").join(""), "It is blue.");
          assert.ok(
            lines.some((line) => line.startsWith(":")),
            "comments keep the line open while a tool runs",
          );
        }
        assert.equal(lines.at(-1), "data: [DONE]");
      }
    }
  },
);

report("typebot-2519", "the AI SDK reads a tool of the server that is slow, and a second turn", async () => {
  for (const name of ["compatible", "openai"] as const) {
    await using model = servedToClients(400, { heartbeatMs: 50 });
    const options = {
      apiKey: KEY,
      baseURL: "http://treadle.test/v1",
      fetch: (input: RequestInfo | URL, init?: RequestInit) => model.fetch(new Request(input, init)),
    };
    const client = name === "compatible"
      ? createOpenAICompatible({ ...options, name: "t" }).chatModel("a")
      : createOpenAI(options).chat("a");
    const failures: unknown[] = [];
    const onError = ({ error }: { error: unknown }) => void failures.push(error);
    const ask = { role: "user", content: "Weather?" } as const;
    const first = streamText({ model: client, messages: [ask], onError });
    const text = await first.text;
    assert.match(text, /It is blue\.$/);
    assert.equal(await first.finishReason, "stop");
    const second = streamText({
      model: client,
      messages: [ask, { role: "assistant", content: text }, { role: "user", content: "And now?" }],
      onError,
    });
    assert.match(await second.text, /Second\.$/);
    assert.deepEqual(failures, []);
  }
});

needsShared(
  "reports: each report has a test, but for one, and each reason a report",
  "reports.json",
  async () => {
    const entries: JsonObject[] = JSON.parse(await Deno.readTextFile(sharedPath("reports.json")));
    const ids = entries.map(({ id }) => String(id));
    const texts: string[] = [];
    const folder = new URL(".", import.meta.url);
    for await (const { name } of Deno.readDir(folder)) {
      if (name !== "_reasons.ts") texts.push(await Deno.readTextFile(new URL(name, folder)));
    }
    const untested = ids.filter((id) => !texts.some((text) => text.includes(`"${id}"`)));
    assert.deepEqual(untested.filter((id) => !(id in NOT_TESTED)), []);
    assert.ok(untested.length <= 1, untested.join());
    assert.deepEqual(Object.keys(NOT_TESTED).filter((id) => !ids.includes(id)), []);
  },
);
