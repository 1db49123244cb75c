// What the command line says of an optional peer that is not installed: Node and Deno are asked how they refuse the import.

import assert from "node:assert/strict";
import { isMissing, missingPackage } from "../../../src/cli/project/missing_package.ts";

const PEER = "@redis/client";

/** A module of an installed package that imports the peer, and prints what it gets. */
const MODULE = `try { await import("${PEER}"); } catch (error) {
  console.log(JSON.stringify({ code: error.code, message: error.message }));
}`;

for (const [runtime, args] of [["node", []], [Deno.execPath(), ["run", "-A", "-q"]]] as const) {
  Deno.test(`D2: an optional peer that is missing is known by the error of ${runtime.split("/").at(-1)}`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "peer_" });
    await Deno.mkdir(`${folder}/node_modules/user`, { recursive: true });
    await Deno.writeTextFile(`${folder}/node_modules/user/index.js`, MODULE);
    await Deno.writeTextFile(
      `${folder}/node_modules/user/package.json`,
      '{"name":"user","version":"1.0.0","type":"module","exports":"./index.js"}',
    );
    await Deno.writeTextFile(`${folder}/package.json`, '{"type":"module","dependencies":{"user":"*"}}');
    await Deno.writeTextFile(`${folder}/main.js`, 'import "user";');
    const { stdout, stderr } = await new Deno.Command(runtime, { args: [...args, "main.js"], cwd: folder })
      .output();
    const text = new TextDecoder();
    const { code, message } = JSON.parse(text.decode(stdout) || assert.fail(text.decode(stderr)));
    const error = Object.assign(new Error(message), { code });
    assert.ok(isMissing(PEER, error), message);
    assert.ok(!isMissing("@upstash/qstash", error), "another package is not what is missing");
    assert.ok(!isMissing(PEER, new Error(message)), "a failure within the package is not its absence");
    await Deno.remove(folder, { recursive: true });
  });
}

Deno.test("D2: what is said of it ends with the command that installs it", () => {
  assert.equal(
    missingPackage(PEER).message,
    "@redis/client is not installed. Fix: npm install @redis/client",
  );
});
