// P1-P6: recorded traffic of every provider parses to what an independent client made of it, wherever the bytes are cut.
import assert from "node:assert/strict";
import fc from "fast-check";
import { AgentError } from "../../../src/core/error.ts";
import type { ModelResult } from "../../../src/core/model/provider.ts";
import {
  callsOf,
  drain,
  drainFailing,
  fetchOf,
  reasoningOf,
  streamed,
  textOf,
} from "../../providers/_support.ts";
import { isSearch, livesOf } from "../../support/lives.ts";
import { needsShared, sharedPath } from "../../support/shared.ts";
import { providerOf, requestOf } from "../../wire/ask.ts";
import type { Recordings, WireCase } from "../../wire/case.ts";
import { CASES } from "../../wire/cases.ts";

interface Expected {
  readonly file: string;
  readonly text: string | { len: number; head: string; tail: string };
  readonly reasoningLen: number;
  readonly calls: { id: string; name: string; args: string; server?: boolean }[];
  readonly finish?: { unified: string; raw?: string };
  readonly usage?: { in?: number; cacheRead?: number; cacheWrite?: number; out?: number; reasoning?: number };
  readonly errs: string[];
}

interface Recording {
  readonly wire: WireCase;
  readonly recordings: Recordings;
  readonly expected: Expected;
}

needsShared("P1-P6: every recording has a dialect that reads it", "fixtures", () => {
  const orphans = expectations().filter(({ file }) => recordingOf(file) === undefined).map(({ file }) =>
    file
  );
  assert.deepEqual(orphans, []);
});

needsShared(
  "P1-P6: recorded streams parse to the oracle's values at any chunk sizes",
  "fixtures",
  async (test) => {
    for (const recording of streams()) {
      await test.step(recording.expected.file, async () => {
        for (const newline of ["\n", "\r\n"]) {
          const bytes = framed(recording, newline);
          for (const size of isSearch() ? [1, 3, 37, bytes.length] : [1, 37]) {
            await check(recording, bytes, [size]);
          }
        }
      });
    }
  },
);

needsShared("P1-P6: recorded streams parse the same at random chunk boundaries", "fixtures", async () => {
  for (const recording of streams()) {
    const bytes = framed(recording, "\r\n");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 40 }),
        (sizes) => check(recording, bytes, sizes),
      ),
      { numRuns: livesOf(4) },
    );
  }
});

needsShared(
  "P3: the recorded binary frames are those of the lines, and parse the same",
  "fixtures",
  async () => {
    for (const recording of streams().filter(({ expected }) => expected.file.startsWith("bedrock/"))) {
      const file = recording.expected.file.replace(".chunks.txt", ".eventstream.bin");
      const bytes = Deno.readFileSync(sharedPath("fixtures", file));
      for (const size of [1, 3, 37, bytes.length]) await check(recording, bytes, [size]);
    }
  },
);

needsShared("P1-P6: recorded whole bodies parse to the oracle's values", "fixtures", async (test) => {
  for (const recording of all().filter(({ expected }) => expected.file.endsWith(".json"))) {
    await test.step(recording.expected.file, async () => {
      const bytes = Deno.readFileSync(sharedPath("fixtures", recording.expected.file));
      for (const size of [1, 37, bytes.length]) await check(recording, bytes, [size], "application/json");
    });
  }
});

async function check(
  { wire, recordings, expected }: Recording,
  bytes: Uint8Array<ArrayBuffer>,
  sizes: number[],
  contentType = recordings.contentType,
): Promise<void> {
  const provider = providerOf(wire, OFFLINE);
  const { model, settings } = recordings;
  const { request } = requestOf(wire, provider, { ...model && { model }, ...settings && { settings } });
  const stream = streamed(provider, request, {
    fetch: fetchOf(bytes, sizes, contentType),
    signal: new AbortController().signal,
  });
  if (expected.errs.length > 0) {
    const { error } = await drainFailing(stream);
    return assertExpectedError(error, expected);
  }
  compare((await drain(stream)).result, expected, recordings);
}

function compare(result: ModelResult, expected: Expected, { moreReasoning }: Recordings): void {
  const text = textOf(result);
  if (typeof expected.text === "string") assert.equal(text, expected.text);
  else {
    assert.equal(text.length, expected.text.len);
    assert.ok(text.startsWith(expected.text.head) && text.endsWith(expected.text.tail));
  }
  if (moreReasoning?.test(expected.file)) assert.ok(reasoningOf(result).length > expected.reasoningLen);
  else assert.equal(reasoningOf(result).length, expected.reasoningLen);
  const ours = expected.calls.filter((call) => !call.server);
  assert.deepEqual(callsOf(result).map(({ name }) => name), ours.map(({ name }) => name));
  callsOf(result).forEach(({ args, id }, index) => {
    // The oracle writes some arguments anew, and makes up an id where the provider gives none.
    assert.deepEqual(JSON.parse(args), JSON.parse(ours[index]?.args ?? ""));
    if (id !== undefined) assert.equal(id, ours[index]?.id);
  });
  assert.equal(result.finish, expected.finish?.unified === "tool-calls" ? "calls" : expected.finish?.unified);
  const { usage } = result;
  const { usage: oracle = {} } = expected;
  // What was recorded without usage is estimated.
  if (usage.estimated) assert.deepEqual([oracle.in ?? 0, oracle.out ?? 0], [0, 0]);
  else assert.deepEqual([usage.inputTokens, usage.outputTokens], [oracle.in ?? 0, oracle.out ?? 0]);
  // The oracle says 0 where a provider reports nothing, and nothing where it does not look (Cohere's cached_tokens).
  if (oracle.cacheRead !== undefined) assert.equal(usage.cachedTokens ?? 0, oracle.cacheRead);
  assert.equal(usage.cacheWriteTokens ?? 0, oracle.cacheWrite ?? 0);
  if (oracle.reasoning !== undefined) assert.equal(usage.reasoningTokens ?? 0, oracle.reasoning);
}

function assertExpectedError(error: unknown, { errs }: Expected): void {
  assert.ok(error instanceof AgentError);
  const text = (errs[0] ?? "").replace(/^THROW /, "");
  assert.ok(error.message.includes(text), error.message);
  if (/quota/.test(text)) assert.deepEqual([error.code, error.retryable], ["model_quota", false]);
}

const OFFLINE = {
  url: "http://recorded.test",
  requests: [],
  complaints: [],
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

function expectations(): Expected[] {
  return JSON.parse(Deno.readTextFileSync(sharedPath("fixtures", "expected.json")));
}

function recordingOf(file: string): Omit<Recording, "expected"> | undefined {
  for (const wire of CASES) {
    const recordings = wire.recordings?.find(({ files }) => files.test(file));
    if (recordings) return { wire, recordings };
  }
  return undefined;
}

function all(): Recording[] {
  return expectations().flatMap((expected) => {
    const recording = recordingOf(expected.file);
    return recording ? [{ ...recording, expected }] : [];
  });
}

function streams(): Recording[] {
  return all().filter(({ expected }) => expected.file.endsWith(".chunks.txt"));
}

function framed({ recordings, expected }: Recording, newline: string): Uint8Array<ArrayBuffer> {
  const text = Deno.readTextFileSync(sharedPath("fixtures", expected.file));
  return recordings.frame(text.split("\n").filter((line) => line.trim() !== ""), newline);
}
