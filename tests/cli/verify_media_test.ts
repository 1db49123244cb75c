// Row E13: an exported thread with media: its requests are written again from the export alone.

import assert from "node:assert/strict";
import { writeBody } from "../../src/cli/verify/rewrite.ts";
import { readExport } from "../../src/cli/verify/exported_thread.ts";
import { textOfParts } from "../../src/core/content/part.ts";
import type { ModelRequest, Provider } from "../../src/core/model/provider.ts";
import { exportThread } from "../../src/kernel/log/export.ts";
import { image, mediaLab, PNG } from "../plugins/media/_media.ts";
import { testModel } from "../support/model.ts";

/** A body with the bytes of its media, as APIs have them. */
async function bodyOf({ messages, media }: ModelRequest): Promise<string> {
  const written = messages.map(async (message) => {
    if (message.role !== "user") return message.role;
    const bytes = (message.parts ?? []).map((part) =>
      part.type !== "text" && part.source.type === "blob" ? media?.read(part.source.blob) : ""
    );
    return [textOfParts(message.parts ?? []), ...await Promise.all(bytes)].join(" ");
  });
  return (await Promise.all(written)).join("\n");
}

Deno.test("E13: the media of an export are read where its requests are written again, and one that lacks is an error", async () => {
  const lab = mediaLab();
  await lab.run({ inputs: [[{ type: "text", text: "Look." }, image]], agent: "a" });
  const lines: string[] = [];
  for await (const line of await exportThread({ tenant: "acme", thread: "t1" }, lab.deps)) {
    lines.push(JSON.stringify(line));
  }
  const provider: Provider = { ...testModel(() => ({})).provider, body: bodyOf };
  const agent = lab.deps.agents.get("a") ?? assert.fail();
  const parts = {
    agent,
    framed: undefined,
    model: { provider, model: "m", ref: "first/m" },
    driver: lab.deps.driver(agent.driver),
    isEarlier: false,
    cacheMarks: undefined,
    noticePlaces: undefined,
    undecided: undefined,
    descriptions: undefined,
  };
  const write = async (text: string) => {
    const exported = await readExport(text);
    const entry = exported.entries[1];
    assert(entry?.type === "assistant" && entry.record !== undefined);
    const recorded = { index: 1, entry, record: entry.record };
    return (await writeBody(exported, recorded, parts, { summary: null, thread: "t1" })).body;
  };
  assert.equal(await write(`${lines.join("\n")}\n`), `Look.  ${PNG}`);
  const without = lines.filter((line) => !line.includes(PNG)).map((line) => `${line}\n`).join("");
  await assert.rejects(write(without), { code: "store_corrupt" });
});
