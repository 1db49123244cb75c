// Row E6: xsai, as it is published, over real HTTP: answers, streams, tools of the agent and of the caller, and a call that waits for people.

import assert from "node:assert/strict";
import { generateText } from "@xsai/generate-text";
import { streamText } from "@xsai/stream-text";
import { rawTool } from "@xsai/tool";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { ASKS, type Door, KEY, serveDoor, STARS, WEATHER } from "../../../plugins/openai_api/_door.ts";

/** What every call of xsai has; the caller's tool notes the cities that it was asked for. */
function optionsOf({ url }: Door, cities: string[] = []) {
  const { name, description, parameters } = WEATHER.function;
  const weather = rawTool<{ city: string }>({
    name,
    description,
    parameters: { ...parameters, required: [...parameters.required] },
    execute: ({ city }) => {
      cities.push(city);
      return "18 degrees";
    },
  });
  return { baseURL: `${url}/v1/`, apiKey: KEY, model: "demo", weather };
}

const QUESTION = [{ role: "user", content: "What is the weather in Paris?" }] as const;

async function read<Part>(stream: ReadableStream<Part>): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

Deno.test("E6: xsai: generateText runs a tool of its own, and has the answer behind it", async () => {
  await using door = serveDoor(ASKS);
  const cities: string[] = [];
  const { weather, ...options } = optionsOf(door, cities);
  const { text, steps, messages, finishReason } = await generateText({
    ...options,
    messages: [...QUESTION],
    tools: [weather],
    maxSteps: 3,
  });
  assert.deepEqual([text, finishReason, steps.length, cities], ["18 degrees.", "stop", 2, ["Paris"]]);
  assert.deepEqual(messages.map(({ role }) => role), ["user", "assistant", "tool", "assistant"]);
});

Deno.test("E6: xsai: streamText has a tool of the agent behind it, and the usage", async () => {
  await using door = serveDoor(STARS);
  const { weather: _weather, ...options } = optionsOf(door);
  const { textStream, usage, steps } = streamText({
    ...options,
    messages: [...QUESTION],
    streamOptions: { includeUsage: true },
  });
  const texts = await read(textStream);
  assert.match(texts.join(""), /It is starred\.$/);
  assert.ok(texts.length > 1, "the answer comes in pieces");
  assert.ok(((await usage)?.total_tokens ?? 0) > 0);
  assert.equal((await steps).length, 1);
});

Deno.test("E6: xsai: streamText runs a tool of its own in the stream", async () => {
  await using door = serveDoor(ASKS);
  const cities: string[] = [];
  const { weather, ...options } = optionsOf(door, cities);
  const { fullStream } = streamText({
    ...options,
    messages: [...QUESTION],
    tools: [weather],
    maxSteps: 3,
  });
  const events = await read(fullStream);
  assert.deepEqual(cities, ["Paris"]);
  const kinds = events.map(({ type }) => type);
  assert.ok(kinds.indexOf("tool-call") < kinds.indexOf("tool-result"), kinds.join());
  const words = events.flatMap((event) => event.type === "text-delta" ? [event.text] : []).join("");
  assert.match(words, /18 degrees\.$/);
});

Deno.test("E6: xsai: a call that waits for people is told in words, and is in their inbox", async () => {
  const script = scenario().says("I remove it.").calls("remove", { id: "r1" }).next().says("Gone.");
  await using door = serveDoor(script);
  const { weather: _weather, ...options } = optionsOf(door);
  const { text } = await generateText({ ...options, messages: [{ role: "user", content: "Remove r1" }] });
  assert.match(text ?? "", /^I remove it\..*approv/s);
  const { items } = await (await door.test.send("GET", "/v1/inbox")).json();
  assert.deepEqual(items.map(({ name, args }: Record<string, unknown>) => [name, args]), [
    ["remove", { id: "r1" }],
  ]);
});
