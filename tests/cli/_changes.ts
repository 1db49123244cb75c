// Changes of exported threads, of every kind, each of which the verification finds.

import assert from "node:assert/strict";
import { AgentError } from "../../src/core/error.ts";
import { readExport } from "../../src/cli/verify/exported_thread.ts";
import { type Report, verifyThread } from "../../src/cli/verify/verify_thread.ts";
import type { ExportLine } from "../../src/kernel/log/export.ts";
import { sha256Hex } from "../../src/core/text/sha256.ts";
import { mulberry32 } from "../support/mulberry32.ts";
import { CASES } from "../wire/cases.ts";
import { assertVerified, type Recorder, startRecorder } from "./_recorded.ts";

/** Makes so many changes of recorded threads, and finds each. */
export async function assertChangesFound(most: number): Promise<void> {
  const wire = CASES.find(({ name }) => name === "openai chat") ?? assert.fail();
  await using recorder = await startRecorder(wire);
  const threads = await recordedThreads(recorder);
  const random = mulberry32(20_261_122);
  const made = new Map<string, number>();
  for (let count = 0; count < most; count++) {
    const lines = pick(threads, random);
    const [name, mutate] = pick(KINDS, random);
    const changed = await mutate(structuredClone(lines), random);
    if (changed === undefined || same(changed, lines)) {
      count--; // the thread has no such place
      continue;
    }
    made.set(name, (made.get(name) ?? 0) + 1);
    const verdict = await verdictOf(changed, recorder);
    assert.equal(verdict, "differs", `${name}: ${difference(lines, changed)}`);
  }
  assert.deepEqual([...made.keys()].sort(), KINDS.map(([name]) => name).sort());
}

/** Exports of several threads, each proven as it is. */
async function recordedThreads({ step, post, decide, export: exported, verify }: Recorder) {
  await step("plain", { agent: "worker", input: "2 calls", until: "done" });
  await step("plain", { input: "1 call", toolChoice: { type: "tool", name: "find" }, until: "done" });
  await step("approved", { agent: "worker", input: "1 call of remove" });
  await decide("approved", true, "Fine.");
  await step("approved", { until: "done" });
  for (let input = 1; input <= 3; input++) {
    await step("brief", { agent: "brief", input: `Job ${input}: 1 call`, until: "done" });
  }
  await step("large", { agent: "worker", input: `0 calls\n${"A line.\n".repeat(9_000)}` });
  await post("/v1/threads/plain/fork", { id: "fork", version: 3 }, 201);
  await step("fork", { input: "1 call", until: "done" });
  const threads: ExportLine[][] = [];
  for (const thread of ["plain", "approved", "brief", "large", "fork"]) {
    assertVerified(await verify(thread), thread);
    threads.push((await exported(thread)).trimEnd().split("\n").map((line): ExportLine => JSON.parse(line)));
  }
  return threads;
}

async function verdictOf(lines: readonly ExportLine[], { parts }: Recorder): Promise<Report["verdict"]> {
  try {
    const exported = await readExport(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return (await verifyThread(exported, parts)).verdict;
  } catch (thrown) {
    if (thrown instanceof AgentError) return "differs"; // the export is not whole, or cannot be read
    throw thrown;
  }
}

type Random = () => number;
type Mutation = (
  lines: ExportLine[],
  random: Random,
) => ExportLine[] | undefined | Promise<ExportLine[] | undefined>;
type EntryLine = Extract<ExportLine, { type: "entry" }>;

/** Every kind of change. Indexes and lengths are made right again, so that only the record can tell. */
const KINDS: readonly (readonly [name: string, mutate: Mutation])[] = [
  ["edit of an entry", (lines, random) => {
    const entry = pick(entriesOf(lines), random);
    return replaceLine(lines, entry, { ...entry, text: edited(entry.text, random) });
  }],
  ["edit of a word of an entry", (lines, random) => {
    const entry = pick(entriesOf(lines), random);
    const words = [...entry.text.matchAll(/[a-z]{3,}/g)];
    if (words.length === 0) return undefined;
    const { index, 0: word } = pick(words, random);
    const text = entry.text.slice(0, index) + [...word].reverse().join("") +
      entry.text.slice(index + word.length);
    return replaceLine(lines, entry, { ...entry, text });
  }],
  ["insertion of a copy", (lines, random) => {
    const entries = entriesOf(lines);
    return withEntries(lines, entries.toSpliced(at(entries.length + 1, random), 0, pick(entries, random)));
  }],
  ["deletion", (lines, random) => {
    const entries = entriesOf(lines);
    return withEntries(lines, entries.toSpliced(at(entries.length, random), 1));
  }],
  ["exchange of two entries", (lines, random) => {
    const entries = entriesOf(lines);
    const [one, other] = [at(entries.length, random), at(entries.length, random)];
    const [first, second] = [entries[one], entries[other]];
    if (one === other || !first || !second || first.text === second.text) return undefined;
    return withEntries(lines, entries.with(one, second).with(other, first));
  }],
  ["omission at the start", (lines, random) => {
    const entries = entriesOf(lines);
    return withEntries(lines, entries.slice(1 + at(entries.length - 1, random)));
  }],
  ["omission in the middle", (lines, random) => {
    const entries = entriesOf(lines);
    const from = 1 + at(entries.length - 2, random);
    return withEntries(lines, entries.toSpliced(from, 1 + at(entries.length - 1 - from, random)));
  }],
  ["omission at the end", (lines, random) => {
    const entries = entriesOf(lines);
    return withEntries(lines, entries.slice(0, at(entries.length, random)));
  }],
  ["change of a definition", async (lines, random) => {
    const blob = lines.find((line) => line.type === "blob" && line.text.startsWith('{"name"'));
    if (blob?.type !== "blob") return undefined;
    const text = blob.text.replace(
      /Do the job|Looks at|Finds a|"keyed"|200000/,
      (found) => `${found}${at(9, random)}`,
    );
    return replaceLine(lines, blob, { ...blob, text, id: at(2, random) ? blob.id : await sha256Hex(text) });
  }],
  ["change of a large entry", async (lines, random) => {
    const blob = lines.find((line) => line.type === "blob" && line.text.includes("A line."));
    if (blob?.type !== "blob") return undefined;
    const text = edited(blob.text, random);
    return replaceLine(lines, blob, { ...blob, text, id: at(2, random) ? blob.id : await sha256Hex(text) });
  }],
  ["change of a decision", (lines, random) => {
    const entry = entriesOf(lines).find(({ text }) => text.includes('"approved":true'));
    if (entry === undefined) return undefined;
    const other = pick(['"approved":false', `"approved":true,"by":"key_${at(1e8, random)}"`], random);
    return replaceLine(lines, entry, { ...entry, text: entry.text.replace('"approved":true', other) });
  }],
  ["change of who brought an input", (lines, random) => {
    const brought = entriesOf(lines).filter(({ text }) => text.includes('"key_'));
    if (brought.length === 0) return undefined;
    const entry = pick(brought, random);
    return replaceLine(lines, entry, {
      ...entry,
      text: entry.text.replace(/key_[\w-]{8}/, `key_${at(1e8, random)}`),
    });
  }],
  ["change of the head", (lines, random) =>
    withHeader(lines, ({ state, ...header }) => ({
      ...header,
      state: state.replace(/"head":"[^"]+"/, (head) => edited(head.slice(8, -1), random, "head")),
    }))],
  ["loss of the head", (lines) =>
    withHeader(lines, ({ state, ...header }) => {
      const { record: _record, ...rest } = JSON.parse(state);
      return { ...header, state: JSON.stringify(rest) };
    })],
  ["change of the metadata", (lines, random) =>
    withHeader(lines, ({ meta, ...header }) => ({
      ...header,
      meta: JSON.stringify({ ...JSON.parse(meta), metadata: { order: at(1e6, random) } }),
    }))],
  [
    "another version",
    (lines, random) =>
      withHeader(lines, (header) => ({ ...header, version: header.version + pick([-1, 1, 2], random) })),
  ],
  [
    "another thread",
    (lines, random) => withHeader(lines, (header) => ({ ...header, thread: `thread${at(1e6, random)}` })),
  ],
  [
    "another tenant",
    (lines, random) => withHeader(lines, (header) => ({ ...header, tenant: `tenant${at(1e6, random)}` })),
  ],
];

function entriesOf(lines: readonly ExportLine[]): EntryLine[] {
  return lines.filter((line) => line.type === "entry");
}

/** The export with these entries in the place of its own. */
function withEntries(lines: readonly ExportLine[], entries: readonly EntryLine[]): ExportLine[] {
  const blobs = new Set(lines.filter((line) => line.type === "blob"));
  const numbered = entries.flatMap(({ text }, index): ExportLine[] => {
    // Each before the first entry that names it.
    const named = [...blobs].filter(({ id }) => text.includes(id) || text.includes(digestOf(id)));
    for (const blob of named) blobs.delete(blob);
    return [...named, { type: "entry", index, text }];
  });
  const [head] = withHeader(lines, (header) => ({ ...header, length: entries.length }));
  assert(head);
  return [head, ...numbered, { type: "end", entries: entries.length }];
}

/** The id of a blob as records name it. */
function digestOf(id: string): string {
  return Uint8Array.fromHex(id).toBase64({ alphabet: "base64url", omitPadding: true });
}

type Header = Extract<ExportLine, { type: "thread" }>["header"];

function withHeader(lines: readonly ExportLine[], change: (header: Header) => Header): ExportLine[] {
  return lines.map((line) => line.type === "thread" ? { ...line, header: change(line.header) } : line);
}

function replaceLine(lines: readonly ExportLine[], old: ExportLine, line: ExportLine): ExportLine[] {
  return lines.map((each) => each === old ? line : each);
}

/** The text with one character inserted or replaced. */
function edited(text: string, random: Random, within = ""): string {
  let changed = text;
  while (changed === text) {
    const place = at(text.length, random);
    const char = String.fromCharCode(97 + at(26, random));
    changed = text.slice(0, place) + char + text.slice(place + at(2, random));
  }
  return within === "" ? changed : `"${within}":"${changed}"`;
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[at(items.length, random)] ?? assert.fail("nothing to pick from");
}

function at(count: number, random: Random): number {
  return Math.floor(random() * Math.max(1, count));
}

function same(one: readonly ExportLine[], other: readonly ExportLine[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function difference(before: readonly ExportLine[], after: readonly ExportLine[]): string {
  const index = after.findIndex((line, place) => JSON.stringify(line) !== JSON.stringify(before[place]));
  return `${JSON.stringify(before[index])?.slice(0, 400)} -> ${JSON.stringify(after[index])?.slice(0, 400)}`;
}
