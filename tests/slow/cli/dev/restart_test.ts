// `treadle dev` starts a server again when its files change, and no thread is lost.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { eventually } from "../../../support/eventually.ts";
import { ask, helperYaml, makeProject, startDev } from "./_dev.ts";

const RESTARTED = "A file has changed; the server starts again.";
const KEPT = "goes on serving.";
const LISTENS = "Treadle listens.";

Deno.test("treadle dev compiles YAML at the start and after a change, and a thread goes on in the new version", async () => {
  const folder = await makeProject();
  {
    await using dev = startDev(folder);
    await dev.prints("curl -sN");
    assert.match(dev.printed(), /agents {2}helper: get_weather/);
    const first = await (await ask(dev.url, "kept", "What is the weather in Paris?")).json();
    assert.equal(first.thread.status, "done");

    const from = dev.printed().length;
    await Deno.writeTextFile(`${folder}/agents/helper.yaml`, helperYaml("after"));
    await dev.prints(RESTARTED, from);
    await dev.prints("curl -sN", from);
    assert.equal(await description(dev.url), "after");
    const second = await (await ask(dev.url, "kept", "What is the weather in Oslo?")).json();
    assert.equal(second.thread.status, "done");
    assert.ok(
      second.thread.length > first.thread.length,
      "the history of the version before is in the thread",
    );
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("treadle dev compiles the first YAML of a folder that had none, and no folder without YAML", async () => {
  const folder = await makeProject();
  await Deno.remove(`${folder}/agents/helper.yaml`);
  const tools = await Deno.readTextFile(`${folder}/agents/tools.ts`);
  await Deno.writeTextFile(
    `${folder}/main.ts`,
    `import { defineAgent } from "@treadle/treadle";
import { serve } from "@treadle/treadle/deno";
import { getWeather } from "./agents/tools.ts";

export default serve({ agents: [defineAgent({ name: "own", instructions: "You help.", tools: [getWeather] })] });
`,
  );
  {
    await using dev = startDev(folder);
    await dev.prints("curl -sN");
    await Deno.writeTextFile(`${folder}/agents/tools.ts`, `${tools}\n`);
    await dev.prints(RESTARTED);
    assert.ok(!existsSync(`${folder}/agents/_compiled.ts`));
    await dev.prints("curl -sN", dev.printed().indexOf(RESTARTED));
    await Deno.writeTextFile(`${folder}/agents/helper.yaml`, helperYaml("first"));
    // The change before may have started the server twice, so that it is no sign of this one.
    const compiled = () => Deno.readTextFile(`${folder}/agents/_compiled.ts`).catch(() => "");
    await eventually(async () => (await compiled()).includes("helper"), dev.printed);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("treadle dev reads an env file that is made while it runs, and one that is gone no more", async () => {
  const folder = await makeProject();
  {
    await using dev = startDev(folder);
    await dev.prints("env     no file");
    await dev.prints("curl -sN");
    await Deno.writeTextFile(`${folder}/.env`, "TREADLE_LEDGER=on\n");
    await dev.prints("env     .env, 1 variable");
    await dev.prints("curl -sN", dev.printed().indexOf(RESTARTED));
    const from = dev.printed().length;
    await Deno.remove(`${folder}/.env`);
    await dev.prints("env     no file", from);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("treadle dev: a wrong YAML file is shown with file, line and fix, and the version before goes on serving", async () => {
  const folder = await makeProject();
  {
    await using dev = startDev(folder);
    await dev.prints("curl -sN");
    const from = dev.printed().length;
    await Deno.writeTextFile(
      `${folder}/agents/helper.yaml`,
      helperYaml("wrong").replace("get_weather", "get_wether"),
    );
    const shown = await dev.prints(KEPT, from);
    assert.match(shown, /agents\/helper\.yaml:9:\d+ .*get_wether.*Fix: /);
    assert.equal(await description(dev.url), "before");
    assert.ok(!shown.includes(RESTARTED));
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("treadle dev: a module that cannot be parsed does not end the server; one that throws is started again when it is correct", async () => {
  const folder = await makeProject();
  const main = await Deno.readTextFile(`${folder}/main.ts`);
  {
    await using dev = startDev(folder);
    await dev.prints("curl -sN");
    let from = dev.printed().length;
    await Deno.writeTextFile(`${folder}/main.ts`, `${main}\nconst = 1;\n`);
    assert.match(await dev.prints(KEPT, from), /main\.ts/);
    assert.equal(await description(dev.url), "before");

    from = dev.printed().length;
    await Deno.writeTextFile(`${folder}/main.ts`, `${main}\nthrow new Error("not yet");\n`);
    assert.match(await dev.prints("It starts again when a file changes.", from), /not yet/);

    from = dev.printed().length;
    await Deno.writeTextFile(`${folder}/main.ts`, main);
    await dev.prints(LISTENS, from);
    assert.equal(await description(dev.url), "before");
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("treadle dev: a run that is in progress when a file changes answers, and its thread goes on in the new version", async () => {
  const asked = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  await using model = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async () => {
    asked.resolve();
    await opened.promise;
    return Response.json({ error: { message: "no such model", type: "invalid_request_error" } }, {
      status: 400,
    });
  });
  const folder = await makeProject();
  const env = {
    TREADLE_MODEL: "compatible/m",
    COMPATIBLE_BASE_URL: `http://127.0.0.1:${model.addr.port}/v1`,
  };
  {
    await using dev = startDev(folder, [], env);
    await dev.prints("curl -sN");
    const answering = ask(dev.url, "running", "hello");
    await asked.promise;
    const from = dev.printed().length;
    await Deno.writeTextFile(`${folder}/agents/helper.yaml`, helperYaml("after"));
    await refused(dev.url);
    opened.resolve();
    const response = await answering;
    assert.deepEqual([response.status, (await response.json()).code], [502, "model_invalid_request"]);
    await dev.prints("curl -sN", from);
    assert.equal(await description(dev.url), "after");
    const { counters } = await (await fetch(`${dev.url}/v1/threads/running`)).json();
    assert.equal(counters.steps, 1, "the step that ran is in the thread");
  }
  await Deno.remove(folder, { recursive: true });
});

async function description(url: string): Promise<string> {
  const { agents } = await (await fetch(`${url}/v1/agents`)).json();
  return agents[0].description;
}

/** Resolves when a version answers. */
async function served(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    await response?.body?.cancel();
    if (response !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Resolves when the version that serves takes no more requests. */
async function refused(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    await response?.body?.cancel();
    if (response === undefined || response.status === 503) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

Deno.test("treadle dev: a module with a timer of its own is replaced when a file changes, and Ctrl+C ends it", async () => {
  const folder = await makeProject();
  const main = `import { createTreadle } from "@treadle/treadle";

setInterval(() => {}, 60_000);
export default createTreadle({ agents: [], env: { TREADLE_OPEN: "1" }, store: "memory" });
`;
  await Deno.writeTextFile(`${folder}/main.ts`, main);
  {
    await using dev = startDev(folder);
    await served(dev.url);
    await Deno.writeTextFile(`${folder}/main.ts`, `${main}console.log("changed");\n`);
    const shown = await dev.prints("changed");
    assert.match(shown, /still runs 7 s after .* is killed\. .*setInterval\(\.\.\.\)\.unref\(\)/);

    await served(dev.url);
    Deno.kill(dev.pid, "SIGINT");
    await new Promise((resolve) => setTimeout(resolve, 100)); // a signal that is pending swallows an equal one
    Deno.kill(dev.pid, "SIGINT");
    assert.equal(await dev.ended, 0);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("treadle dev: an import that deno.json lacks is shown with its place, and a change of deno.json that adds it is loaded", async () => {
  const folder = await makeProject();
  const main = await Deno.readTextFile(`${folder}/main.ts`);
  const settings = JSON.parse(await Deno.readTextFile(`${folder}/deno.json`));
  await Deno.writeTextFile(`${folder}/own.ts`, "");
  {
    await using dev = startDev(folder);
    await dev.prints("curl -sN");
    const from = dev.printed().length;
    await Deno.writeTextFile(`${folder}/main.ts`, `${main}import "own/tools";\n`);
    const shown = await dev.prints(KEPT, from);
    assert.match(
      shown,
      /Import "own\/tools" not a dependency.*\n.*main\.ts:6:8\n.*deno add npm:own\n.*the version before/,
    );
    assert.equal(await description(dev.url), "before");

    settings.imports["own/tools"] = "./own.ts";
    await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(settings));
    await dev.prints(LISTENS, from);
    assert.equal(await description(dev.url), "before");
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("treadle dev: a mistake in a module that is new is put right in that module", async () => {
  const folder = await makeProject();
  const main = await Deno.readTextFile(`${folder}/main.ts`);
  {
    await using dev = startDev(folder);
    await dev.prints("curl -sN");
    const from = dev.printed().length;
    await Deno.writeTextFile(`${folder}/new.ts`, "const = 1;\n");
    await Deno.writeTextFile(`${folder}/main.ts`, `${main}import "./new.ts";\n`);
    assert.match(await dev.prints(KEPT, from), /new\.ts/);
    await Deno.writeTextFile(`${folder}/new.ts`, 'console.log("new");\n');
    await dev.prints(LISTENS, from);
  }
  await Deno.remove(folder, { recursive: true });
});
