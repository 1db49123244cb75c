// E17: doctor names the fault in each broken set-up of a project, and no other.

import assert from "node:assert/strict";
import { checkStore, withoutNewFile } from "../../../../src/cli/doctor/store.ts";
import type { Finding } from "../../../../src/cli/doctor/finding.ts";
import { freePort } from "../../../support/requires.ts";
import { examine, MAIN, type Setup } from "./_setup.ts";

interface BrokenSetup extends Setup {
  /** The check that finds the fault. */
  readonly check: string;
  /** `error` by default. */
  readonly level?: "warning";
  readonly detail: RegExp;
  readonly fix: RegExp;
}

const YAML = `metadata:
  name: helper
spec: { planner: { type: tool_calling } }
`;

const TOKEN = "AX-token-of-the-database";

const BROKEN: Readonly<Record<string, BrokenSetup>> = {
  "a port that is none": {
    env: { PORT: "99999" },
    check: "environment",
    detail: /^PORT must be a port number$/,
    fix: /^PORT=8787$/,
  },
  "a model without its provider": {
    env: { TREADLE_MODEL: "gpt-5" },
    check: "environment",
    detail: /^TREADLE_MODEL must be provider\/model$/,
    fix: /^TREADLE_MODEL=openai\//,
  },
  "a mistyped variable": {
    files: { ".env": "TREDLE_MODEL=openai/gpt-5.1\n" },
    check: "environment",
    level: "warning",
    detail: /^nothing reads TREDLE_MODEL; did you mean TREADLE_MODEL\?$/,
    fix: /^write TREADLE_MODEL in place of TREDLE_MODEL$/,
  },
  "a provider that is not there": {
    env: { TREADLE_MODEL: "opnai/gpt-5" },
    check: "models",
    detail:
      /TREADLE_MODEL names the model opnai\/gpt-5, and there is no provider opnai\. Did you mean "openai"\?/,
    fix: /openai/,
  },
  "a secret that a tool reads and nothing sets": {
    files: { "main.ts": MAIN.replace("name:", 'env: ["ORDERS_TOKEN"], name:') },
    check: "agents",
    level: "warning",
    detail: /declare ORDERS_TOKEN in env, and it is not set$/,
    fix: /^ORDERS_TOKEN=<value> in \.env$/,
  },
  "a budget of a thread that a tenant's day ends first": {
    files: { "main.ts": MAIN.replace("name:", "limits: { tokens: 500_000 }, name:") },
    env: { TREADLE_BUDGETS: '{"tenant":{"tokens":200000}}' },
    check: "agents",
    level: "warning",
    detail:
      /^a budget is never used up: tokens in limits of agent support is 500000, and a tenant's day ends at 200000$/,
    fix: /^lower it/,
  },
  "a YAML agent that is wrong": {
    files: {
      "agents/tools.ts": "export {};\n",
      "agents/helper.yaml": YAML.replace("tool_calling", "tool_caling"),
    },
    check: "yaml",
    detail: /^agents\/helper\.yaml:3:\d+ spec\.planner\.type: .*tool_caling/,
    fix: /"tool_calling"/,
  },
  "a YAML agent that is not compiled": {
    files: { "agents/tools.ts": "export {};\n", "agents/helper.yaml": YAML },
    check: "yaml",
    detail: /^the files of agents \(helper\) are not compiled, so nothing serves them$/,
    fix: /^treadle agents agents$/,
  },
  "a YAML agent that was changed since it was compiled": {
    files: {
      "agents/tools.ts": "export {};\n",
      "agents/helper.yaml": YAML,
      "agents/_compiled.ts": "export {};\n",
    },
    check: "yaml",
    level: "warning",
    detail: /^agents\/_compiled\.ts has not what the files say \(helper\), and is what is served$/,
    fix: /^treadle agents agents$/,
  },
  "a budget in dollars with a model that has no price": {
    files: {
      "main.ts": MAIN.replace("name:", 'limits: { usd: 1 }, fallbackModel: "azure/our-deployment", name:'),
    },
    check: "agents",
    level: "warning",
    detail: /^a budget in dollars applies to agent support: azure\/our-deployment has no price/,
    fix: /^TREADLE_PRICES=/,
  },
  "a model without the key of its provider": {
    env: { TREADLE_MODEL: "anthropic/claude-sonnet-4-5" },
    check: "models",
    detail: /TREADLE_MODEL needs anthropic: Set ANTHROPIC_API_KEY/,
    fix: /^ANTHROPIC_API_KEY=/,
  },
  "an agent whose model has no key": {
    files: { "main.ts": MAIN.replace("name:", 'model: "mistral/mistral-large-latest", name:') },
    check: "models",
    detail: /agent support needs mistral: Set MISTRAL_API_KEY/,
    fix: /^MISTRAL_API_KEY=/,
  },
  "a model that requests may name, without the key of its provider": {
    files: {
      "main.ts": MAIN.replace("name:", 'model: "scripted/any", models: ["mistral/mistral-small"], name:'),
    },
    check: "models",
    detail: /agent support needs mistral: Set MISTRAL_API_KEY/,
    fix: /^MISTRAL_API_KEY=/,
  },
  "a server of models that does not run": {
    env: { TREADLE_MODEL: "ollama/qwen3", OLLAMA_HOST: `http://127.0.0.1:${freePort()}` },
    check: "models",
    detail: /127\.0\.0\.1:\d+ cannot be reached \(.*refused.*\), which TREADLE_MODEL needs/,
    fix: /start the server/,
  },
  "a base URL that is none": {
    env: { TREADLE_MODEL: "openai/gpt-5", OPENAI_API_KEY: "sk-x", OPENAI_BASE_URL: "api.openai.com" },
    check: "environment",
    detail: /^OPENAI_BASE_URL must be an http or https URL$/,
    fix: /^OPENAI_BASE_URL=https:/,
  },
  "half of an address of Upstash": {
    env: { UPSTASH_REDIS_REST_URL: "https://eu1.upstash.io" },
    check: "environment",
    detail: /^UPSTASH_REDIS_REST_TOKEN must be set/,
    fix: /^UPSTASH_REDIS_REST_TOKEN=/,
  },
  "the address of the Redis protocol": {
    env: {
      UPSTASH_REDIS_REST_URL: "rediss://default:pw@eu1.upstash.io:6379",
      UPSTASH_REDIS_REST_TOKEN: TOKEN,
    },
    check: "environment",
    detail: /has the address of the Redis protocol/,
    fix: /https:\/\/<name>\.upstash\.io/,
  },
  "a database that cannot be reached": {
    env: { UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${freePort()}`, UPSTASH_REDIS_REST_TOKEN: TOKEN },
    check: "store",
    detail: /127\.0\.0\.1:\d+ cannot be reached/,
    fix: /UPSTASH_REDIS_REST_URL=/,
  },
  "a store without its variables": {
    env: { TREADLE_STORE: "upstash" },
    check: "store",
    detail: /needs the address and the token/,
    fix: /UPSTASH_REDIS_REST_URL=/,
  },
  "a store of another name": {
    env: { TREADLE_STORE: "redis" },
    check: "store",
    detail: /TREADLE_STORE=redis is no store/,
    fix: /upstash, durable_objects, sqlite:<file> or memory/,
  },
  "a store that forgets": {
    env: { TREADLE_STORE: "memory" },
    check: "store",
    level: "warning",
    detail: /forgets every thread/,
    fix: /remove TREADLE_STORE/,
  },
  "a file of the store below a file": {
    env: { TREADLE_STORE: "sqlite:main.ts/threads.sqlite" },
    check: "store",
    detail: /cannot be written: main\.ts\/threads\.sqlite/,
    fix: /TREADLE_STORE=sqlite:/,
  },
  "a key without a tenant": {
    env: { TREADLE_API_KEYS: "0123456789abcdef0123" },
    check: "environment",
    detail: /^TREADLE_API_KEYS must be tenant:key pairs/,
    fix: /openssl rand/,
  },
  "the key of the example": {
    files: { ".env": "TREADLE_API_KEYS=acme:choose-a-long-random-key\n" },
    check: "access",
    detail: /a key of an example/,
    fix: /openssl rand/,
  },
  "a server that is open to everybody": {
    env: { TREADLE_OPEN: "1" },
    check: "access",
    level: "warning",
    detail: /TREADLE_OPEN=1 serves everybody/,
    fix: /TREADLE_API_KEYS=/,
  },
  "open, and with keys": {
    env: { TREADLE_OPEN: "1", TREADLE_API_KEYS: "acme:0123456789abcdef0123" },
    check: "environment",
    detail: /^TREADLE_OPEN must not be 1 while TREADLE_API_KEYS is set$/,
    fix: /TREADLE_OPEN=0/,
  },
  "any origin": {
    env: { TREADLE_CORS_ORIGINS: "*" },
    check: "environment",
    detail: /^TREADLE_CORS_ORIGINS must list origins/,
    fix: /https:\/\/app\.example\.com/,
  },
  "an origin with a slash behind it": {
    env: { TREADLE_CORS_ORIGINS: "https://app.example/" },
    check: "environment",
    detail: /^TREADLE_CORS_ORIGINS must list origins/,
    fix: /https:\/\/app\.example\.com/,
  },
  "an origin without TLS": {
    env: { TREADLE_CORS_ORIGINS: "http://app.example" },
    check: "access",
    level: "warning",
    detail: /http:\/\/app\.example are not sent over TLS/,
    fix: /https:\/\/app\.example/,
  },
  "a short secret of links": {
    env: { TREADLE_APPROVAL_SECRET: "short" },
    check: "environment",
    detail: /^TREADLE_APPROVAL_SECRET must have at least 32/,
    fix: /openssl rand -hex 32/,
  },
  "a short secret of tokens": {
    env: { TREADLE_TOKEN_SECRETS: "short" },
    check: "environment",
    detail: /^TREADLE_TOKEN_SECRETS must have secrets of at least 32/,
    fix: /openssl rand -hex 32/,
  },
  "a secret of tokens that is typed": {
    env: { TREADLE_TOKEN_SECRETS: "change-me-change-me-change-me-change-me" },
    check: "access",
    detail: /^TREADLE_TOKEN_SECRETS has a secret that can be guessed/,
    fix: /openssl rand -hex 32/,
  },
  "a secret of tokens that repeats itself": {
    env: { TREADLE_TOKEN_SECRETS: "0123456789abcdef0123456789abcdef" },
    check: "access",
    detail: /can be guessed/,
    fix: /openssl rand -hex 32/,
  },
  "a secret of tokens that is a key": {
    env: {
      TREADLE_TOKEN_SECRETS: "5f1e0c7a9b3d8264aa10c4e7f25b96d3",
      TREADLE_API_KEYS: "acme:5f1e0c7a9b3d8264aa10c4e7f25b96d3",
    },
    check: "access",
    level: "warning",
    detail: /a key of TREADLE_API_KEYS/,
    fix: /openssl rand -hex 32/,
  },
  "a limit of requests without a time": {
    env: { TREADLE_RATE_LIMIT: "60" },
    check: "environment",
    detail: /^TREADLE_RATE_LIMIT must be limits such as 60\/1m/,
    fix: /key=600\/1m/,
  },
  "budgets that are no JSON": {
    env: { TREADLE_BUDGETS: "{tenant: 5}" },
    check: "agents",
    detail: /TREADLE_BUDGETS is not JSON/,
    fix: /treadle dev/,
  },
  "an agent with a misspelt field": {
    files: { "main.ts": MAIN.replace("instructions:", "instrutions:") },
    check: "agents",
    detail: /instrutions is not a part of an agent.*Did you mean "instructions"\?$/,
    fix: /treadle dev/,
  },
  "a module that is not there": {
    files: { "main.ts": `import "./agents/support.ts";\n${MAIN}` },
    check: "agents",
    detail: /Module not found ".*agents\/support\.ts"/,
    fix: /treadle dev/,
  },
  "a runtime that is too old": {
    ports: { versions: { node: "18.20.0" } },
    check: "machine",
    detail: /^node 18\.20\.0 is older than 20\.0\.0$/,
    fix: /Node 20/,
  },
};

for (const [name, { check, level = "error", detail, fix, ...setup }] of Object.entries(BROKEN)) {
  Deno.test(`E17: doctor finds ${name}, and nothing else`, async () => {
    const faults = faultsOf(await examine(setup));
    const [fault] = faults;
    assert.equal(faults.length, 1, JSON.stringify(faults));
    assert.equal(fault?.check, check);
    assert.equal(fault?.level, level);
    assert.match(fault?.detail ?? "", detail);
    assert.match(fault?.fix ?? "", fix);
  });
}

Deno.test("E17: doctor finds nothing wrong with a project as it should be, and says what it serves", async () => {
  const findings = await examine({ env: { TREADLE_API_KEYS: "acme:0123456789abcdef0123" } });
  assert.deepEqual(faultsOf(findings), []);
  const details = findings.map(({ detail }) => detail);
  assert.ok(details.includes("main.ts serves support"), JSON.stringify(details));
});

Deno.test("E17: doctor makes no folder and no file for a store that is not there yet", async () => {
  const outside = await Deno.makeTempDir();
  const folder = await Deno.makeTempDir();
  const ports = { fetch, clock: Date.now, folder };
  try {
    for (const store of ["", `sqlite:${outside}/new/threads.sqlite`]) {
      const env = { TREADLE_STORE: store };
      const [finding] = await checkStore(env, ports);
      assert.equal(finding?.level, "ok");
      assert.equal(withoutNewFile(env, folder).TREADLE_STORE, "memory");
    }
    assert.deepEqual([[...Deno.readDirSync(folder)], [...Deno.readDirSync(outside)]], [[], []]);
    await Deno.writeTextFile(`${outside}/there.sqlite`, "");
    const env = { TREADLE_STORE: `sqlite:${outside}/there.sqlite` };
    assert.equal(withoutNewFile(env, folder), env);
  } finally {
    await Promise.all([folder, outside].map((path) => Deno.remove(path, { recursive: true })));
  }
});

Deno.test("E17: doctor names the store of a Worker by what it is", async () => {
  const ports = { fetch, clock: Date.now, folder: ".", isWorker: true };
  const [memory] = await checkStore({}, ports);
  assert.equal(memory?.level, "warning");
  assert.match(memory?.detail ?? "", /^memory of the isolate/);
  const bound = { ...ports, hasObjects: true };
  for (const env of [{}, { TREADLE_STORE: "durable_objects" }]) {
    assert.deepEqual((await checkStore(env, bound)).map(({ level }) => level), ["ok"]);
  }
  const [unbound] = await checkStore({ TREADLE_STORE: "durable_objects" }, ports);
  assert.deepEqual([unbound?.level, unbound?.detail], [
    "error",
    "TREADLE_STORE=durable_objects needs the binding THREADS",
  ]);
  const [file] = await checkStore({ TREADLE_STORE: "sqlite:x" }, ports);
  assert.deepEqual([file?.level, file?.detail], [
    "error",
    "TREADLE_STORE=sqlite is a file, and Workers have none",
  ]);
});

Deno.test("E17: doctor stops a project that a timer of its own keeps", async () => {
  const findings = await examine({
    files: {
      "main.ts": `setInterval(() => {}, 60_000);\n${
        MAIN.replace("export default serve", "serve")
          .replace("serve({ agents: [support] })", "")
      }export default { fetch: () => Response.json({ agents: [] }) };\n`,
    },
  });
  assert.ok(findings.some(({ detail }) => detail === "main.ts serves no agent"), JSON.stringify(findings));
});

Deno.test("E17: doctor finds a port that another program has", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  try {
    const [fault, ...others] = faultsOf(await examine({ env: { PORT: String(listener.addr.port) } }));
    assert.deepEqual(others, []);
    assert.match(fault?.detail ?? "", /is in use/);
    assert.match(fault?.fix ?? "", /^treadle dev --port \d+$/);
  } finally {
    listener.close();
  }
});

Deno.test("E17: doctor refuses a folder without a project, and says how to make one", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await assert.rejects(
      () =>
        import("../../../../src/cli/project/project.ts").then(({ readProject }) => readProject(folder, {})),
      /There is no project in .*treadle new my-agent/,
    );
  } finally {
    await Deno.remove(folder);
  }
});

/** What is wrong; the ordinary warning of a machine without keys is left out. */
function faultsOf(findings: readonly Finding[]): Exclude<Finding, { level: "ok" }>[] {
  return findings.flatMap((finding) =>
    finding.level === "ok" || finding.detail.startsWith("no keys: only this machine") ? [] : [finding]
  );
}
