// `treadle dev` starts a server again when its files change, and no thread is lost.

import assert from "node:assert/strict";
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

/** Resolves when the version that serves takes no more requests. */
async function refused(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    await response?.body?.cancel();
    if (response === undefined || response.status === 503) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
