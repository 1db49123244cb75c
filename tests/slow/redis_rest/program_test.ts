/** The program: how it starts, what it says when it cannot, and how it ends. */
import assert from "node:assert/strict";
import { Redis } from "@upstash/redis/cloudflare";
import * as esbuild from "esbuild";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { startRedis } from "../../support/redis/server.ts";
import { freePort, needsRedis } from "../../support/requires.ts";
import { serveResp, startBridge, startProgram } from "./_program.ts";

const TOKEN = "a-token-of-the-tests-0123456789";

/** What a program that cannot start has said. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  await using program = startBridge(env);
  const { code, output } = await program.ended();
  assert.equal(code, 1, output);
  assert.equal(output.trim().split("\n").length, 1, `one line, no stack: ${output}`);
  return output.trim();
}

const urlOf = (output: RegExpExecArray) => JSON.parse(output[0]).url;
const LISTENS = /^\{.*"redis-rest listens".*\}$/m;

needsRedis(
  "redis-rest: without TOKEN it prints a new one as the two lines that the client needs",
  async () => {
    await using server = await startRedis({ password: "p@ss/word" });
    const url = `redis://:${encodeURIComponent("p@ss/word")}@127.0.0.1:${server.port}`;
    await using program = startBridge({ REDIS_URL: url, TOKEN: "" });
    const [, restUrl] = await program.printed(/^UPSTASH_REDIS_REST_URL=(.+)$/m);
    const [, token] = await program.printed(/^UPSTASH_REDIS_REST_TOKEN=(.+)\n/m);
    assert.equal(await new Redis({ url: restUrl, token }).set("k", "v"), "OK");
  },
);

needsRedis(
  "E16: with TOKEN it prints one line of JSON at its start, without the token or the password",
  async () => {
    await using server = await startRedis({ password: "hunter2" });
    await using program = startBridge({ REDIS_URL: `redis://:hunter2@127.0.0.1:${server.port}/2`, TOKEN });
    const started = JSON.parse((await program.printed(LISTENS))[0]);
    assert.equal(started.level, "info");
    assert.equal(started.redis, `127.0.0.1:${server.port}`);
    assert.match(started.version, /^\d+\.\d+\.\d+$/);
    assert.equal(await new Redis({ url: started.url, token: TOKEN }).set("k", "v"), "OK");
    await using other = startBridge({ REDIS_URL: `redis://:hunter2@127.0.0.1:${server.port}/0`, TOKEN });
    const url = urlOf(await other.printed(LISTENS));
    assert.equal(await new Redis({ url, token: TOKEN }).get("k"), null, "another database");
    program.signal("SIGINT");
    const { output } = await program.ended();
    assert.doesNotMatch(output, new RegExp(`hunter2|${TOKEN}`));
  },
);

needsRedis(
  "redis-rest: SIGTERM lets a running request be answered, ends streams, and ends with code 0",
  async () => {
    await using server = await startRedis();
    await using program = startBridge({ REDIS_URL: `redis://127.0.0.1:${server.port}`, TOKEN });
    const url = urlOf(await program.printed(LISTENS));
    const authorization = `Bearer ${TOKEN}`;
    const stream = await fetch(`${url}/subscribe/news`, {
      headers: { authorization, accept: "text/event-stream" },
    });
    const reader = stream.body?.getReader();
    await reader?.read();
    // Redis is busy with this script for 400 ms; the signal comes in its first half.
    const script = `local t = redis.call('TIME'); local start = t[1] * 1000000 + t[2]
    redis.call('SET', KEYS[1], 'begun')
    while t[1] * 1000000 + t[2] < start + 400000 do t = redis.call('TIME') end
    return redis.call('INCR', KEYS[2])`;
    const running = fetch(url, {
      method: "POST",
      headers: { authorization },
      body: JSON.stringify(["EVAL", script, 2, "begun", "n"]),
    });
    await untilBusy(server.port);
    program.signal("SIGTERM");
    assert.deepEqual(await (await running).json(), { result: 1 });
    assert.equal(await reader?.read().then(({ done }) => done, () => true), true);
    const { code, output } = await program.ended();
    assert.equal(code, 0, output);
    assert.match(output, /"redis-rest has stopped".*"signal":"SIGTERM"/);
  },
);

/** Resolves when Redis does not answer PING for 50 ms, as while a script runs. */
async function untilBusy(port: number): Promise<void> {
  while (true) {
    const socket = await Deno.connect({ hostname: "127.0.0.1", port });
    await socket.write(new TextEncoder().encode("PING\r\n"));
    const timer = setTimeout(() => socket.close(), 50);
    const answered = await socket.read(new Uint8Array(16)).then(() => true, () => false);
    clearTimeout(timer);
    if (!answered) return;
    socket.close();
  }
}

needsRedis(
  "redis-rest: rediss:// speaks TLS with a certificate that DENO_CERT names, and no other",
  async () => {
    const folder = await Deno.makeTempDir({ prefix: "redis_tls_" });
    try {
      await makeCertificate(folder);
      const tlsPort = freePort();
      await using server = await startRedis({
        args: [
          "--tls-port",
          String(tlsPort),
          "--tls-auth-clients",
          "no",
          "--tls-cert-file",
          `${folder}/cert.pem`,
          "--tls-key-file",
          `${folder}/key.pem`,
        ],
      });
      const REDIS_URL = `rediss://localhost:${tlsPort}`;
      await using program = startBridge({ REDIS_URL, TOKEN, DENO_CERT: `${folder}/cert.pem` });
      const url = urlOf(await program.printed(LISTENS));
      assert.equal(await new Redis({ url, token: TOKEN }).set("k", "v"), "OK");
      assert.match(await refusalOf({ REDIS_URL, TOKEN }), /certificate is not trusted: .*DENO_CERT/);
      const plain = `rediss://127.0.0.1:${server.port}`;
      assert.match(await refusalOf({ REDIS_URL: plain, TOKEN }), /write redis:\/\/ where it has none/);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

async function makeCertificate(folder: string): Promise<void> {
  const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
  args.push("-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE");
  args.push("-keyout", `${folder}/key.pem`, "-out", `${folder}/cert.pem`);
  const { success, stderr } = await new Deno.Command("openssl", { args }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
}

Deno.test("redis-rest: a Redis that is not there ends the start with its address and the way out", async () => {
  const REDIS_URL = `redis://127.0.0.1:${freePort()}`;
  assert.match(
    await refusalOf({ REDIS_URL, TOKEN }),
    /^Redis at 127\.0\.0\.1:\d+ cannot be reached: .*Start Redis, or set REDIS_URL/,
  );
  const unknown = await refusalOf({ REDIS_URL: "redis://no-such-host.invalid", TOKEN });
  assert.match(
    unknown,
    /no-such-host\.invalid:6379 cannot be reached: .*host name of REDIS_URL is not known/,
  );
});

needsRedis(
  "redis-rest: a wrong login and a database that is not there end the start with the way out",
  async () => {
    await using server = await startRedis({ password: "right" });
    const at = `127.0.0.1:${server.port}`;
    const fix = /Set REDIS_URL=redis:\/\/user:password@host:port/;
    assert.match(await refusalOf({ REDIS_URL: `redis://${at}`, TOKEN }), new RegExp(`NOAUTH.*${fix.source}`));
    const wrong = await refusalOf({ REDIS_URL: `redis://:wrong-password@${at}`, TOKEN });
    assert.match(wrong, new RegExp(`refused the login: WRONGPASS.*${fix.source}`));
    assert.doesNotMatch(wrong, /wrong-password/);
    assert.match(
      await refusalOf({ REDIS_URL: `redis://:right@${at}/99`, TOKEN }),
      /DB index is out of range.*such as \/0/,
    );
  },
);

Deno.test("redis-rest: a Redis that is too old, or a replica, ends the start with the way out", async () => {
  const info = (version: string, role: string) => (command: string) => {
    if (command === "ping") return "+PONG\r\n";
    const text = command === "info server" ? `# Server\r\nredis_version:${version}\r\n` : `role:${role}\r\n`;
    return `$${text.length}\r\n${text}\r\n`;
  };
  await using old = serveResp(info("6.2.14", "master"));
  const tooOld = await refusalOf({ REDIS_URL: `redis://127.0.0.1:${old.port}`, TOKEN });
  assert.match(tooOld, /is version 6\.2\.14, and Treadle needs 7\.0 or later: update it\.$/);
  await using replica = serveResp(info("7.4.1", "slave"));
  const readOnly = await refusalOf({ REDIS_URL: `redis://127.0.0.1:${replica.port}`, TOKEN });
  assert.match(readOnly, /is a replica, which takes no writes: set REDIS_URL to its primary\.$/);
});

needsRedis("redis-rest: a port in use, and a wrong variable, end the start in one line", async () => {
  await using server = await startRedis();
  const REDIS_URL = `redis://127.0.0.1:${server.port}`;
  const taken = await refusalOf({ REDIS_URL, TOKEN, PORT: String(server.port) });
  assert.equal(taken, `Port ${server.port} is in use: set PORT to another one.`);
  assert.match(await refusalOf({ REDIS_URL, HOST: "0.0.0.0" }), /set TOKEN/);
});

needsRedis("redis-rest: treadle redis-rest is the same program, with the new token as JSON", async () => {
  await using server = await startRedis();
  const env = { REDIS_URL: `redis://127.0.0.1:${server.port}`, PORT: "0" };
  await using program = startProgram(
    Deno.execPath(),
    ["run", "-A", "src/cli/main.ts", "redis-rest", "--json"],
    env,
  );
  const { url, token } = JSON.parse((await program.printed(LISTENS))[0]);
  assert.equal(await new Redis({ url, token }).ping(), "PONG");
  program.signal("SIGTERM");
  const { code, output } = await program.ended();
  assert.equal(code, 0);
  for (const line of output.trim().split("\n")) assert.doesNotThrow(() => JSON.parse(line), line);
});

needsRedis("redis-rest: the entry of the package runs on Node too", async () => {
  const folder = await Deno.makeTempDir({ prefix: "redis_rest_node_" });
  try {
    await esbuild.build({
      stdin: {
        contents: `import { runRedisRest } from "./src/redis_rest/mod.ts"; await runRedisRest(process.env);`,
        resolveDir: fromFileUrl(projectRoot),
      },
      bundle: true,
      platform: "node",
      target: "node20",
      format: "esm",
      // @redis/client is CommonJS, which requires modules of Node.
      banner: {
        js: `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`,
      },
      outfile: `${folder}/bridge.mjs`,
      logLevel: "error",
    });
    await using server = await startRedis();
    const env = { REDIS_URL: `redis://127.0.0.1:${server.port}`, PORT: "0", TOKEN };
    await using program = startProgram("node", [`${folder}/bridge.mjs`], env);
    const url = urlOf(await program.printed(LISTENS));
    const redis = new Redis({ url, token: TOKEN });
    assert.deepEqual(await redis.multi().set("k", "é\u0000").get("k").exec(), ["OK", "é\u0000"]);
    program.signal("SIGTERM");
    assert.equal((await program.ended()).code, 0);
  } finally {
    await esbuild.stop();
    await Deno.remove(folder, { recursive: true });
  }
});
