/** What the blocks of the pages are compared with, by language and by the words behind it. */
import { createDeps } from "../../../src/deps/create_deps.ts";
import { standard } from "../../../src/plugins/standard.ts";
import assert from "node:assert/strict";
import { Validator } from "@cfworker/json-schema";
import { experimental_readRawConfig } from "wrangler";
import wranglerSchema from "../../../node_modules/wrangler/config-schema.json" with { type: "json" };
import { parsePoliciesYaml } from "../../../src/agents/yaml/policies.ts";
import { formatYamlProblem, parseAgentYaml } from "../../../src/agents/yaml/spec.ts";
import { accountsFor, pricesFor } from "../../../src/deps/budget_settings.ts";
import { readSettings } from "../../../src/deps/settings.ts";
import { type GreetingFacts, greetingText } from "../../../src/deno/greeting.ts";
import { shortenOutput } from "../../../src/kernel/history/observation.ts";
import openapi from "../../../src/playground/dist/openapi.json" with { type: "json" };
import { decisionSchema, toDecisionScope } from "../../../src/kernel/prompt/decision_schema.ts";
import { readSettings as readBridgeSettings } from "../../../src/redis_rest/settings.ts";
import { loadProviders } from "../../../src/provider_registry.ts";
import { readCompose } from "../deploy/_compose.ts";
import type { Block } from "../../support/docs/blocks.ts";
import { commandProblem } from "../support/docs/commands.ts";
import { mcpServersOf } from "../support/docs/mcp_servers.ts";
import { commandsIn } from "../support/docs/shell.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";

/** Fails where the block is wrong. */
export type Check = (block: Block) => void | Promise<void>;

/**
 * By language, then by kind. `*` takes any kind of a language; a block without a check fails. `ts`, and `json response`
 * with its `sh`, are checked together by the test itself.
 */
export const CHECKS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  sh: { "": checkCommands },
  json: {
    "TREADLE_BUDGETS": ({ code }) => void accountsFor(readSettings({ TREADLE_BUDGETS: code }), {}),
    "TREADLE_PRICES": ({ code }) => void pricesFor(readSettings({ TREADLE_PRICES: code }), {}),
    "decision": ({ code }) =>
      assertValid(decisionSchema(toDecisionScope({ type: "auto" }, [GET_WEATHER]), undefined), code),
    "Slack manifest": ({ code }) => checkSlackManifest(code),
    "Discord commands": ({ code }) => checkDiscordCommands(code),
    "mcpServers": ({ code }) => void mcpServersOf(code, { TREADLE_KEY: "key" }),
    "*": ({ kind, code }) => assertValid(schemaOf(kind), code),
  },
  jsonc: { "wrangler.jsonc": checkWranglerJsonc },
  toml: { "wrangler.toml": checkWranglerToml },
  yaml: {
    "agent": ({ code }) => checkAgent(code),
    "part of an agent": ({ code }) => checkAgent(`${HEAD}${code}`),
    "policies": ({ code }) => checkPolicies(code),
    "docker-compose.yml": ({ code }) => void readCompose(code, SECRETS),
  },
  ini: { ".env": checkEnvFile, "*": checkUnit },
  nginx: { "": checkNginx },
  mermaid: { "": checkDiagram },
  text: {
    "": ({ page, code }) => {
      const reason = TEXTS[page];
      assert.ok(reason, "a text block is compared with what it shows, or listed in TEXTS with the reason");
      if (typeof reason === "function") reason(code);
    },
    "Caddyfile": ({ code }) => assert.match(code, /^[\w.]+ \{\n\treverse_proxy 127\.0\.0\.1:8787\n\}\n$/),
  },
};

/** Each command has the form of Discord, and options that the channel reads: texts, attachments. One on a message has a name alone. */
function checkDiscordCommands(code: string): void {
  for (const { name, type, description, options, ...others } of JSON.parse(code)) {
    assert.deepEqual(others, {});
    if (type === 3) {
      assert.match(name, /^[\w -]{1,32}$/);
      assert.deepEqual([description, options], [undefined, undefined]);
      continue;
    }
    assert.equal(type, 1);
    for (const option of [{ name, description, type: 3 }, ...options]) {
      assert.match(option.name, /^[a-z0-9_-]{1,32}$/);
      assert.ok(option.description.length >= 1 && option.description.length <= 100);
      assert.ok([3, 11].includes(option.type));
    }
  }
}

/** Every event that the app asks for has the scope that Slack wants for it, and all requests go to the channel. */
function checkSlackManifest(code: string): void {
  const { oauth_config: { scopes: { bot } }, settings } = JSON.parse(code);
  const scopeOf: Readonly<Record<string, string>> = {
    app_mention: "app_mentions:read",
    "message.im": "im:history",
  };
  for (const event of settings.event_subscriptions.bot_events) assert.ok(bot.includes(scopeOf[event]), event);
  for (const { request_url: url } of [settings.event_subscriptions, settings.interactivity]) {
    assert.equal(new URL(url).pathname, "/channels/slack");
  }
}

/** What docker-compose.yml wants in its environment. */
const SECRETS = { REDIS_REST_TOKEN: "0123456789abcdef", TREADLE_API_KEYS: "acme:0123456789abcdef" };

/** The deployment whose greeting the page of the command line shows. */
const GREETING: GreetingFacts = {
  url: "http://127.0.0.1:8787",
  access: "served",
  models: [{
    ref: "openai/gpt-6.1-terra",
    key: { type: "missing", variable: "OPENAI_API_KEY", message: "" },
  }],
  store: "sqlite",
  where: ".data/treadle.sqlite",
  envFile: { type: "read", path: ".env", count: 2 },
  agents: [
    { name: "demo", tools: ["get_weather", "convert_units", "delete_record"] },
    { name: "travel", tools: ["get_weather", "convert_units"] },
  ],
  mistyped: [{ name: "OPENAI_APIKEY", meant: "OPENAI_API_KEY" }],
  unpriced: [],
  budgetConflicts: [],
};

/** Text blocks by page: their check, or the test that compares them. */
const TEXTS: Readonly<Record<string, string | ((code: string) => void)>> = {
  "docs/architecture.md": "the tree: docs_test.ts compares it with the folders",
  "docs/react.md": "a thread: tests/wire/output/react_test.ts compares it with the one that it runs",
  "docs/observability.md": "lines of a log: tests/deno/text_log_test.ts has their form",
  "docs/cli.md": (code) => {
    const shown = code.trimEnd().replace(/ \.\.\.$/, "");
    assert.equal(greetingText(GREETING).slice(0, shown.length), shown);
  },
  "docs/http-api/access.md": (code) => {
    const value = code.trim().replace("TREADLE_API_KEYS=", "").replaceAll(
      /KEY\d/g,
      (word) => word.padEnd(16, "0"),
    );
    createDeps({ env: { TREADLE_API_KEYS: value }, agents: [], plugins: standard() });
  },
  "docs/history.md": (code) => {
    const [, from = "", to = "", callId = ""] = /offset (\d+) to (\d+) of call_id "(\w+)"/.exec(code) ?? [];
    const room = Math.ceil(Number(from) * 3 / 2);
    const [, line] = shortenOutput("x".repeat(Number(to) + Math.floor(room / 3)), room + 160, callId).split(
      "\n",
    );
    assert.equal(code, `${line}\n`);
  },
};

// Shell -----------------------------------------------------------------------------------------------------------------

async function checkCommands({ code }: Block): Promise<void> {
  const commands = commandsIn(code);
  assert.ok(commands.length > 0, "the block has no command");
  const names = await variableNames();
  for (const command of commands) {
    assert.equal(await commandProblem(command), undefined);
    for (const variable of command.variables) {
      const name = variable.replace(/=.*$/, "");
      assert.ok(names.has(name) || name.startsWith("OTEL_"), `${name}: not a variable of Treadle`);
    }
  }
}

// JSON ------------------------------------------------------------------------------------------------------------------

const GET_WEATHER = {
  name: "get_weather",
  description: "The weather.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
}

const description: Description = JSON.parse(JSON.stringify(openapi));

/** `POST /v1/threads/:id/steps` is the body of that route, `Thread` an answer; of openapi.json, without other fields. */
function schemaOf(kind: string): object {
  const [, method = "", path = ""] = /^([A-Z]+) (\/\S*)$/.exec(kind) ?? [];
  const operation = description.paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
  return operation?.requestBody?.content["application/json"]?.schema ??
    description.components.schemas[kind] ??
    assert.fail(`"${kind}" behind json: neither a route with a body nor a schema of openapi.json`);
}

function assertValid(schema: object, code: string): void {
  const { valid, errors } = new Validator({ ...schema, components: openapi.components }, "2020-12", false)
    .validate(JSON.parse(code));
  assert.ok(valid, errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`).join("\n"));
}

// wrangler --------------------------------------------------------------------------------------------------------------

/** The same configuration as wrangler.toml, read by wrangler, and by its schema nothing else. */
async function checkWranglerJsonc({ code }: Block): Promise<void> {
  const { $schema, ...config } = await readWrangler("wrangler.jsonc", code);
  const { valid, errors } = new Validator(wranglerSchema, "7", false).validate(config);
  assert.ok(valid, JSON.stringify(errors.slice(-2)));
  const own = experimental_readRawConfig({ config: fromFileUrl(new URL("wrangler.toml", projectRoot)) });
  assert.deepEqual(config, structuredClone(own.rawConfig)); // its tables have no prototype
  assert.ok(typeof $schema === "string" && Deno.statSync(new URL($schema, projectRoot)).isFile);
}

/** Lines that go above the first table of wrangler.toml. */
async function checkWranglerToml({ code }: Block): Promise<void> {
  const config = await readWrangler("wrangler.toml", code);
  assert.ok(Object.keys(config).length > 0);
  const { valid, errors } = new Validator(wranglerSchema, "7", false).validate(config);
  assert.ok(valid, JSON.stringify(errors.slice(-2)));
  const toml = await Deno.readTextFile(new URL("wrangler.toml", projectRoot));
  const whole = await readWrangler("wrangler.toml", toml.replace(/^(?=\[)/m, `${code}\n`));
  assert.deepEqual(Object.keys(config).filter((key) => !(key in whole)), []);
}

async function readWrangler(name: string, text: string): Promise<Record<string, unknown>> {
  const folder = await Deno.makeTempDir({ prefix: "treadle_docs_" });
  try {
    await Deno.writeTextFile(`${folder}/${name}`, text);
    return { ...experimental_readRawConfig({ config: `${folder}/${name}` }).rawConfig };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

// Agents ----------------------------------------------------------------------------------------------------------------

const HEAD = "metadata: { name: part, description: A part of an agent. }\n";

function checkPolicies(text: string): void {
  const read = parsePoliciesYaml(text, "block.yaml");
  assert.deepEqual(read.type === "problems" ? read.problems.map(formatYamlProblem) : [], []);
}

function checkAgent(text: string): void {
  const read = parseAgentYaml(text, { file: "block.yaml" });
  assert.deepEqual(read.type === "problems" ? read.problems.map(formatYamlProblem) : [], []);
}

// Files of a machine ----------------------------------------------------------------------------------------------------

let names: Promise<ReadonlySet<string>> | undefined;

/** Every variable that Treadle, its providers and the bridge read. */
function variableNames(): Promise<ReadonlySet<string>> {
  return names ??= (async () => {
    const read = new Set<string>();
    const watched = new Proxy({}, { get: (_, name) => void read.add(String(name)) });
    readSettings(watched);
    readBridgeSettings(watched);
    for (const [, { variables }] of await loadProviders()) for (const name of variables) read.add(name);
    return read;
  })();
}

async function checkEnvFile({ code }: Block): Promise<void> {
  const known = await variableNames();
  const lines = code.trimEnd().split("\n").filter((line) => !line.startsWith("#"));
  const env = Object.fromEntries(lines.map((line) => {
    const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    assert.ok(known.has(name), `${line}: not a variable of Treadle`);
    return [name, value];
  }));
  readBridgeSettings(env);
  readSettings(env);
  assert.equal(env.TOKEN, env.UPSTASH_REDIS_REST_TOKEN, "the bridge and Treadle have one token");
}

const DIRECTIVES: Readonly<Record<string, readonly string[]>> = {
  Unit: ["Description", "Wants", "After"],
  Service: [
    "User",
    "WorkingDirectory",
    "EnvironmentFile",
    "Environment",
    "ExecStart",
    "Restart",
    "RestartSec",
    "TimeoutStopSec",
  ],
  Install: ["WantedBy"],
};

/** A unit of systemd: its sections and directives are known, and its program starts a file of the project. */
async function checkUnit({ kind, code }: Block): Promise<void> {
  assert.match(kind, /^\/etc\/systemd\/system\/[\w-]+\.service$/);
  const known = await variableNames();
  let section = "";
  const starts: string[] = [];
  for (const line of code.split("\n").filter((each) => each !== "")) {
    section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section;
    if (line.startsWith("[")) continue;
    const [, directive = "", value = ""] = /^(\w+)=(.+)$/.exec(line) ?? [];
    assert.ok(DIRECTIVES[section]?.includes(directive), `[${section}] ${line}`);
    if (directive === "Environment") assert.ok(known.has(value.replace(/=.*$/, "")), line);
    if (directive === "ExecStart") starts.push(value);
  }
  assert.equal(starts.length, 1);
  for (const command of commandsIn(starts[0]?.replace("/usr/local/bin/", "") ?? "")) {
    assert.equal(await commandProblem(command), undefined);
  }
}

const NGINX: ReadonlySet<string> = new Set([
  "server",
  "listen",
  "server_name",
  "ssl_certificate",
  "ssl_certificate_key",
  "client_max_body_size",
  "location",
  "return",
  "proxy_pass",
  "proxy_http_version",
  "proxy_set_header",
  "proxy_buffering",
  "proxy_read_timeout",
]);

function checkNginx({ code }: Block): void {
  let depth = 0;
  for (const line of code.split("\n").map((each) => each.trim()).filter((each) => each !== "")) {
    if (line === "}") depth--;
    else {
      assert.match(line, /[;{]$/);
      assert.ok(NGINX.has(line.split(/[ ;{]/)[0] ?? ""), `${line}: not a directive that is known here`);
      if (line.endsWith("{")) depth++;
    }
  }
  assert.equal(depth, 0, "braces are closed");
  assert.match(code, /^ +proxy_buffering off;$/m);
}

/** Every line of a sequence diagram is a participant, a note over some, or a message between two. */
function checkDiagram({ code }: Block): void {
  const [first = "", ...lines] = code.trimEnd().split("\n");
  if (first.startsWith("flowchart ")) return checkFlowchart(lines);
  assert.equal(first, "sequenceDiagram");
  const participants = new Set<string>();
  for (const line of lines.map((each) => each.trim()).filter((each) => each !== "")) {
    const [, added] = /^participant (\w+) as .+$/.exec(line) ?? [];
    const [, over] = /^Note over ([\w,]+): .+$/.exec(line) ?? [];
    const [, from, to] = /^(\w+)--?>>(\w+): .+$/.exec(line) ?? [];
    if (added !== undefined) participants.add(added);
    const named = [...over?.split(",") ?? [], from, to].filter((name) => name !== undefined);
    assert.ok(added !== undefined || named.length > 0, line);
    assert.deepEqual(named.filter((name) => !participants.has(name)), [], line);
  }
}

/** Every line is an edge between two nodes, each of which has a label somewhere. */
function checkFlowchart(lines: readonly string[]): void {
  const labelled = new Set<string>();
  const named = new Set<string>();
  for (const line of lines) {
    const nodes = /^\s*(\w+)(\[.+?\])?\s+--(?:\s+.+\s+--)?>\s+(\w+)(\[.+\])?$/.exec(line);
    assert.ok(nodes, line);
    const [, from = "", fromLabel, to = "", toLabel] = nodes;
    for (const [name, label] of [[from, fromLabel], [to, toLabel]] as const) {
      named.add(name);
      if (label !== undefined) labelled.add(name);
    }
  }
  assert.deepEqual([...named].filter((name) => !labelled.has(name)), []);
}
