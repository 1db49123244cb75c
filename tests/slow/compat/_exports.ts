// Exports of threads between this version and one whose exports have format 1.

import assert from "node:assert/strict";
import { readExport } from "../../../src/cli/verify/exported_thread.ts";
import { partsFor } from "../../../src/cli/verify/parts.ts";
import { verifyThread } from "../../../src/cli/verify/verify_thread.ts";
import { Corpus } from "../../compat/_corpus.ts";
import { deploy } from "../../compat/_deployment.ts";
import { needs } from "../../support/requires.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { released, releasedTree } from "../integration/rolling/_tree.ts";

/** Minutes after the copy of the corpus. */
const LATER_MS = 300_000;

/** Its exports have format 1. */
const BEFORE = "5c1f6024";

/** What the code of a tree says of each line of the standard input, which is an export as JSON. */
const READ = `import { readExport } from "./src/cli/verify/exported_thread.ts";
import { partsFor } from "./src/cli/verify/parts.ts";
import { verifyThread } from "./src/cli/verify/verify_thread.ts";
const [path] = Deno.args;
for (const text of JSON.parse(Deno.readTextFileSync(path))) {
  const said = await readExport(text).then((exported) => verifyThread(exported, partsFor({}))).then(
    ({ verdict }) => verdict,
    ({ code, message }) => code + ": " + message,
  );
  console.log(said);
}
`;

/** The test of both directions. */
export function testExports(): void {
  needs(
    released(BEFORE),
    false,
    `E13: an export of format 1 is read as before, and one of format 2 is refused by ${BEFORE} with its first line`,
    async () => {
      const corpus = new Corpus("571df339");
      await using file = await sqliteFile();
      await corpus.toSqlite(file.path);
      const { at, histories } = await corpus.written("sqlite");
      await using deployment = deploy({
        location: { type: "sqlite", path: file.path },
        model: "http://model.invalid",
        clock: () => at + LATER_MS,
      });
      const [second, first]: [string[], string[]] = [[], []];
      for (const thread of Object.keys(histories)) {
        const text = await (await deployment.send("GET", `/v1/threads/${thread}/export`)).text();
        const [head = "", ...lines] = text.split("\n");
        const { rest: _rest, ...line } = JSON.parse(head);
        second.push(text);
        first.push([JSON.stringify({ ...line, format: 1 }), ...lines].join("\n"));
      }
      const verdicts = (texts: readonly string[]) =>
        Promise.all(
          texts.map(async (text) => (await verifyThread(await readExport(text), partsFor({}))).verdict),
        );
      const known = await verdicts(second);
      assert.deepEqual(await verdicts(first), known);
      assert.ok(known.length > 10 && !known.includes("differs"));

      await using tree = await releasedTree(BEFORE, []);
      const program = `${tree.folder}/read.ts`;
      await Deno.writeTextFile(program, READ);
      const byOlder = async (texts: readonly string[]) => {
        await Deno.writeTextFile(`${tree.folder}/exports.json`, JSON.stringify(texts));
        const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
          args: ["run", "-A", "-q", "--no-check", program, `${tree.folder}/exports.json`],
          cwd: tree.folder,
        }).output();
        assert.equal(new TextDecoder().decode(stderr), "");
        return new TextDecoder().decode(stdout).trimEnd().split("\n");
      };
      assert.deepEqual(await byOlder(first), known);
      const refused =
        "invalid_request: Line 1 of the export is no line of an export, or has other fields than one of format 1.";
      assert.deepEqual(await byOlder(second), second.map(() => refused));
    },
  );
}
