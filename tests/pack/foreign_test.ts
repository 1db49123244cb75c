// A store, a driver, a provider and a protocol of a user's own, against the packed package alone: outside the repository's
// tree they are type-checked by two compilers, run in Deno, are bundled by wrangler and run in workerd.

import assert from "node:assert/strict";
import { Miniflare } from "miniflare";
import config from "../../deno.json" with { type: "json" };
import { freePort } from "../support/requires.ts";
import { makeProject, type Project } from "./_project.ts";

/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

const COMPATIBILITY_DATE = "2026-04-01";

Deno.test({
  name:
    "D2: parts of a user's own are type-checked, run in Deno and in workerd against the packed package alone",
  ...loose,
  fn: async (test) => {
    await using project = await makeProject();
    const exported = Object.keys(config.exports).map((entry, index) =>
      `export * as entry${index} from "${config.name}${entry.slice(1)}";\n`
    );
    await project.write("entries.ts", exported.join(""));

    await test.step("deno check takes them", async () => {
      await project.run(Deno.execPath(), "check", "--quiet", "main.ts", "entries.ts");
    });

    for (const [module, moduleResolution] of [["nodenext", "nodenext"], ["esnext", "bundler"]] as const) {
      await test.step(`tsc takes them and the declarations of every package, ${moduleResolution}`, async () => {
        await project.write(
          "tsconfig.json",
          JSON.stringify({
            compilerOptions: {
              ...{ module, moduleResolution, target: "es2023", types: [] },
              lib: ["esnext", "dom", "dom.iterable", "dom.asynciterable"],
              ...{
                strict: true,
                exactOptionalPropertyTypes: true,
                noUncheckedIndexedAccess: true,
                skipLibCheck: false,
              },
              ...{ noEmit: true, allowImportingTsExtensions: true },
            },
            files: ["main.ts", "entries.ts"],
          }),
        );
        await project.tool("typescript/tsc", "-p", project.folder, "--pretty", "false");
      });
    }

    await test.step("a run with a tool and an approval goes through them in Deno", async () => {
      const port = freePort();
      const child = new Deno.Command(Deno.execPath(), {
        args: ["serve", "-A", "-q", "--host", "127.0.0.1", "--port", String(port), "main.ts"],
        cwd: project.folder,
        stdin: "null",
        stdout: "piped",
        stderr: "inherit",
      }).spawn();
      try {
        await listens(`http://127.0.0.1:${port}`);
        await assertRun(`http://127.0.0.1:${port}`);
      } finally {
        child.kill("SIGKILL");
        await Promise.all([child.status, child.stdout.cancel()]);
      }
    });

    await test.step("wrangler bundles them without nodejs_compat, and the run goes through them in workerd", async () => {
      const miniflare = new Miniflare({
        modules: [{ type: "ESModule", path: "main.js", contents: await bundle(project) }],
        compatibilityDate: COMPATIBILITY_DATE,
        cf: false,
        host: "127.0.0.1",
        port: freePort(),
      });
      try {
        await assertRun((await miniflare.ready).origin);
      } finally {
        await miniflare.dispose();
      }
    });
  },
});

/** A call waits for its approval, runs when it has it, and the model's text ends the run; every part was used. */
async function assertRun(url: string): Promise<void> {
  const steps = (body: object) =>
    fetch(`${url}/v1/threads/t1/steps`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/x-ndjson" },
      body: JSON.stringify({ until: "done", ...body }),
    });
  const asked = await eventsOf(await steps({ agent: "foreign", input: "Remove the file." }));
  assert.equal(asked.at(-1)?.status, "waiting", JSON.stringify(asked.at(-1)));
  const call = asked.find(({ type }) => type === "call.ready");
  const approval = await fetch(`${url}/v1/threads/t1/approvals/${call?.callId}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ approved: true }),
  });
  assert.equal(approval.status, 200, await approval.text());
  const answered = await eventsOf(await steps({}));
  const finished = answered.find(({ type }) => type === "tool.finished");
  assert.deepEqual([finished?.name, finished?.output], ["remove", "removed"]);
  assert.equal(
    answered.map(({ type, text = "" }) => type === "text.delta" ? text : "").join(""),
    "It is gone.",
  );
  assert.equal(answered.at(-1)?.type, "step.finished");
  const parts: { called: string[]; asked: number } = await (await fetch(`${url}/parts`))
    .json();
  assert.equal(parts.asked, 1);
  for (const method of ["begin", "commit", "decide"]) assert.ok(parts.called.includes(method), method);
}

interface LineEvent {
  readonly type: string;
  readonly callId?: string;
  readonly name?: string;
  readonly output?: unknown;
  readonly text?: string;
  readonly status?: string;
}

async function eventsOf(response: Response): Promise<LineEvent[]> {
  const text = await response.text();
  assert.equal(response.headers.get("content-type"), "application/x-ndjson; charset=utf-8", text);
  return text.trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** What `wrangler deploy` would upload. */
async function bundle(project: Project): Promise<string> {
  await project.write(
    "wrangler.json",
    JSON.stringify({ name: "project", main: "main.ts", compatibility_date: COMPATIBILITY_DATE }),
  );
  const out = `${project.folder}/out`;
  const config = `${project.folder}/wrangler.json`;
  await project.tool("wrangler", "deploy", "--dry-run", "--outdir", out, "--config", config);
  return await Deno.readTextFile(`${out}/main.js`);
}

async function listens(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} did not answer within 15 s.`);
}
