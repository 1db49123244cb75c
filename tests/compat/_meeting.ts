// What the tests share in which released versions meet threads of this one.

import assert from "node:assert/strict";
import { readExport } from "../../src/cli/verify/exported_thread.ts";
import { partsFor } from "../../src/cli/verify/parts.ts";
import { verifyThread } from "../../src/cli/verify/verify_thread.ts";
import { releasedTree, type Tree } from "../integration/rolling/_tree.ts";
import type { Deployment, Location } from "./_deployment.ts";
import type { ScriptedModel } from "./_model.ts";
import type { Asked, Printed } from "./_older.ts";

/** The tree of a version that can run {@link askOlder}. */
export function olderTree(commit: string): Promise<Tree> {
  return releasedTree(commit, ["tests/compat/_deployment.ts", "tests/compat/_older.ts"]);
}

/** Sends the requests to a deployment of the version. */
export async function askOlder(
  tree: Tree,
  location: Location,
  model: ScriptedModel,
  asked: readonly Asked[],
): Promise<Printed> {
  const { success, stdout, stderr } = await runOlder(tree, { location, model: model.url, asked });
  assert.ok(success, stderr);
  return JSON.parse(stdout);
}

/** The same, where the version may not start. */
export async function runOlder(tree: Tree, input: object) {
  const child = new Deno.Command(Deno.execPath(), {
    cwd: tree.folder,
    args: [
      "run",
      "-A",
      "--no-check",
      "--no-lock",
      "--quiet",
      "--config",
      "deno.json",
      "tests/compat/_older.ts",
    ],
    ...{ stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(input)));
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { success, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** The history of the thread is what its record says, and every request can be written again. */
export async function assertChained({ send }: Deployment, thread: string): Promise<void> {
  const exported = await (await send("GET", `/v1/threads/${thread}/export`)).text();
  const { chain, differences } = await verifyThread(await readExport(exported), partsFor({}));
  assert.deepEqual([chain.type, differences], ["holds", []], thread);
}
