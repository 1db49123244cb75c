// The blocks of README.md and docs/library.md that mount the routes, run as they are pasted.

import assert from "node:assert/strict";
import { sign } from "hono/jwt";
import { blocksOf } from "../../support/docs/blocks.ts";
import { readPage } from "../../support/docs/markdown.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { freePort } from "../../support/requires.ts";

/** Runs the block of a page that begins with the path of this file, with these variables and no others of Treadle. */
async function runBlock(page: string, file: string, env: Record<string, string>) {
  const block = blocksOf(await readPage(page)).find(({ code }) => code.startsWith(`// ${file}\n`));
  assert.ok(block, `${page} has no ${file}`);
  const folder = await Deno.makeTempDir();
  const main = `${folder}/main.ts`;
  const agents = new URL("functions/agents/mod.ts", projectRoot).href;
  await Deno.writeTextFile(main, block.code.replace('"./agents/mod.ts"', JSON.stringify(agents)));
  const port = freePort();
  const process = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "-q",
      "--no-prompt",
      "--config",
      fromFileUrl(new URL("deno.json", projectRoot)),
      main,
    ],
    cwd: folder,
    clearEnv: true,
    env: {
      HOME: Deno.env.get("HOME") ?? "",
      PATH: Deno.env.get("PATH") ?? "",
      DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
      ...env,
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
    },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let printed = "";
  const reading = [process.stdout, process.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) printed += text;
  });
  const isOver = process.status.then(() => true);
  return {
    /** The answer to a step; a request is sent again until the server listens. */
    async step(path: string, headers: Record<string, string> = {}): Promise<Response> {
      for (;;) {
        const sending = fetch(`http://127.0.0.1:${port}${path}/v1/threads/readme/steps`, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify({ agent: "demo", input: "What is the weather in Paris?", until: "done" }),
        }).catch(() => undefined);
        const response = await sending;
        if (response !== undefined) return response;
        const tried = new Promise<false>((resolve) => setTimeout(() => resolve(false), 50));
        if (await Promise.race([isOver, tried])) assert.fail(printed);
      }
    },
    async [Symbol.asyncDispose]() {
      try {
        process.kill("SIGKILL");
      } catch {
        // it has ended
      }
      await process.status;
      await Promise.all(reading);
      await Deno.remove(folder, { recursive: true });
    },
  };
}

Deno.test("E1: the app of README.md serves a step as it is pasted", async () => {
  await using app = await runBlock("README.md", "functions/_readme_mount.ts", {});
  const response = await app.step("/agents");
  const { output, code } = await response.json();
  assert.equal(response.status, 200, code);
  assert.match(output, /Paris/);
});

Deno.test("E1: the app of docs/library.md serves whom a token names, and does not start without its secret", async () => {
  const secret = "a-secret-of-more-than-thirty-two-characters";
  await using app = await runBlock("docs/library.md", "functions/_library_mount.ts", { JWT_SECRET: secret });
  assert.equal((await app.step("/agents")).status, 401);
  const token = await sign({ sub: "ann" }, secret, "HS256");
  const response = await app.step("/agents", { authorization: `Bearer ${token}` });
  assert.equal(response.status, 200, await response.clone().text());
  await using closed = await runBlock("docs/library.md", "functions/_library_mount.ts", {});
  await assert.rejects(closed.step("/agents"), /Set JWT_SECRET/);
});
