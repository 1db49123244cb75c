/** One sqlite file, several processes: nothing is lost between them, and nothing when one of them is killed. */
import assert from "node:assert/strict";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { newThread, wholeHistory } from "../../conformance/store_cases/case.ts";
import { fromFileUrl } from "../../support/project.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { WRITERS_THREAD as ref } from "../support/sqlite_writer.ts";

const WRITER = fromFileUrl(new URL("../support/sqlite_writer.ts", import.meta.url));
const LATER_MS = 3_600_000;

function startWriter(path: string, name: string, steps: number, writers: number): Deno.ChildProcess {
  const args = ["run", "-A", "--quiet", WRITER, path, name, String(steps), String(writers)];
  return new Deno.Command(Deno.execPath(), { args, stdin: "null", stdout: "piped", stderr: "inherit" })
    .spawn();
}

/** The commits that a writer acknowledged in `output`: version by entry. A line that was cut off is none. */
function acknowledged(output: string): Map<string, number> {
  const lines = output.split("\n").slice(0, -1).map((line) => line.split(" "));
  return new Map(lines.map(([entry = "", version = ""]) => [entry, Number(version)]));
}

Deno.test("E3: two processes race 200 steps on one sqlite file, and every commit is there once", async () => {
  await using file = await sqliteFile();
  const { path } = file;
  const outputs = await Promise.all(["a", "b"].map((name) => startWriter(path, name, 100, 2).output()));
  assert(outputs.every(({ success }) => success));
  const answers = outputs.map(({ stdout }) => acknowledged(new TextDecoder().decode(stdout)));
  const entries = answers.flatMap((answer) => [...answer.keys()]);
  const versions = answers.flatMap((answer) => [...answer.values()]).sort((a, b) => a - b);
  assert.deepEqual(versions, Array.from({ length: 200 }, (_, index) => index + 1));

  const store = createSqliteStore({ path });
  const history = await wholeHistory(store, ref);
  assert.deepEqual([...history].sort(), entries.sort());
  const turns = history.filter((entry, index) => entry[0] !== history[index - 1]?.[0]).length;
  assert(turns > 10, `they took turns ${turns} times only`);
  const header = (await store.read(ref))?.header;
  assert.deepEqual([header?.version, header?.length, header?.epoch], [200, 200, 200]);
  await store.close();
});

Deno.test("E3: a process killed in the middle of its steps has lost no commit that was answered", async () => {
  await using file = await sqliteFile();
  const { path } = file;
  const answered = new Map<string, number>();
  for (const name of ["first", "second", "third"]) {
    const output = await killAfter(startWriter(path, name, 1_000_000, 1), 40);
    const commits = acknowledged(output);
    assert(commits.size >= 40);
    for (const [entry, version] of commits) answered.set(entry, version);

    const store = createSqliteStore({ path, clock: () => Date.now() + LATER_MS });
    const history = await wholeHistory(store, ref);
    for (const [entry, version] of answered) assert.equal(history[version - 1], entry);
    assert.equal(new Set(history).size, history.length);
    assert.equal((await store.read(ref))?.header.length, history.length);
    // The killed step's lease is over by then, and its input is still there for the next one.
    await consumeInbox(store);
    await store.close();
  }
});

/** Reads until `lines` lines have come, kills the process at once, and returns everything it wrote. */
async function killAfter(child: Deno.ChildProcess, lines: number): Promise<string> {
  let output = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += chunk;
    if (output.split("\n").length <= lines) continue;
    lines = Infinity;
    child.kill("SIGKILL");
  }
  assert.equal((await child.status).signal, "SIGKILL");
  return output;
}

async function consumeInbox(store: ReturnType<typeof createSqliteStore>): Promise<void> {
  const owner = crypto.randomUUID();
  const window = { entries: 1, bytes: 1 };
  const request = {
    ref,
    owner,
    leaseMs: 1_000,
    schema: 1,
    inputs: ["after"],
    busy: "reject",
    window,
  } as const;
  const begun = await store.begin({ ...request, create: newThread() });
  assert(begun.type === "begun");
  assert(begun.inbox.length >= 1 && begun.inbox.length <= 2, "the input of the killed step at most");
  const { version, epoch } = begun.header;
  await store.abandon({ ref, owner, epoch, inputs: begun.inbox });
  assert.equal((await store.read(ref))?.header.version, version);
}
