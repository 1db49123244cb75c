/**
 * docker-compose.yml and Dockerfile without Docker: their form, and the very commands of the services, run on this machine
 * with other ports.
 */
import assert from "node:assert/strict";
import { parseEnv } from "node:util";
import { type Program, startProgram } from "../redis_rest/_program.ts";
import { commandProblem } from "../support/docs/commands.ts";
import { codeBlocks, readPage } from "../../support/docs/markdown.ts";
import { runRequests } from "../support/docs/requests.ts";
import { commandsIn } from "../support/docs/shell.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { freePort, needsRedis } from "../../support/requires.ts";
import { readCompose, type Service } from "./_compose.ts";
import { eventually } from "../../support/eventually.ts";

const read = (path: string) => Deno.readTextFile(new URL(path, projectRoot));
const ENV = { REDIS_REST_TOKEN: "0123456789abcdef0123", TREADLE_API_KEYS: "acme:0123456789abcdef0123" };

Deno.test("docker-compose.yml: services, volumes and conditions fit together", async () => {
  const { services, volumes } = readCompose(await read("docker-compose.yml"), ENV);
  assert.deepEqual(Object.keys(services), ["redis", "redis-rest", "treadle"]);
  for (const [name, service] of Object.entries(services)) {
    for (const needed of Object.keys(service.depends_on)) assert.ok(needed in services, `${name}: ${needed}`);
    for (const volume of service.volumes) assert.ok((volume.split(":")[0] ?? "") in volumes, volume);
  }
  const published = Object.entries(services).filter(([, { ports }]) => ports.length > 0);
  assert.deepEqual(published.map(([name, { ports }]) => [name, ports]), [["treadle", [
    "127.0.0.1:8787:8787",
  ]]]);
  assert.ok(services.redis?.command.join(" ").includes("--appendonly yes"), "threads outlive a restart");
});

Deno.test("E14: docker-compose.yml does not start without its secrets", async () => {
  const text = await read("docker-compose.yml");
  for (const name of Object.keys(ENV)) {
    const message = new RegExp(`required variable ${name} is missing a value: .*docs/deploy-vm\\.md`);
    assert.throws(() => readCompose(text, { ...ENV, [name]: "" }), message);
  }
  assert.throws(() => readCompose("name: $HOME", ENV), /is written/);
});

Deno.test("Dockerfile: the Deno of CI, an own user, and only what git has and no secret", async () => {
  const dockerfile = await read("Dockerfile");
  const [, version] = /^readonly DENO_VERSION=(.+)$/m.exec(await read(".ci/run")) ?? [];
  assert.ok(dockerfile.startsWith("#") && dockerfile.includes(`\nFROM denoland/deno:${version}\n`));
  assert.ok(dockerfile.includes("\nUSER deno\n"));
  const { services } = readCompose(await read("docker-compose.yml"), ENV);
  const [, command = ""] = /^CMD (.*)$/m.exec(dockerfile) ?? [];
  assert.deepEqual(JSON.parse(command), services.treadle?.command);
  const [, install = ""] = /^RUN (deno .*)$/m.exec(dockerfile) ?? [];
  assert.deepEqual(commandsIn(install).length, 1);
  for (const each of commandsIn(install)) assert.equal(await commandProblem(each), undefined);
  const ignored = (await read(".dockerignore")).split("\n");
  const secrets = (await read(".gitignore")).split("\n").filter((line) =>
    /^\.(env|dev\.vars|data)/.test(line)
  );
  assert.ok(secrets.length === 3 && secrets.every((line) => ignored.includes(line)));
});

/** Ports of this test for the services, and where their names lead. */
interface Places {
  readonly ports: Readonly<Record<string, number>>;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

needsRedis(
  "docs/deploy-vm.md: the commands of docker-compose.yml serve threads that outlive a restart of all",
  async () => {
    const folder = await Deno.makeTempDir({ prefix: "treadle_compose_" });
    try {
      const env = await writtenEnv(folder);
      const places: Places = {
        folder,
        env,
        ports: { redis: freePort(), "redis-rest": freePort(), treadle: freePort() },
      };
      const [, key = ""] = env.TREADLE_API_KEYS?.split(":") ?? [];
      const url = `http://127.0.0.1:${places.ports.treadle}/v1/threads/hello`;
      const headers = { authorization: `Bearer ${key}` };
      {
        await using stack = await startAll(places);
        const request = await pageBlock(".env)"); // the key comes out of .env
        const answer = await runRequests(request, {
          url: `http://127.0.0.1:${places.ports.treadle}`,
          folder,
        });
        assert.equal(JSON.parse(answer).output, "It is 18 °C and clear in Paris.");
        const stranger = await fetch(url, { headers: { authorization: "Bearer wrong" } });
        assert.equal(stranger.status, 401);
        await stranger.body?.cancel();
        await stack.stop();
      }
      await using _stack = await startAll(places);
      const thread = await fetch(url, { headers });
      const { status, length } = await thread.json();
      assert.deepEqual([status, length], ["done", 4]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

/** The block of the page that writes .env, run in the folder. */
async function writtenEnv(folder: string): Promise<Record<string, string>> {
  const block = await pageBlock(">> .env");
  const { success, stderr } = await new Deno.Command("bash", { args: ["-euc", block], cwd: folder }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  const parsed = parseEnv(await Deno.readTextFile(`${folder}/.env`));
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, value ?? ""]));
}

async function pageBlock(part: string): Promise<string> {
  const { text } = await readPage("docs/deploy-vm.md");
  return codeBlocks(text, "sh").find((code) => code.includes(part)) ?? assert.fail(`no block has ${part}`);
}

/** Starts the services in order, each when those before it are healthy. */
async function startAll(places: Places): Promise<AsyncDisposable & { stop(): Promise<void> }> {
  const { services } = readCompose(await read("docker-compose.yml"), places.env);
  const running: Program[] = [];
  const kill = async () => {
    for (const program of running.toReversed()) await program[Symbol.asyncDispose]();
  };
  try {
    for (const [name, service] of Object.entries(services)) {
      running.push(start(name, service, places));
      await untilHealthy(service, places);
    }
  } catch (cause) {
    await kill();
    throw cause;
  }
  return {
    async stop() {
      for (const program of running.toReversed()) {
        program.signal("SIGTERM");
        const { code, output } = await program.ended();
        assert.equal(code, 0, output);
      }
    },
    [Symbol.asyncDispose]: kill,
  };
}

function start(name: string, service: Service, places: Places): Program {
  const [command = "", ...args] = service.command;
  const env = service.env_file === undefined ? {} : places.env;
  const own = Object.entries(service.environment).map(([key, value]) => [key, moved(value, places)]);
  if (command === "deno") {
    return startProgram(Deno.execPath(), args, {
      ...env,
      ...Object.fromEntries(own),
      PORT: String(places.ports[name]),
    });
  }
  assert.equal(command, "redis-server");
  const port = String(places.ports[name]);
  return startProgram(command, [...args, "--bind", "127.0.0.1", "--port", port, "--dir", places.folder], env);
}

/** Names of services, and their ports in a container, as addresses of this machine. */
function moved(text: string, { ports }: Places): string {
  return text.replaceAll(/\b(redis|redis-rest):(6379|8079)\b/g, (_place, name) => `127.0.0.1:${ports[name]}`)
    .replaceAll("127.0.0.1:8079", `127.0.0.1:${ports["redis-rest"]}`)
    .replaceAll("127.0.0.1:8787", `127.0.0.1:${ports.treadle}`);
}

/** Runs the health check of the service until it succeeds. */
async function untilHealthy({ healthcheck }: Service, places: Places): Promise<void> {
  const [, command, ...args] = healthcheck.test.map((word) => moved(word, places));
  const check = command === "redis-cli"
    ? new Deno.Command(command, { args: ["-p", String(places.ports.redis), ...args] })
    : new Deno.Command(Deno.execPath(), { args, cwd: fromFileUrl(projectRoot) });
  await eventually(async () => (await check.output()).success, () => healthcheck.test);
}
