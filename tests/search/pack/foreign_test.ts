// A store, a driver, a provider and a protocol of a user's own, against the packed package alone: outside the repository's
// tree they are type-checked by two compilers, run in Deno, are bundled by wrangler and run in workerd.

import assert from "node:assert/strict";
import { Miniflare } from "../../slow/support/engine.ts";
import config from "../../../deno.json" with { type: "json" };
import { freePort } from "../../support/requires.ts";
import { makeProject, type Project, runTool } from "../../slow/pack/_project.ts";
import { answers, eventually } from "../../support/eventually.ts";

/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

const COMPATIBILITY_DATE = "2026-04-01";

/** Its declarations name types of Node, which Deno has and the compiler of TypeScript gets from @types/node. */
const WITH_TYPES_OF_NODE = "./redis-rest";

/** Entries that need Deno, or a module of Node that workerd has under nodejs_compat. */
const NOT_FOR_WORKERS = ["./deno", "./kernel/deno", "./redis-rest", "./stores/sqlite"];

Deno.test({
  name:
    "D2: parts of a user's own are type-checked, run in Deno and in workerd against the packed package alone",
  ...loose,
  fn: async (test) => {
    await using project = await makeProject();
    const exportsOf = (entries: readonly string[]) =>
      entries.map((entry, index) => `export * as entry${index} from "${config.name}${entry.slice(1)}";\n`)
        .join("");
    const entries = Object.keys(config.exports);
    await project.write("entries.ts", exportsOf(entries.filter((entry) => entry !== WITH_TYPES_OF_NODE)));
    await project.write("node.ts", exportsOf([WITH_TYPES_OF_NODE]));

    await test.step("deno check takes them", async () => {
      await project.run(Deno.execPath(), "check", "--quiet", "main.ts", "entries.ts", "node.ts", "types.ts");
    });

    for (const [module, moduleResolution] of [["nodenext", "nodenext"], ["esnext", "bundler"]] as const) {
      await test.step(`tsc takes them and the declarations of every package, ${moduleResolution}`, async () => {
        await project.write(
          "tsconfig.json",
          JSON.stringify({
            compilerOptions: {
              module,
              moduleResolution,
              target: "es2023",
              types: [],
              lib: ["esnext", "dom", "dom.iterable", "dom.asynciterable"],
              strict: true,
              exactOptionalPropertyTypes: true,
              noUncheckedIndexedAccess: true,
              skipLibCheck: false,
              noEmit: true,
              allowImportingTsExtensions: true,
            },
            files: ["main.ts", "entries.ts", "types.ts"],
          }),
        );
        await runTool("typescript/tsc", "-p", project.folder, "--pretty", "false");
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
        await eventually(() => answers(() => fetch(`http://127.0.0.1:${port}/healthz`)));
        await assertRun(`http://127.0.0.1:${port}`);
      } finally {
        child.kill("SIGKILL");
        await Promise.all([child.status, child.stdout.cancel()]);
      }
    });

    await test.step("wrangler bundles them without nodejs_compat, and the run goes through them in workerd", async () => {
      await using worker = await startWorker(project, "main.ts");
      await assertRun(worker.url);
    });

    await test.step("wrangler bundles every entry that is for Workers, and workerd serves the page", async () => {
      const entries = Object.keys(config.exports).filter((entry) => !NOT_FOR_WORKERS.includes(entry));
      await project.write(
        "worker.ts",
        [
          ...entries.map((entry, index) =>
            `import * as entry${index} from "${config.name}${entry.slice(1)}";`
          ),
          `import { serve } from "${config.name}/cloudflare";`,
          `import { readAsset } from "${config.name}/playground";`,
          `globalThis.entries = [${
            entries.map((_, index) => `entry${index}`).join(", ")
          }]; // nothing is left out as unused`,
          `export default serve({ agents: [], assets: readAsset });`,
        ].join("\n"),
      );
      await using worker = await startWorker(project, "worker.ts");
      const page = await fetch(worker.url);
      assert.equal(page.status, 200);
      assert.match(await page.text(), /<html/);
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

/** A Worker in workerd, of what `wrangler deploy` would upload. */
async function startWorker(
  project: Project,
  main: string,
): Promise<AsyncDisposable & { readonly url: string }> {
  const out = `${project.folder}/out`;
  const file = `${project.folder}/wrangler.json`;
  await Deno.writeTextFile(
    file,
    JSON.stringify({ name: "project", main, compatibility_date: COMPATIBILITY_DATE }),
  );
  await runTool("wrangler", "deploy", "--dry-run", "--outdir", out, "--config", file);
  const contents = await Deno.readTextFile(`${out}/${main.replace(".ts", ".js")}`);
  const miniflare = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.js", contents }],
    compatibilityDate: COMPATIBILITY_DATE,
    bindings: { TREADLE_OPEN: "1" },
    cf: false,
    host: "127.0.0.1",
    port: freePort(),
  });
  return { url: (await miniflare.ready).origin, [Symbol.asyncDispose]: () => miniflare.dispose() };
}
