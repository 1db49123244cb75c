// Row E13: a tool returns media with its output. They are stored before its observation is committed, once an attempt.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { fromBase64 } from "../../../src/core/content/base64.ts";
import { withMedia } from "../../../src/core/content/with_media.ts";
import type { WrittenMedium } from "../../../src/core/content/read_media_part.ts";
import type { Json } from "../../../src/core/json.ts";
import { AgentError } from "../../../src/core/error.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { callTool } from "../../../src/testing/call_tool.ts";
import { mediaLab, PNG } from "../../plugins/media/_media.ts";

const DOT = { type: "image", mediaType: "image/png", data: fromBase64(PNG), name: "dot.png" } as const;

const draws = (output: Json, media: readonly WrittenMedium[], more: { maxMediaBytes?: number } = {}) =>
  defineTool({ name: "draw", description: "Draws.", run: () => withMedia(output, media), ...more });

const twoSteps = (index: number) => index === 0 ? { calls: ["draw"] } : { says: "Drawn." };

async function entryOf(lab: ReturnType<typeof mediaLab>) {
  await lab.run({ input: "Draw." });
  const { events } = await lab.run();
  const entry = (await lab.history()).find(({ type }) => type === "tool");
  assert(entry?.type === "tool");
  const event = events.find(({ type }) => type === "tool.finished");
  assert(event?.type === "tool.finished");
  assert.equal(JSON.stringify(event).includes(PNG), false, "no bytes in an event");
  assert.deepEqual(event.output, entry.output);
  return entry;
}

Deno.test("E13: the observation refers to the media, and the next plan reads them behind the output", async () => {
  const lab = mediaLab(twoSteps, { tools: [draws({ points: 12 }, [DOT])] });
  const entry = await entryOf(lab);
  assert.deepEqual([entry.outcome, entry.output], ["completed", { points: 12 }]);
  const [medium] = entry.media ?? [];
  assert(medium?.source.type === "blob");
  assert.deepEqual([medium.name, medium.source.bytes], ["dot.png", 68]);
  const [, request] = lab.requests;
  const message = request?.messages.at(-1);
  assert(message?.role === "tool");
  assert.deepEqual(message.media, entry.media);
  assert.equal(await request?.media?.read(medium.source.blob), PNG);
  assert.equal(lab.counts.get("putBlob"), 1);
});

Deno.test("E13: media that cannot be taken are left out, and the output says which and why", async () => {
  const bad = [
    { ...DOT, mediaType: "image/gif" },
    { type: "image", mediaType: "image/svg+xml", data: "PHN2Zz4=" },
    { type: "file", mediaType: "text/plain", data: "no base64!" },
    { type: "file", mediaType: "text/plain", url: "http://example.com/a" },
    DOT,
  ] as const;
  const text = await entryOf(mediaLab(twoSteps, { tools: [draws("Look:", bad)] }));
  assert.deepEqual(String(text.output).split("\n"), [
    "Look:",
    "[image dot.png left out: its data is image/png, not image/gif, by its first bytes]",
    "[image left out: its mediaType is of the type file: image/svg+xml]",
    "[file left out: its data must be base64 of the alphabet with + and /, on one line]",
    "[file left out: its url must be an https URL; send the bytes of any other as data]",
  ]);
  assert.equal(text.media?.length, 1);

  const tight = await entryOf(
    mediaLab(twoSteps, { tools: [draws([1], [DOT, DOT], { maxMediaBytes: 100 })] }),
  );
  assert.deepEqual(tight.output, {
    output: [1],
    media: ["image dot.png left out: it has 68 bytes, and 32 of 100 are left"],
  });
  assert.equal(tight.media?.length, 1);
});

Deno.test("E13: media of a tool in untyped JavaScript are left out, and its call does not fail", async () => {
  const untyped: readonly unknown[] = [
    null,
    { ...DOT, data: new ArrayBuffer(8) },
    { ...DOT, data: 5 },
    { ...DOT, name: 5 },
    { type: "image", mediaType: "image/png", url: new URL("https://a.example/x.png") },
    { ...DOT, mediaType: Symbol("png") },
    {
      get type() {
        throw new Error("No.");
      },
    },
  ];
  const run = (media: unknown) => () => Reflect.apply(withMedia, undefined, ["Look:", media]);
  const tool = (media: unknown) => defineTool({ name: "draw", description: "Draws.", run: run(media) });
  const entry = await entryOf(mediaLab(twoSteps, { tools: [tool([...untyped, DOT])] }));
  assert.deepEqual(String(entry.output).split("\n"), [
    "Look:",
    "[medium left out: its type cannot be read]",
    "[image dot.png left out: its data must be a Uint8Array, or base64 as text]",
    "[image dot.png left out: its data must be a Uint8Array, or base64 as text]",
    "[image 5 left out: its name must be 1 to 255 characters without control characters and slashes]",
    "[image left out: its url must be a text]",
    "[image dot.png left out: its mediaType must be a media type such as image/png]",
    "[medium left out: its type cannot be read]",
  ]);
  assert.equal(entry.media?.length, 1);
  const failed = await entryOf(mediaLab(twoSteps, { tools: [tool(undefined)] }));
  assert.match(failed.error?.message ?? "", /withMedia takes the media as a list/);
});

Deno.test("E13: a store that fails takes the media and not the outcome of a tool that has run", async () => {
  const inner = createMemoryStore();
  const store = new Proxy(inner, {
    get(target, name) {
      if (name === "putBlob") return () => Promise.reject(new AgentError("store_full", "The store is full."));
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const entry = await entryOf(mediaLab(twoSteps, { tools: [draws("Look:", [DOT])], store }));
  assert.deepEqual([entry.outcome, entry.output, entry.media], [
    "completed",
    "Look:\n[1 media left out: The store is full.]",
    undefined,
  ]);
});

Deno.test("K4, E13: without the plugin the outcome of a tool that has run stays, and says which media are left out", async () => {
  const entry = await entryOf(
    mediaLab(twoSteps, { tools: [draws("Look:", [DOT, DOT])], deps: { media: undefined } }),
  );
  assert.deepEqual([entry.outcome, entry.output, entry.media], [
    "completed",
    "Look:\n[2 media left out: nothing stores media here]",
    undefined,
  ]);
});

Deno.test("E13: an after-hook may take media away and bring none of its own", async () => {
  const run = async (media: (given: readonly unknown[]) => readonly never[] | undefined) => {
    const lab = mediaLab(twoSteps);
    const agent = defineAgent({
      name: "hooked",
      instructions: "",
      tools: [draws("Look:", [DOT, DOT])],
      hooks: {
        afterCall: (observation) => ({
          ...observation,
          output: "seen",
          media: media(observation.media ?? []),
        }),
      },
    });
    Object.assign(lab.deps, { agents: new Map([["hooked", agent]]) });
    await lab.run({ input: "Draw.", agent: "hooked" });
    await lab.run();
    const entry = (await lab.history()).find(({ type }) => type === "tool");
    assert(entry?.type === "tool");
    return entry;
  };
  assert.equal((await run((given) => given.slice(0, 1) as never[])).media?.length, 2, "equal media are one");
  assert.equal((await run(() => undefined)).media, undefined);
  const forged = {
    type: "image",
    mediaType: "image/png",
    source: { type: "url", url: "https://evil.example" },
  };
  assert.equal((await run(() => [forged] as unknown as never[])).media, undefined);
});

Deno.test("E13: a tool with media is tested without a store", async () => {
  const { output, media } = await callTool(draws({ ok: true }, [DOT]), {});
  assert.deepEqual(output, { ok: true });
  assert.equal(media?.[0]?.name, "dot.png");
});
