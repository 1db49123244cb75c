// P1: what recorded streams of Responses say beyond their result; that is in tests/slow/wire/recordings_test.ts.
import assert from "node:assert/strict";
import type { ModelResult } from "../../../src/core/model/provider.ts";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { decodeWhole } from "./_decode.ts";
import { needsShared, sharedPath } from "../../support/shared.ts";
import { aRequest, ask, drain, fetchOf } from "../_support.ts";

const encoder = new TextEncoder();

needsShared("P1: a streamed response and its own final body give the same result", "fixtures", async () => {
  const files = [...Deno.readDirSync(sharedPath("fixtures", "openai-responses"))].map(({ name }) => name)
    .filter((name) => name.endsWith(".chunks.txt") && !/error|openai-phase/.test(name)) // of openai-phase deltas were trimmed
    .map((name) => `openai-responses/${name}`);
  for (const file of files) {
    const last = lines(file).at(-1) ?? "";
    const { result } = await drain(
      ask(provider(), aRequest(), { fetch: fetchOf(frame(file, "\n"), [37]) }),
    );
    const { requestId: _, ...streamed } = result;
    const whole = decodeWhole("responses", JSON.parse(last).response);
    assert.deepEqual(withoutOpaque(streamed), withoutOpaque(whole), file);
  }
});

needsShared("P1: a message phase is kept with its block", "fixtures", async () => {
  const file = "openai-responses/openai-phase.1.chunks.txt";
  const { result } = await drain(
    ask(provider(), aRequest(), { fetch: fetchOf(frame(file, "\n"), [37]) }),
  );
  assert.deepEqual(result.blocks.map((block) => block.meta?.data), [
    { type: "message", phase: "commentary" },
    { type: "message", phase: "final_answer" },
  ]);
});

function withoutOpaque(result: ModelResult) {
  return { ...result, blocks: result.blocks.map(({ meta: _, ...block }) => block) };
}

function provider() {
  return createOpenAIProvider({ apiKey: "sk-test", api: "responses", baseURL: "http://compatible.test/v1" });
}

function lines(file: string): string[] {
  return Deno.readTextFileSync(sharedPath("fixtures", file)).split("\n").filter((line) => line.trim() !== "");
}

function frame(file: string, newline: string): Uint8Array<ArrayBuffer> {
  const events = lines(file).map((line) =>
    `event: ${JSON.parse(line).type}${newline}data: ${line}${newline}${newline}`
  );
  return encoder.encode(events.join(""));
}
