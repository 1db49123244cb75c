// What `treadle dev` serves and where: entries, ports, env files, and what stands in the way.

import assert from "node:assert/strict";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";
import { freePort } from "../../../support/requires.ts";
import { ask, helperYaml, makeProject, type RunningCommand, startCommand, startDev } from "./_dev.ts";
import { runTreadle } from "../../../cli/_treadle.ts";

const root = fromFileUrl(projectRoot);

Deno.test("treadle dev reads the env file that is named, with PORT in it, and names it in the greeting", async () => {
  const folder = await makeProject();
  const port = freePort();
  await Deno.writeTextFile(`${folder}/.env`, "PORT=1\n");
  await Deno.writeTextFile(`${folder}/.env.local`, `PORT=${port}\nTREDLE_MODEL=x/y\nTREADLE_STORE=memory\n`);
  const args = ["run", "-A", "-q", `${root}src/cli/main.ts`, "dev", "--env-file", ".env.local"];
  {
    await using dev = startCommand(Deno.execPath(), args, { cwd: folder });
    const greeting = await dev.prints("curl -sN");
    assert.match(greeting, new RegExp(`page +http://127\\.0\\.0\\.1:${port}/`));
    assert.match(greeting, /env +\.env\.local, 3 variables/);
    assert.match(greeting, /store +memory, this process/);
    assert.match(greeting, /typo +TREDLE_MODEL: did you mean TREADLE_MODEL\?/);
    assert.ok(!greeting.includes("x/y"), "the value of a mistyped variable is not printed");
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("treadle dev: PORT of the environment comes before the env file, and --port before both", async () => {
  const folder = await makeProject();
  await Deno.writeTextFile(`${folder}/.env`, "PORT=1\n");
  const port = String(freePort());
  const main = `${root}src/cli/main.ts`;
  for (const [env, args] of [[{ PORT: port }, []], [{ PORT: "2" }, ["--port", port]]] as const) {
    await using dev = startCommand(Deno.execPath(), ["run", "-A", "-q", main, "dev", ...args], {
      cwd: folder,
      env,
    });
    assert.match(await dev.prints("curl -sN"), new RegExp(`page +http://127\\.0\\.0\\.1:${port}/`));
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("treadle dev --json logs JSON and prints its own events as JSON", async () => {
  const folder = await makeProject();
  {
    await using dev = startDev(folder, ["--json"], { TREADLE_LOG: "" });
    await dev.prints('"message":"Treadle listens"');
    const lines = dev.printed().split("\n").filter((line) => line.startsWith("{"));
    const events = lines.map((line) => JSON.parse(line));
    assert.ok(
      events.some(({ event }) => event === "ended"),
      "main.ts cannot start before the agents are compiled",
    );
    assert.ok(events.some(({ agents }) => agents === "helper: get_weather"));
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("E16: treadle dev logs what a tool throws, with its class, its message, its own frames and a link to the step", async () => {
  const folder = await makeProject();
  const file = `${folder}/agents/tools.ts`;
  const tools = await Deno.readTextFile(file);
  const throwing = tools.replace(/run: .*/, "run: ({ city }) => readStation(city),");
  assert.notEqual(throwing, tools);
  const thrower = `
class StationClosed extends Error {
  override readonly name = "StationClosed";
}

function readStation(city: unknown): never {
  throw new StationClosed(\`No station in \${city}.\`);
}
`;
  await Deno.writeTextFile(file, throwing + thrower);
  {
    await using dev = startDev(folder, [], { TREADLE_STORE: "memory", TREADLE_MODEL: "scripted/demo" });
    await dev.prints("curl -sN");
    const response = await ask(dev.url, "t1", "What is the weather in Paris?");
    assert.equal(response.status, 200);
    await response.body?.cancel();
    await dev.prints(`${dev.url}/#t1/2\n`);
    const logged = dev.printed().split("\n").map((line) => line.replace(/file:\S*\/agents\//, "agents/"));
    const at = logged.findIndex((line) => line.includes(" warn a tool threw "));
    assert.match(logged[at] ?? "", /thread=t1 agent=helper step=2 tool=get_weather/);
    const shown = logged.slice(at + 1, at + 4).map((line) => line.trim().replace(/\?.*\)/, ")"));
    assert.deepEqual(shown, [
      "No station in Paris.",
      "StationClosed at readStation (agents/tools.ts)",
      "at run (agents/tools.ts)",
    ]);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("treadle dev --no-watch ends with the server, with its exit code", async () => {
  const folder = await makeProject();
  await using dev = startDev(folder, ["--no-watch"]);
  assert.equal(await dev.ended, 1);
  assert.match(dev.printed(), /_compiled\.ts/);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("treadle dev: a folder without a project, an entry, an env file or a port that is not there are errors with their fix", async () => {
  const empty = await Deno.makeTempDir();
  const cases: readonly [readonly string[], RegExp][] = [
    [["dev"], /^entry_missing: There is nothing to serve in this folder: neither main\.ts, .*treadle new/],
    [["dev", "app.ts"], /^entry_missing: There is no file app\.ts/],
  ];
  for (const [args, says] of cases) {
    const { code, stderr } = await runTreadle({ cwd: empty }, ...args);
    assert.equal(code, 1);
    assert.match(stderr, says);
  }
  await Deno.writeTextFile(`${empty}/main.ts`, "");
  const wrong: readonly [readonly string[], RegExp][] = [
    [["dev", "--env-file", "none.env"], /^env_file_missing: The file none\.env cannot be read/],
    [["dev", "--port", "70000"], /^port_invalid: --port must be a number from 0 to 65535/],
  ];
  for (const [args, says] of wrong) {
    const { code, stderr } = await runTreadle({ cwd: empty }, ...args);
    assert.equal(code, 1);
    assert.match(stderr, says);
  }
  await Deno.remove(empty, { recursive: true });
});

Deno.test("treadle dev: a project for Workers alone is served by wrangler dev, on the port that is asked for", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/wrangler.jsonc`, "{}");
  await Deno.writeTextFile(`${folder}/npx`, '#!/bin/sh\necho "npx $*"\nexit 3\n', { mode: 0o755 });
  const env = { PATH: `${folder}:${Deno.env.get("PATH")}` };
  const args = [
    "run",
    "-A",
    "-q",
    "--config",
    `${root}deno.json`,
    `${root}src/cli/main.ts`,
    "dev",
    "--port",
    "8788",
  ];
  await using dev = startCommand(Deno.execPath(), args, { cwd: folder, env });
  assert.equal(await dev.ended, 3);
  assert.equal(dev.printed(), "npx wrangler dev --test-scheduled --ip 127.0.0.1 --port 8788\n");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("treadle dev says what a Worker serves when it answers, beside wrangler's screen", async () => {
  const folder = await Deno.makeTempDir();
  const port = freePort();
  await Deno.writeTextFile(`${folder}/wrangler.jsonc`, "{}");
  await Deno.writeTextFile(`${folder}/.dev.vars`, "TREADLE_API_KEYS=acme:0123456789abcdef\n");
  const worker =
    `Deno.serve({ port: ${port}, hostname: "127.0.0.1", onListen: () => console.log("Ready") }, (request) => {
    if (new URL(request.url).pathname === "/healthz") return Response.json({ status: "ok", store: "memory" });
    const agents = [{ name: "helper", tools: ["get_weather"] }, { name: "other", tools: [] }];
    return request.headers.get("authorization") === "Bearer 0123456789abcdef"
      ? Response.json({ agents })
      : Response.json({ code: "unauthorized", detail: "no key" }, { status: 401 });
  });`;
  await Deno.writeTextFile(`${folder}/worker.ts`, worker);
  const npx = `#!/bin/sh\nexec ${Deno.execPath()} run -A -q --no-config ${folder}/worker.ts\n`;
  await Deno.writeTextFile(`${folder}/npx`, npx, { mode: 0o755 });
  const env = { PATH: `${folder}:${Deno.env.get("PATH")}` };
  const args = ["run", "-A", "-q", `${root}src/cli/main.ts`, "dev", "--port", String(port)];
  {
    await using dev = startCommand(Deno.execPath(), args, { cwd: folder, env });
    const shown = await dev.prints("until");
    const url = `http://127.0.0.1:${port}`;
    assert.deepEqual(shown.slice(shown.indexOf("Treadle answers.")).split("\n").slice(0, 6), [
      "Treadle answers.",
      `  page    ${url}/`,
      "  agents  helper: get_weather",
      "          other: no tools",
      `  cron    curl '${url}/__scheduled?cron=*+*+*+*+*'`,
      "Paste this in another terminal:",
    ]);
    assert.match(shown, /\ncurl -sN http:.*Bearer \$TREADLE_KEY.*"agent":"helper"/);
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("treadle dev compiles the YAML agents of a project for Workers at the start and after a change", async () => {
  const folder = await makeProject();
  await Deno.rename(`${folder}/main.ts`, `${folder}/worker.ts`);
  await Deno.writeTextFile(`${folder}/wrangler.jsonc`, "{}");
  await Deno.writeTextFile(`${folder}/npx`, "#!/bin/sh\necho serving\nexec sleep 60\n", { mode: 0o755 });
  const env = { PATH: `${folder}:${Deno.env.get("PATH")}` };
  {
    await using dev = startCommand(Deno.execPath(), ["run", "-A", "-q", `${root}src/cli/main.ts`, "dev"], {
      cwd: folder,
      env,
    });
    await dev.prints("serving");
    await compiledWith(folder, "before");
    await Deno.writeTextFile(`${folder}/agents/helper.yaml`, helperYaml("after"));
    await compiledWith(folder, "after");
  }
  await Deno.remove(folder, { recursive: true });
});

/** Resolves when the compiled module has the text. */
async function compiledWith(folder: string, text: string): Promise<void> {
  const isWritten = async () =>
    (await Deno.readTextFile(`${folder}/agents/_compiled.ts`).catch(() => "")).includes(`"${text}"`);
  using events = Deno.watchFs(`${folder}/agents`);
  if (await isWritten()) return;
  for await (const _ of events) if (await isWritten()) return;
  assert.fail("the watch has ended");
}

Deno.test("treadle dev: a port in use names what is there, and the line that it prints starts the server on another port", async () => {
  const folder = await makeProject();
  {
    await using first = startDev(folder, [], { TREADLE_STORE: "memory" });
    await first.prints("curl -sN");
    const port = new URL(first.url).port;
    const main = `${root}src/cli/main.ts`;
    const flags = ["-A", "-q", "--no-prompt", "--node-modules-dir=none"];
    const starts: readonly [string, readonly string[], Record<string, string>][] = [
      ["dev", ["run", ...flags, main, "dev", "--port", port], {}],
      ["deno run", ["run", ...flags, "main.ts"], { PORT: port }],
      ["deno serve", ["serve", ...flags, "--host", "127.0.0.1", "--port", port, "main.ts"], {}],
    ];
    for (const [name, args, env] of starts) {
      await using second = startCommand(Deno.execPath(), args, {
        cwd: folder,
        env: { TREADLE_STORE: "memory", ...env },
      });
      assert.equal(await second.ended, 1, name);
      const line = /is in use by another Treadle\. Start on another port:\n(.+)\n/.exec(second.printed())
        ?.[1];
      await worksAs(line ?? assert.fail(second.printed()), folder);
    }
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("treadle dev: deno task dev takes --port and PORT, and the line that it prints for a port in use works", async () => {
  await using other = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => new Response("x"),
  );
  const port = String(other.addr.port);
  for (const [args, env] of [[["--port", port], {}], [[], { PORT: port }]] as const) {
    await using task = startCommand(Deno.execPath(), ["task", "dev", ...args], {
      cwd: root,
      env: { TREADLE_STORE: "memory", ...env },
    });
    assert.equal(await task.ended, 1);
    const line = /in use by another program\. Start on another port:\n(.+)\n/.exec(task.printed())?.[1];
    assert.match(line ?? assert.fail(task.printed()), /^deno task dev --port \d+$/);
    if (env.PORT !== undefined) await worksAs(line ?? "", root);
  }
});

/** Runs a line in a shell until the server that it starts has greeted. */
async function worksAs(line: string, cwd: string): Promise<void> {
  const path = `${Deno.execPath().replace(/\/[^/]*$/, "")}:${Deno.env.get("PATH")}`;
  await using shell: RunningCommand = startCommand("sh", ["-c", line.replace(/deno /, "exec deno ")], {
    cwd,
    env: { PATH: path, TREADLE_STORE: "memory" },
  });
  const greeting = await shell.prints("curl -sN");
  const url = /page +(http:\S+)\//.exec(greeting)?.[1] ?? assert.fail(greeting);
  const response = await fetch(`${url}/healthz`);
  assert.equal((await response.json()).status, "ok", line);
}
