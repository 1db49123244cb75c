/** Where media go: native, as text, moved or described, and what the step reports of each. */
import assert from "node:assert/strict";
import type { MediaPart } from "../../../../src/core/content/part.ts";
import type { Lacks } from "../../../../src/core/model/capability.ts";
import type { Message } from "../../../../src/core/model/provider.ts";
import { mediaFacts, type MediaRules, PDF } from "../../../../src/providers/_wire/media/media_rules.ts";
import { mediaWarnings } from "../../../../src/providers/_wire/media/media_warnings.ts";
import { placeMedia } from "../../../../src/providers/_wire/media/place_media.ts";

const IMAGE = { types: ["image/png"], urls: false, maxBytes: 1000, most: 2 };
const USER_ONLY: MediaRules = { api: "Acme", user: { image: IMAGE, file: { types: PDF, urls: true } } };
const BOTH: MediaRules = { ...USER_ONLY, result: { image: IMAGE } };

function png(bytes = 10): MediaPart {
  return {
    type: "image",
    mediaType: "image/png",
    source: { type: "blob", blob: { id: "aa", chunks: 1, bytes: 16 }, bytes },
  };
}

const user = (...parts: MediaPart[]): Message => ({
  role: "user",
  text: "Look.",
  parts: [{ type: "text", text: "Look." }, ...parts],
});
const call = (id: string): Message => ({
  role: "assistant",
  blocks: [{ type: "call", id, name: "shoot", args: "{}" }],
});
const tool = (callId: string, ...media: MediaPart[]): Message => ({
  role: "tool",
  callId,
  name: "shoot",
  text: "done",
  failed: false,
  media,
});

/** The messages in short: a medium as its kind. */
function outline(messages: readonly Message[], rules: MediaRules, lacks: Lacks = {}): string[] {
  return placeMedia(messages, { rules, lacks }).map((message) => {
    if (message.role === "assistant" || message.role === "notice") return message.role;
    const parts = message.parts?.map((part) => part.type === "text" ? part.text : `<${part.type}>`) ?? [];
    const text = message.role === "tool" || message.parts === undefined ? [message.text] : [];
    return [`${message.role}:`, ...text, ...parts].join(" ");
  });
}

function codes(messages: readonly Message[], rules: MediaRules, more: object = {}): string[] {
  return mediaWarnings({ messages, ...more }, { rules, lacks: {} }).map(({ code }) => code);
}

Deno.test("P7: messages without media are the same objects", () => {
  const messages: Message[] = [{ role: "user", text: "Hello." }, call("a"), {
    role: "tool",
    callId: "a",
    name: "shoot",
    text: "done",
    failed: false,
  }];
  const placed = placeMedia(messages, { rules: USER_ONLY, lacks: {} });
  assert.ok(placed.every((message, index) => message === messages[index]));
});

Deno.test("P7: media leave the results behind the whole group, in front of the next input, in the order of the calls", () => {
  const label = "[image (image/png, 10 bytes), from the result of shoot]";
  const group = [user(), call("a"), tool("a", png()), tool("b", png())];
  assert.deepEqual(outline(group, USER_ONLY), [
    "user: Look.",
    "assistant",
    "tool: done",
    "tool: done",
    `user: ${label} <image> ${label} <image>`,
  ]);
  assert.equal(
    outline([...group, user()], USER_ONLY).at(-1),
    `user: ${label} <image> ${label} <image> Look.`,
  );
  assert.deepEqual(outline(group, BOTH).slice(2), ["tool: done <image>", "tool: done <image>"]);
  assert.deepEqual(outline([...group, call("c"), tool("c")], USER_ONLY).slice(4), [
    `user: ${label} <image> ${label} <image>`,
    "assistant",
    "tool: done",
  ]);
});

Deno.test("P7: type, size, number and URL are limits of the place, and a medium beyond one is described", () => {
  const gif: MediaPart = { ...png(), mediaType: "image/gif" };
  const url: MediaPart = { ...png(), name: 'a"b\n', source: { type: "url", url: "https://x.test/a.png" } };
  assert.deepEqual(outline([user(gif)], USER_ONLY), [
    "user: Look.\n\n[image (image/gif, 10 bytes) is not shown: Acme takes image/png only]",
  ]);
  assert.match(
    outline([user(png(1001))], USER_ONLY)[0] ?? "",
    /1 kB\) is not shown: Acme takes images of at most 0\.001 MB\]$/,
  );
  assert.match(outline([user(png(1000))], USER_ONLY)[0] ?? "", /<image>$/);
  assert.match(
    outline([user(png(), png(), png())], USER_ONLY)[0] ?? "",
    /<image> <image> \[image .* at most 2 images at once\]$/,
  );
  // The name and the URL are texts of somebody: one line, and quoted.
  assert.match(
    outline([user(url)], USER_ONLY)[0] ?? "",
    /\[image "a\\"b\\n" https:\/\/x\.test\/a\.png \(image\/png\) is not shown/,
  );
  assert.deepEqual(
    outline([call("a"), tool("a", gif)], BOTH)[1],
    "tool: done\n[image (image/gif, 10 bytes) is not shown: Acme takes image/png only]",
  );
  // The number counts anew behind each answer.
  assert.match(outline([user(png(), png()), call("a"), tool("a", png())], BOTH)[2] ?? "", /<image>$/);
});

Deno.test("C4: what the model lacks is described with that reason, and the key of the history names it", () => {
  const lacks: Lacks = { images: "refused before" };
  assert.match(
    outline([user(png())], USER_ONLY, lacks)[0] ?? "",
    /is not shown: the model takes no images\]$/,
  );
  assert.equal(
    mediaFacts({ rules: USER_ONLY, lacks: { ...lacks, temperature: "x", audio: "y" } }),
    "images audio",
  );
  assert.deepEqual(mediaWarnings({ messages: [user(png())] }, { rules: USER_ONLY, lacks }), [{
    code: "media_described",
    message:
      "image (image/png, 10 bytes) was described and not sent: the model takes no images (refused before).",
  }]);
});

Deno.test("P7: a file that is text is text, up to a megabyte; in a result without parts it moves", () => {
  const csv = (bytes: number): MediaPart => ({
    ...png(bytes),
    type: "file",
    mediaType: "text/csv",
    name: "t.csv",
  });
  assert.match(
    outline([user(csv(20))], { api: "Acme", user: {} })[0] ?? "",
    /^user: Look\.\n\n\[file "t\.csv" \(text\/csv, 20 bytes\)\]\ntreadle-media\..*text\.aa\.1\.16;$/,
  );
  assert.match(
    outline([user(csv(1_000_001))], USER_ONLY)[0] ?? "",
    /is not shown: Acme takes application\/pdf only\]$/,
  );
  assert.deepEqual(codes([call("a"), tool("a", csv(20))], USER_ONLY), ["media_moved"]);
  assert.deepEqual(codes([call("a"), tool("a", csv(20))], BOTH), []);
  assert.deepEqual(codes([user(csv(20))], USER_ONLY), []);
});

Deno.test("P7: warnings are about the media behind the last answer, or about all where another model answered", () => {
  const gif: MediaPart = { ...png(), mediaType: "image/gif" };
  const messages = [user(gif), call("a"), tool("a", png())];
  assert.deepEqual(codes(messages, USER_ONLY), ["media_moved"]);
  assert.deepEqual(codes(messages, USER_ONLY, { reportsAllMedia: true }), ["media_described", "media_moved"]);
  const older = { key: "", text: "", messages: () => [user(gif)] };
  assert.deepEqual(codes(messages.slice(1), USER_ONLY, { older, reportsAllMedia: true }), [
    "media_described",
    "media_moved",
  ]);
  assert.deepEqual(codes([...messages, { role: "assistant", blocks: [] }], USER_ONLY), []);
});

Deno.test("P7: a failed result is text where the API demands it", () => {
  const rules: MediaRules = { ...BOTH, failuresAreText: true };
  const failed: Message = {
    role: "tool",
    callId: "a",
    name: "shoot",
    text: "no",
    failed: true,
    media: [png()],
  };
  assert.deepEqual(outline([call("a"), tool("a", png())], rules)[1], "tool: done <image>");
  assert.deepEqual(outline([call("a"), failed], rules).slice(1), [
    "tool: no",
    "user: [image (image/png, 10 bytes), from the result of shoot] <image>",
  ]);
  assert.deepEqual(codes([call("a"), failed], rules), ["media_moved"]);
});
