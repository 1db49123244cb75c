// Every byte of an export: a change is found, or it is in the list of what nothing covers (docs/record.md).

import assert from "node:assert/strict";
import { AgentError } from "../../../src/core/error.ts";
import { isThreadStatus, THREAD_STATUSES } from "../../../src/core/state.ts";
import { readExport, textOfExport } from "../../../src/cli/verify/exported_thread.ts";
import type { VerifyParts } from "../../../src/cli/verify/past_requests.ts";
import { type Report, verifyThread } from "../../../src/cli/verify/verify_thread.ts";
import { onEveryStore } from "../../support/every_store.ts";
import { PNG } from "../../plugins/media/_media.ts";
import { livesOf, seedOf } from "../../support/lives.ts";
import { mulberry32 } from "../../support/mulberry32.ts";
import { overridden } from "../../chaos/overridden.ts";
import { CASES } from "../../wire/cases.ts";
import { assertVerified, type Recorder, startRecorder } from "../../cli/_recorded.ts";

const utf8 = new TextEncoder();
const wire = CASES.find(({ name }) => name === "openai chat") ?? assert.fail();

/** Changes of bytes, of each export. */
const CHANGES = livesOf(40);

onEveryStore(
  "record: a change of any byte of an export is found, but for those that nothing covers",
  async (store) => {
    const shared = overridden(store, { close: () => Promise.resolve() });
    await using recorder = await startRecorder(wire, { store: shared });
    const random = mulberry32(seedOf(20_261_123));
    for (const [thread, text] of await exportsOf(recorder)) {
      const bytes = utf8.encode(text);
      for (let count = 0; count < CHANGES; count++) {
        const [kind, change] = KINDS[at(KINDS.length, random)] ?? assert.fail();
        await assertFound(change(bytes, random), text, `${thread}: ${kind}`, recorder);
      }
    }
  },
);

Deno.test("record: each key of an export by another name, and each simple value of another kind, is found", async () => {
  await using recorder = await startRecorder(wire);
  for (const [thread, text] of await exportsOf(recorder)) {
    const replace = async ({ index, 0: old }: RegExpExecArray, by: string) => {
      const changed = `${text.slice(0, index)}${by}${text.slice(index + old.length)}`;
      await assertFound(utf8.encode(changed), text, `${thread}: ${by} at ${index}`, recorder);
    };
    for (const key of text.matchAll(/\w(?=\w*\\?":)/g)) await replace(key, "#");
    for (const value of text.matchAll(/(?<=[[,:])(?:\d+|null)/g)) await replace(value, "{}");
  }
});

Deno.test("record: each field of an export's header is covered or is in the list", async () => {
  await using recorder = await startRecorder(wire);
  for (const [thread, text] of await exportsOf(recorder)) {
    const [first = "", ...rest] = text.split("\n");
    const header = JSON.parse(first);
    const outside: string[] = [];
    for (const path of leavesOf(header)) {
      for (const value of [...changesOf(valueAt(header, path)), undefined]) {
        const changed = structuredClone(header);
        setAt(changed, path, value);
        const mutated = [JSON.stringify(changed), ...rest].join("\n");
        if (await verdictOf(utf8.encode(mutated), recorder) !== "differs") outside.push(path.join("."));
      }
    }
    const listed = /^(?:header\.(?:schema|status|counters\.\w+)|rest\..+)$/;
    assert.deepEqual(outside.filter((path) => !listed.test(path)), [], thread);
    assert.ok(outside.includes("header.status"), "a list that nothing needs is too long");
  }
});

Deno.test("record: another spelling of a line is found: a key before the real one, blanks, escapes, another end", async () => {
  await using recorder = await startRecorder(wire);
  const [[, text] = assert.fail()] = await exportsOf(recorder);
  const lines = text.trimEnd().split("\n");
  const entry = lines.findIndex((line) => line.startsWith('{"type":"entry"'));
  const whole = (line: string) => lines.with(entry, line).map((each) => `${each}\n`).join("");
  const line = lines[entry] ?? "";
  const state: string = JSON.parse(lines[0] ?? "").header.state;
  const spellings: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
    "a forged text before the real one": whole(line.replace('"text":', '"text":"forged","text":')),
    "a key of the header twice": text.replace('"thread":"', '"thread":"other","thread":"'),
    "a key of the state twice": text.replace(
      JSON.stringify(state),
      JSON.stringify(state.replace("{", '{"record":{"head":"forged"},')),
    ),
    "a blank": whole(line.replace('":', '": ')),
    "an escape": whole(line.replace("e", "\\u0065")),
    "a blank line": text.replace("\n", "\n\n"),
    "a line of blanks": text.replace("\n", "\n \n"),
    "a line behind the end": `${text}\n`,
    "no end of line": text.trimEnd(),
    "another end of line": text.replaceAll("\n", "\r\n"),
    "a mark before the text": `\ufeff${text}`,
    "a byte that is not UTF-8": Uint8Array.of(...utf8.encode(text)).with(text.indexOf("head") + 9, 0xff),
    "digests with a letter of none": text.replaceAll(/(?<=\\")[\w-](?=[\w-]{42}\\")/g, "!"),
    "a text that nothing names": whole(
      `{"type":"blob","id":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad","text":"abc"}\n${line}`,
    ),
  };
  for (const [name, changed] of Object.entries(spellings)) {
    const bytes = typeof changed === "string" ? utf8.encode(changed) : changed;
    assert.notDeepEqual(bytes, utf8.encode(text), name);
    assert.equal(await verdictOf(bytes, recorder), "differs", name);
  }
});

Deno.test("record: a medium that the export lacks is never passed for verified", async () => {
  await using recorder = await startRecorder(wire);
  await using seen = await startRecorder(CASES.find(({ name }) => name === "anthropic") ?? assert.fail());
  for (const each of [recorder, seen]) {
    await withImage(each);
    const text = await each.export("image");
    assertVerified(await reportOf(utf8.encode(text), each.parts), "image");
    const lines = text.split("\n").filter((line) => !line.includes(PNG));
    assert.notEqual(await verdictOf(utf8.encode(lines.join("\n")), each), "verified");
  }
});

/** Exports with every kind of line, each verified as it is. */
async function exportsOf(
  recorder: Recorder,
): Promise<readonly (readonly [thread: string, text: string])[]> {
  const { step, post, decide } = recorder;
  await step("story", { agent: "brief", input: "1 call of remove" });
  await decide("story", true, "Fine.");
  await step("story", { until: "done" });
  await step("story", { input: `2 calls\n${"A line.\n".repeat(9_000)}`, until: "done" });
  await step("story", { input: "2 calls" }); // its call waits
  await post("/v1/threads/story/fork", { id: "fork", version: 3 }, 201);
  await step("fork", { input: "1 call", until: "done" });
  await withImage(recorder);
  const threads = ["story", "fork", "image"];
  return await Promise.all(threads.map(async (thread) => {
    assertVerified(await recorder.verify(thread), thread);
    return [thread, await recorder.export(thread)] as const;
  }));
}

async function withImage({ step }: Recorder): Promise<void> {
  const image = { type: "image", mediaType: "image/png", data: PNG };
  await step("image", {
    agent: "worker",
    until: "done",
    input: [{ parts: [{ type: "text", text: "1 call" }, image] }],
  });
}

/** The change is found, or all of it is in what nothing covers. */
async function assertFound(
  changed: Uint8Array<ArrayBuffer>,
  text: string,
  name: string,
  { parts }: Recorder,
): Promise<void> {
  if (await verdictOf(changed, { parts }) !== "verified") return;
  const after = textOfExport(changed);
  assert.deepEqual(after.split("\n").map(coveredOf), text.split("\n").map(coveredOf), name);
}

/** A line without what docs/record.md lists as outside. */
function coveredOf(line: string): unknown {
  if (!line.startsWith('{"type":"thread"')) return line;
  const {
    header: { schema: _schema, status: _status, counters: _counters, state, ...header },
    calls,
    rest: _goesOn,
    ...rest
  } = JSON.parse(line);
  const { record: { agent: _agent, ...record } } = JSON.parse(state);
  const waiting: object[] = JSON.parse(calls ?? "[]");
  return {
    ...rest,
    header: { ...header, record },
    calls: waiting.map((call) => ({ ...call, disposition: undefined, epoch: undefined })),
  };
}

async function verdictOf(
  bytes: Uint8Array<ArrayBuffer>,
  { parts }: Pick<Recorder, "parts">,
): Promise<Report["verdict"]> {
  try {
    return (await reportOf(bytes, parts)).verdict;
  } catch (thrown) {
    if (thrown instanceof AgentError) return "differs"; // as the command says of it
    throw thrown;
  }
}

async function reportOf(bytes: Uint8Array<ArrayBuffer>, parts: VerifyParts): Promise<Report> {
  return await verifyThread(await readExport(textOfExport(bytes)), parts);
}

type Change = (bytes: Uint8Array<ArrayBuffer>, random: () => number) => Uint8Array<ArrayBuffer>;

const KINDS: readonly (readonly [name: string, change: Change])[] = [
  ["another byte", (bytes, random) => {
    const place = at(bytes.length, random);
    return bytes.with(place, ((bytes[place] ?? 0) + 1 + at(254, random)) % 256);
  }],
  ["one bit", (bytes, random) => {
    const place = at(bytes.length, random);
    return bytes.with(place, (bytes[place] ?? 0) ^ (1 << at(8, random)));
  }],
  ["a byte of the header", (bytes, random) => {
    const place = at(bytes.indexOf(10), random);
    return bytes.with(place, 32 + at(95, random));
  }],
  ["a byte more", (bytes, random) => spliced(bytes, at(bytes.length + 1, random), 0, [at(256, random)])],
  ["bytes less", (bytes, random) => spliced(bytes, at(bytes.length, random), 1 + at(4, random), [])],
  ["a range twice", (bytes, random) => {
    const from = at(bytes.length, random);
    return spliced(bytes, from, 0, bytes.slice(from, from + 1 + at(200, random)));
  }],
  ["a line less", (bytes, random) => {
    const lines = linesOf(bytes);
    return utf8.encode(lines.toSpliced(at(lines.length, random), 1).join(""));
  }],
  ["a line twice", (bytes, random) => {
    const lines = linesOf(bytes);
    const place = at(lines.length, random);
    return utf8.encode(lines.toSpliced(at(lines.length + 1, random), 0, lines[place] ?? "").join(""));
  }],
  ["two lines exchanged", (bytes, random) => {
    const lines = linesOf(bytes);
    const [one, other] = [at(lines.length, random), at(lines.length, random)];
    return utf8.encode(lines.with(one, lines[other] ?? "").with(other, lines[one] ?? "").join(""));
  }],
  ["a line without text", (bytes, random) => {
    const lines = linesOf(bytes);
    return utf8.encode(lines.toSpliced(at(lines.length + 1, random), 0, "\n").join(""));
  }],
];

function linesOf(bytes: Uint8Array<ArrayBuffer>): string[] {
  return new TextDecoder().decode(bytes).match(/[^\n]*\n/g) ?? [];
}

function spliced(
  bytes: Uint8Array<ArrayBuffer>,
  from: number,
  removed: number,
  added: Iterable<number>,
): Uint8Array<ArrayBuffer> {
  const more = Uint8Array.from(added);
  const result = new Uint8Array(bytes.length - Math.min(removed, bytes.length - from) + more.length);
  result.set(bytes.subarray(0, from));
  result.set(more, from);
  result.set(bytes.subarray(from + removed), from + more.length);
  return result;
}

function at(count: number, random: () => number): number {
  return Math.floor(random() * Math.max(1, count));
}

type Path = readonly (string | number)[];

/** The paths of the texts, numbers and nothings in a value; not those of the calls that wait, whose texts other tests change. */
function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return path[0] === "calls" ? [] : [path];
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...path, key]));
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((within: unknown, key) => Reflect.get(Object(within), key), value);
}

function setAt(value: unknown, path: Path, next: unknown): void {
  Reflect.set(Object(valueAt(value, path.slice(0, -1))), path.at(-1) ?? "", next);
}

function changesOf(value: unknown): readonly unknown[] {
  if (typeof value === "number") return [value + 1, value - 1];
  if (value === null) return ["", "text"];
  const text = String(value);
  if (isThreadStatus(text)) return THREAD_STATUSES.filter((status) => status !== text);
  return text.startsWith("{")
    ? [text.replace(/"(?:head|agentHash)":"/, "$&x"), text.replace(":", ": ")]
    : [`${text}x`, `x${text}`, ""];
}
