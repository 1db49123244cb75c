/** The markers of media: what stands for a blob in a text that is kept, and how it is replaced when the text is sent. */
import assert from "node:assert/strict";
import type { MediaReader } from "../../../../src/core/content/part.ts";
import { AgentError } from "../../../../src/core/error.ts";
import { formatMarker, withMedia } from "../../../../src/providers/_wire/media/media_marker.ts";

const blob = (id: string) => ({ id, chunks: 1, bytes: 4 });

function readerOf(texts: Readonly<Record<string, string>>): MediaReader & { reads: string[] } {
  const reads: string[] = [];
  return {
    reads,
    read: ({ id }) => {
      reads.push(id);
      const text = texts[id];
      return text === undefined
        ? Promise.reject(new AgentError("store_corrupt", `Blob ${id} is gone.`))
        : Promise.resolve(text);
    },
  };
}

Deno.test("P7: a marker is replaced by the base64 of its blob, and a blob that stands twice is read once", async () => {
  const [one, two] = [formatMarker(blob("aa"), "base64"), formatMarker(blob("bb"), "base64")];
  const media = readerOf({ aa: "QUFB", bb: "QkJC" });
  const body = JSON.stringify({ a: `data:image/png;base64,${one}`, b: [two, one], c: "x" });
  assert.equal(
    await withMedia(body, media),
    '{"a":"data:image/png;base64,QUFB","b":["QkJC","QUFB"],"c":"x"}',
  );
  assert.deepEqual(media.reads, ["aa", "bb"]);
});

Deno.test("P7: a file that is text is decoded, escaped and fenced by more backticks than it has", async () => {
  const text = 'caf\u00e9 "x"\n```js\n````\n';
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  const body = JSON.stringify({ text: `[file]\n${formatMarker(blob("cc"), "text")}` });
  const whole: { text: string } = JSON.parse(await withMedia(body, readerOf({ cc: base64 })));
  assert.equal(whole.text, `[file]\n\`\`\`\`\`\n${text}\`\`\`\`\``);
});

Deno.test("P7: a file with a hundred thousand fences is sent in one of its own", async () => {
  const text = "```a".repeat(250_000);
  const body = JSON.stringify(formatMarker(blob("dd"), "text"));
  const whole: string = JSON.parse(await withMedia(body, readerOf({ dd: btoa(text) })));
  assert.equal(whole, `\`\`\`\`\n${text}\n\`\`\`\``);
});

Deno.test("P7: no text of a user or a tool is taken for a marker", async () => {
  const real = formatMarker(blob("aa"), "base64");
  const [prefix = ""] = real.split("base64.");
  // The same but for the random number.
  const forged = real.replace(prefix, `treadle-media.${"0".repeat(32)}.`);
  const media = readerOf({ aa: "QUFB" });
  assert.equal(await withMedia(`{"a":"${forged}"}`, media), `{"a":"${forged}"}`);
  assert.deepEqual(media.reads, []);
  assert.match(prefix, /^treadle-media\.[0-9a-f]{32}\.$/);
});

Deno.test("P7: a body without a marker is the same text, and waits for nothing", () => {
  const body = JSON.stringify({ text: "No media." });
  assert.equal(withMedia(body, readerOf({})), body);
  assert.equal(withMedia(body, undefined), body);
});

Deno.test("P7: a blob that is gone, and a marker without a reader, are errors and are not sent", async () => {
  const body = `{"a":"${formatMarker(blob("gone"), "base64")}"}`;
  await assert.rejects(async () => await withMedia(body, readerOf({})), { code: "store_corrupt" });
  assert.throws(() => withMedia(body, undefined), { code: "internal" });
});

Deno.test("P7: the work grows with the body: 26 MB in eight media are copied once", async () => {
  const base64 = "QUFB".repeat(3_300_000 / 4);
  const ids = Array.from({ length: 8 }, (_, index) => `id${index}`);
  const body = JSON.stringify(
    ids.map((id) => ({ data: formatMarker(blob(id), "base64"), text: "x".repeat(1000) })),
  );
  const media = readerOf(Object.fromEntries(ids.map((id) => [id, base64])));
  const whole = await withMedia(body, media);
  assert.deepEqual(media.reads, ids);
  const parsed: { data: string }[] = JSON.parse(whole);
  assert.deepEqual(parsed.map(({ data }) => data === base64), ids.map(() => true));
});
