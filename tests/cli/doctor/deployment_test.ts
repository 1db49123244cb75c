// E17: doctor names what is wrong with a deployment, by asking it as a client does.

import assert from "node:assert/strict";
import { checkDeployment, type Deployment } from "../../../src/cli/doctor/deployment.ts";
import { OTHER_SYMPTOMS, toText } from "../../../src/cli/doctor/finding.ts";
import { SCHEMA } from "../../../src/core/state.ts";
import { VERSION } from "../../../src/core/text/version.ts";
import { whyUnreachable } from "../../../src/cli/project/unreachable.ts";
import { serveProject } from "../_serve_project.ts";
import { anchorsOf, readPage } from "../../support/docs/markdown.ts";
import { freePort } from "../../support/requires.ts";
import { runTreadle } from "../_treadle.ts";

const KEY = "0123456789abcdef0123";
const KEYS = { TREADLE_API_KEYS: `acme:${KEY}`, TREADLE_STORE: "memory" };

async function faults(deployment: Deployment, clock = Date.now): Promise<string> {
  const findings = await checkDeployment(deployment, { fetch, clock });
  return findings.filter(({ level }) => level !== "ok").map(({ level, detail }) => `${level}: ${detail}`)
    .join("\n");
}

Deno.test("E17: doctor finds nothing wrong with a deployment that takes the key and the page", async () => {
  await using server = serveProject({ ...KEYS, TREADLE_CORS_ORIGINS: "https://app.example" });
  assert.equal(await faults({ url: server.url, key: KEY, origin: "https://app.example" }), "");
});

Deno.test("E17: doctor finds a wrong key, a page that may not call, a clock that is off, a key that was not given", async () => {
  await using server = serveProject(KEYS);
  const { url } = server;
  assert.equal(await faults({ url, key: "another-key-0123456789" }), "error: it refuses the key");
  assert.equal(
    await faults({ url, key: KEY, origin: "https://app.example" }),
    "error: pages of https://app.example may not call it",
  );
  assert.match(
    await faults({ url, key: KEY }, () => Date.now() - 600_000),
    /clock of this machine is (?:59\d|600) s behind/,
  );
  assert.match(await faults({ url }), /^warning: the key was not tried/);
});

Deno.test("E17: doctor finds a deployment that is open to everybody", async () => {
  await using server = serveProject({ TREADLE_OPEN: "1", TREADLE_STORE: "memory" });
  assert.match(
    await faults({ url: server.url }),
    /^warning: it serves everybody who reaches it without a key/,
  );
});

Deno.test("E17: doctor finds a deployment whose store does not answer", async () => {
  await using server = serveProject({
    TREADLE_API_KEYS: `acme:${KEY}`,
    UPSTASH_REDIS_REST_TOKEN: "x",
    UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${freePort()}`,
  });
  assert.match(await faults({ url: server.url, key: KEY }), /answers 503 store_unavailable/);
});

Deno.test("E17: doctor finds a deployment without keys, a server that is not Treadle, none, and no address", async () => {
  await using closed = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) =>
      new URL(request.url).pathname.startsWith("/closed")
        ? Response.json({ code: "not_configured" }, { status: 503 })
        : new Response("<h1>It works!</h1>"),
  );
  const url = `http://127.0.0.1:${closed.addr.port}`;
  assert.match(await faults({ url: `${url}/closed` }), /has no keys and refuses every request/);
  assert.match(await faults({ url }), /answers 200, and not as Treadle does/);
  assert.match(await faults({ url: `http://127.0.0.1:${freePort()}` }), /does not answer/);
  assert.match(await faults({ url: "agents.example" }), /is no address of a deployment/);
});

Deno.test("O2: doctor says which version a deployment is, and fails where its newest threads are of a newer one", async () => {
  await using own = serveProject(KEYS);
  const sound = await checkDeployment({ url: own.url, key: KEY }, { fetch, clock: Date.now });
  assert.ok(
    sound.some(({ level, detail }) =>
      level === "ok" &&
      detail === `it is Treadle ${VERSION}: it reads threads of schema 1 to ${SCHEMA}, and writes ${SCHEMA}`
    ),
  );
  const answers: Readonly<Record<string, unknown>> = {
    "/healthz": { status: "ok", store: "memory" },
    "/v1/deployment": { version: "0.1.0", schema: 7 },
    "/v1/threads": {
      threads: [{ id: "t", status: "done" }, { id: "u", status: "corrupted", code: "schema_unsupported" }],
    },
  };
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/v1/agents" && !request.headers.has("authorization")) {
      return new Response("", { status: 401 });
    }
    return Response.json(answers[pathname] ?? {});
  });
  assert.equal(
    await faults({ url: `http://127.0.0.1:${server.addr.port}`, key: KEY }),
    "error: 1 of its newest 2 threads are of a newer version, or locked by a move: it refuses each request for them",
  );
});

Deno.test("E17: doctor says why prompts are read from the cache less than before, and no other suggestion", async () => {
  const message =
    "Agent a with m read 40 % of its input from a cache on its last day, and 93 % before. Prompts were cut.";
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/healthz") return Response.json({ status: "ok", store: "memory" });
      if (request.headers.get("authorization") !== `Bearer ${KEY}`) return new Response("", { status: 401 });
      return pathname === "/v1/analytics/suggestions"
        ? Response.json({
          suggestions: [{ kind: "never_chosen", message: "Leave it out." }, {
            kind: "cache_share_fell",
            message,
          }],
        })
        : Response.json({});
    },
  );
  assert.equal(
    await faults({ url: `http://127.0.0.1:${server.addr.port}`, key: KEY }),
    `warning: ${message}`,
  );
});

Deno.test("E17: a finding that users of the deployment meet as well names its section of docs/symptoms.md", async () => {
  await using server = serveProject(KEYS);
  const findings = await checkDeployment({ url: server.url, key: "another-key-0123456789" }, {
    fetch,
    clock: Date.now,
  });
  assert.match(
    toText(findings),
    /^ERROR {4}deployment: it refuses the key\n {9}fix: .+\n {9}see: treadle docs symptoms#unauthorized$/m,
  );
  const { text } = await readPage("docs/symptoms.md");
  for (const symptom of OTHER_SYMPTOMS) assert.ok(anchorsOf(text).has(symptom), symptom);
});

Deno.test("E17: treadle doctor ends with 1 when it finds an error, and prints findings as JSON", async () => {
  const { code, stdout } = await runTreadle("doctor", "--url", `http://127.0.0.1:${freePort()}`, "--json");
  assert.equal(code, 1);
  const [finding] = JSON.parse(stdout);
  assert.deepEqual(Object.keys(finding), ["check", "level", "detail", "fix"]);
});

Deno.test("E17: doctor finds a redirect, names the address behind it, and does not send the key there", async () => {
  await using server = serveProject(KEYS);
  const keys: (string | null)[] = [];
  await using moved = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    keys.push(request.headers.get("authorization"));
    return Response.redirect(`${server.url}${new URL(request.url).pathname}?token=of-the-redirect`, 308);
  });
  const [finding, ...others] = await checkDeployment({
    url: `http://127.0.0.1:${moved.addr.port}/`,
    key: KEY,
  }, { fetch, clock: Date.now });
  assert.deepEqual(others, []);
  assert.equal(finding?.level, "error");
  assert.match(finding?.detail ?? "", /^127\.0\.0\.1:\d+ redirects to http:/);
  assert.equal(finding?.level === "error" && finding.fix, `--url ${server.url.replace(/\/$/, "")}`);
  assert.deepEqual(keys, [null]);
});

Deno.test("E17: doctor says why a deployment cannot be reached, and prints no password of its address", async () => {
  const url = `http://user:password-of-the-user@127.0.0.1:${freePort()}/agents`;
  const [finding] = await checkDeployment({ url, key: KEY }, { fetch, clock: Date.now });
  assert.match(finding?.detail ?? "", /^127\.0\.0\.1:\d+ does not answer: .*refused/);
  assert.doesNotMatch(JSON.stringify(finding), /password-of-the-user/);
});

Deno.test("E17: a certificate that is refused is named on Deno and on Node", () => {
  const onDeno = new TypeError(
    "error sending request for url (https://agents.example/healthz): client error (Connect): invalid peer certificate: Expired",
  );
  const onNode = new TypeError("fetch failed", { cause: new Error("certificate has expired") });
  assert.equal(whyUnreachable(onDeno), "invalid peer certificate: Expired");
  assert.equal(whyUnreachable(onNode), "certificate has expired");
});
