/// <reference lib="deno.unstable" />
/** Every code block of the pages is run, type-checked or compared, and every link to the web has a known host. */
import assert from "node:assert/strict";
import { agents } from "../../../functions/agents/mod.ts";
import { policies } from "../../../functions/agents/policies.ts";
import { doors } from "../../../functions/doors.ts";
import { feedback } from "../../../src/plugins/feedback/mod.ts";
import { mcp } from "../../../src/plugins/mcp/server/mod.ts";
import { shares } from "../../../src/plugins/shares/mod.ts";
import { standard } from "../../../src/plugins/standard.ts";
import { serveTreadle } from "../../support/serve_treadle.ts";
import { agents as doorAgents } from "../functions/_door_agents.ts";
import { type Block, blocksOf, nameOfBlock } from "../../support/docs/blocks.ts";
import { commandProblem } from "../support/docs/commands.ts";
import { codeIn, outsideFences, webLinks } from "../../support/docs/markdown.ts";
import { readPages } from "../../support/docs/pages.ts";
import { runRequests } from "../support/docs/requests.ts";
import { commandsIn } from "../support/docs/shell.ts";
import { fromFileUrl, projectRoot, walkFiles } from "../../support/project.ts";
import { toolFetchRule } from "../../lint/tool_fetch_rule.ts";
import { typeErrors } from "../support/types/type_check.ts";
import { WALKED_PAGES } from "../support/docs/walked_pages.ts";
import { CHECKS } from "./_block_checks.ts";

const pages = await readPages();
const blocks = pages.flatMap(blocksOf);

/** Checked by tests of their own, below. */
const isTypeScript = ({ language }: Block) => ["ts", "tsx", "js"].includes(language);
const isResponse = ({ language, kind }: Block) => language === "json" && kind === "response";

/** Its page is walked through, so that its blocks are run beside each other. */
const isWalked = ({ page }: Block) => WALKED_PAGES.includes(page);

for (const block of blocks) {
  if (isTypeScript(block) || isResponse(block) || isWalked(block)) continue;
  Deno.test(`${nameOfBlock(block)}: the block is what its page says`, async () => {
    const checks = CHECKS[block.language] ?? {};
    const check = checks[block.kind] ?? checks["*"];
    assert.ok(
      check,
      `there is no check for such a block: name its kind behind the language, or add one to CHECKS`,
    );
    await check(block);
  });
}

Deno.test("the TypeScript that the pages show type-checks, each block in the folder of the file that it names", async () => {
  const shown = blocks.filter(isTypeScript);
  assert.ok(shown.length >= 3, "the pages show an agent, a tool choice and a store");
  const own = new URL(".docs_check/", projectRoot);
  try {
    const files = [];
    for (const [index, block] of shown.entries()) {
      const file = fileOf(block, index, own);
      await Deno.mkdir(new URL(".", file), { recursive: true });
      await Deno.writeTextFile(file, block.code);
      files.push(file);
    }
    assert.equal(await typeErrors(files.map(fromFileUrl)), "");
  } finally {
    await Promise.allSettled(shown.map((block, index) => Deno.remove(fileOf(block, index, own))));
    await Deno.remove(own, { recursive: true }).catch(() => {}); // where no block is of a user's project
  }
});

/**
 * Where a block is checked. A first line such as `// functions/agents/support.ts` names a folder of this project, where
 * relative imports hold. Any other block is of a user's project: those of one page are files of one folder, by the names
 * that they have, and import this package by its name.
 */
function fileOf({ page, language, code }: Block, index: number, own: URL): URL {
  const [, folder = "", name] = /^\/\/ ((?:[\w.-]+\/)*)([\w.-]+\.[jt]sx?)\b/.exec(code) ?? [];
  if (/^(?:src|functions|tests)\//.test(folder)) {
    return new URL(`${folder}_docs_${index}.${language}`, projectRoot);
  }
  const project = `${page.replace(/\W/g, "_")}/`;
  return new URL(`${project}${folder}${name ?? `_block_${index}.${language}`}`, own);
}

for (const { path, text } of pages) {
  Deno.test(`${path}: the commands within its sentences can be typed`, async () => {
    const lines = codeIn(outsideFences(text).join("\n")).filter((code) =>
      /^(?:npx|docker compose|sudo|treadle) ./.test(code)
    );
    for (const line of lines) {
      for (
        const command of commandsIn(
          line.replace(/^treadle /, "deno task treadle ").replaceAll(/<[\w:-]+>|\.\.\./g, ""),
        )
      ) {
        assert.equal(await commandProblem(command), undefined, line);
      }
    }
  });
}

const isRequest = ({ language, code }: Block) =>
  language === "sh" && commandsIn(code).some(({ words: [program] }) => program === "curl");

/** What builds and sends a request, and changes nothing of the machine. */
const REQUESTING = ["curl", "export", "jq", "openssl", "printf", "sed"];

const STARTED_BY_MACHINES = ["docs/webhooks.md", "docs/schedules.md"];

const VARIABLES = {
  TREADLE_OPEN: "1",
  TREADLE_STORE: "memory",
  GITHUB_WEBHOOK_SECRET: "a-secret-of-16-or-more-bytes",
  TREADLE_SEAL_SECRETS: "0123456789abcdef0123456789abcdef",
  TREADLE_TOKEN_SECRETS: "0123456789abcdef0123456789abcdef",
  TREADLE_APPROVAL_SECRET: "0123456789abcdef0123456789abcdef",
  TREADLE_ALLOW_PRIVATE_HOSTS: "localhost",
};

Deno.test("the requests that the pages show are answered, and as they show it", async () => {
  const shown = Map.groupBy(
    blocks.filter((block) => (isRequest(block) || isResponse(block)) && !isWalked(block)),
    ({ page }) => page,
  );
  const responses = [...shown].filter(([, own]) => own.some(isResponse)).map(([page]) => page);
  assert.deepEqual(responses.filter((page) => page.startsWith("docs/deploy-")).length, 3);
  for (const [page, own] of shown) {
    await using server = serveTreadle({
      // Pages that add webhooks or schedules to an agent show requests to that agent.
      agents: STARTED_BY_MACHINES.includes(page) ? doorAgents : agents,
      policies,
      plugins: [...standard(), ...doors, mcp(), shares(), feedback()],
      env: VARIABLES,
    });
    let answer: string | undefined;
    for (const block of own) {
      // Only these are run: what else a page shows may change the machine.
      const programs = isRequest(block)
        ? commandsIn(block.code).map(({ words: [program] }) => program ?? "")
        : [];
      const others = programs.filter((program) => !REQUESTING.includes(program));
      assert.deepEqual(others, [], `${nameOfBlock(block)}: write the requests as a block of their own`);
      if (isRequest(block)) answer = await runRequests(block.code, { url: server.url });
      else assertShown(JSON.parse(block.code), JSON.parse(answer ?? "null"), nameOfBlock(block));
    }
  }
});

/** Every field that is shown has this value in the answer. */
function assertShown(shown: unknown, actual: unknown, where: string): void {
  if (!isRecord(shown) || !isRecord(actual)) return assert.deepEqual(actual, shown, where);
  for (const [field, value] of Object.entries(shown)) assertShown(value, actual[field], `${where} ${field}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// Links -----------------------------------------------------------------------------------------------------------------

/** Where links and addresses of the pages may lead; CI does not reach them. */
const HOSTS: ReadonlySet<string> = new Set([
  "models.dev",
  "www.npmjs.com",
  // of the platforms and of Hono
  "console.deno.com",
  "console.upstash.com",
  "docs.deno.com",
  "upstash.com",
  "developers.cloudflare.com",
  "vercel.com",
  "hono.dev",
  "standardschema.dev",
  "github.com",
  "modelcontextprotocol.io",
  // of providers, by default
  "api.anthropic.com",
  "api.cerebras.ai",
  "api.cohere.com",
  "api.deepseek.com",
  "api.fireworks.ai",
  "api.groq.com",
  "api.mistral.ai",
  "api.openai.com",
  "api.together.ai",
  "api.x.ai",
  "openrouter.ai",
  "generativelanguage.googleapis.com",
  "gateway.ai.cloudflare.com",
  "api.cloudflare.com",
  "ollama.com",
  // of what wakers and their examples talk to
  "qstash.upstash.io",
  "api.github.com",
  "slack.com",
  // of channels
  "api.slack.com",
  "slack-gov.com",
  "api.telegram.org",
  "core.telegram.org",
  "t.me",
  "discord.com",
  // of this machine
  "127.0.0.1",
  "localhost",
]);

/** Names that no one can own, and examples of platforms. */
const isExample = (host: string) =>
  /(?:^|\.)(?:example|invalid|example\.com|example\.upstash\.io|example\.workers\.dev)$/.test(host) ||
  ["example.openai.azure.com", "treadle.my-org.deno.net"].includes(host);

Deno.test("every address of the web in the pages is well formed, by https, and of a known host", () => {
  const wrong = pages.flatMap(({ path, text }) =>
    webLinks(text).filter((link) => linkProblem(link) !== undefined).map((link) =>
      `${path}: ${link}: ${linkProblem(link)}`
    )
  );
  assert.deepEqual(wrong, []);
});

function linkProblem(link: string): string | undefined {
  const url = URL.parse(link.replace("<region>", "us-east-1"));
  if (url === null) return "not an address";
  const isLocal = url.hostname === "127.0.0.1" || url.hostname === "localhost";
  if (url.protocol !== "https:" && !isLocal) return "not by https";
  if (url.username !== "" || url.password !== "") return "with a password";
  if (HOSTS.has(url.hostname) || isExample(url.hostname)) return undefined;
  return /^bedrock-runtime\.[\w-]+\.amazonaws\.com$/.test(url.hostname)
    ? undefined
    : "a host that is not listed";
}

// The checks themselves -------------------------------------------------------------------------------------------------

Deno.test("blocksOf: fences in lists, longer fences, kinds, and one that is not closed", () => {
  const text = "# P\n\n1. x\n   ```sh\n   a\n     b\n   ```\n````json response\n```\n````\n```\n```\n";
  assert.deepEqual(
    blocksOf({ path: "p", text }).map(({ line, language, kind, code }) => [line, language, kind, code]),
    [[4, "sh", "", "a\n  b\n"], [8, "json", "response", "```\n"], [11, "", "", ""]],
  );
  assert.throws(() => blocksOf({ path: "p", text: "x\n```sh\na\n" }), /p:2: the block is not closed/);
});

Deno.test("commandsIn: pipes, quotes, substitutions, redirections, variables and comments", () => {
  const code = `# first
A=1 B='x y' run --flag "a b" \\
  -d '{"a": "#"}' | jq -r .a  # last
echo "T=$(openssl rand -hex 32)" >> .env 2>&1; cd x && export KEY=$(sed -n 's/^(x)//p' .env)
`;
  const found = commandsIn(code);
  assert.deepEqual(found.map(({ words }) => words), [
    ["openssl", "rand", "-hex", "32"],
    ["sed", "-n", "s/^(x)//p", ".env"],
    ["run", "--flag", "a b", "-d", '{"a": "#"}'],
    ["jq", "-r", ".a"],
    ["echo", "T=$(openssl rand -hex 32)"],
    ["cd", "x"],
    ["export", "KEY=$(sed -n 's/^(x)//p' .env)"],
  ]);
  assert.deepEqual(found[2]?.variables, ["A=1", "B=x y"]);
});

Deno.test("CHECKS: a block that is wrong by its kind fails, and one that is right does not", async () => {
  const check = async (language: string, kind: string, code: string) => {
    const checks = CHECKS[language] ?? {};
    await (checks[kind] ?? checks["*"])?.({ page: "p", line: 1, language, kind, code });
  };
  const steps = "POST /v1/threads/:id/steps";
  await check("json", steps, '{"input":"Go on.","until":"done"}');
  await check(
    "yaml",
    "policies",
    "policies:\n  - { name: calm, rules: [{ type: at_most, tool: search, times: 3 }] }\n",
  );
  const wrong: readonly (readonly [string, string, string])[] = [
    ["json", steps, '{"input":"Go on.","until":"nonsense"}'],
    ["json", steps, "{"],
    ["json", "POST /v1/nonsense", "{}"],
    ["json", "Nonsense", "{}"],
    ["json", "Thread", '{"id":1}'],
    ["json", "TREADLE_BUDGETS", '{"tenants":{"acme":{"tenant":{"dollars":1}}}}'],
    ["json", "decision", '{"thought":"x","type":"call"}'],
    ["jsonc", "wrangler.jsonc", '{"name":"treadle","main":"functions/cloudflare.ts"}'],
    ["toml", "wrangler.toml", "routs = [1]"],
    ["toml", "wrangler.toml", "routes = [{ patern = 'x', custom_domain = true }]"],
    ["yaml", "agent", "metadata: { name: a }\nspec: { planer: {} }\n"],
    ["yaml", "policies", "nonsense: true\n"],
    ["yaml", "docker-compose.yml", "name: x\nservices: { a: { image: redis } }\n"],
    ["ini", ".env", "TREDLE_MODEL=openai/gpt-5\n"],
    ["ini", "/etc/systemd/system/a.service", "[Service]\nExecStrat=/usr/local/bin/deno task dev\n"],
    ["ini", "/etc/systemd/system/a.service", "[Service]\nExecStart=/usr/local/bin/deno run -A nonsense.ts\n"],
    ["nginx", "", "server {\n  proxy_bufering off;\n}\n"],
    ["mermaid", "", "sequenceDiagram\n  A->>B: x\n"],
    ["mermaid", "", "flowchart LR\n  A[one] --> B\n"],
    ["text", "", "anything\n"],
    ["sh", "", "TREDLE_MODEL=x deno task dev\n"],
  ];
  for (const [language, kind, code] of wrong) {
    await assert.rejects(check(language, kind, code), `${language} ${kind} ${code}`);
  }
});

Deno.test("commandProblem: an unknown program, command, flag, version, task or file is found", async () => {
  const problem = async (line: string) => {
    const [command] = commandsIn(line);
    return command && await commandProblem(command);
  };
  const right = [
    "npx -y deno@2.9.6 run -A functions/deno.ts",
    "deno task openapi --check",
    "npx -y wrangler@4.164.0 secret put TREADLE_API_KEYS",
    "npx -y wrangler@4.164.0 deploy --secrets-file .env.production",
    "npx -y deno@2.9.6 run -A npm:@treadle/cli openapi --out openapi.json",
    "docker compose up --detach",
    "sudo -u treadle deno install --frozen",
  ];
  for (const line of right) assert.equal(await problem(line), undefined, line);
  const wrong: readonly (readonly [string, RegExp])[] = [
    ["wget http://127.0.0.1:8787", /not a command of the table/],
    ["npx -y deno@2.0.0 task dev", /npx runs deno@/],
    ["npx -y wrangler@latest deploy", /npx runs deno@/],
    ["npx -y wrangler@4.164.0 secrets put NAME", /no such command/],
    ["npx -y wrangler@4.164.0 deploy --secret-file x", /--secret-file is no flag/],
    ["deno task nonsense", /no such task/],
    ["deno run -A functions/nonsense.ts", /no such file/],
    ["deno run --allow-everything functions/deno.ts", /--allow-everything is no flag/],
    ["deno run -A npm:@treadle/cli nonsense", /no such command/],
    ["deno task treadle openapi --outfile x", /--outfile is no flag/],
    ["deno run -A npm:other openapi", /not the package of this project/],
    ["docker compose up --nonsense", /--nonsense is no flag/],
    ["deno deploy --entrypoint functions/deno.ts", /--entrypoint is no flag/],
  ];
  for (const [line, message] of wrong) assert.match(await problem(line) ?? "", message, line);
});

Deno.test("linkProblem: other hosts, http and passwords are found", () => {
  assert.equal(linkProblem("https://console.deno.com/x"), undefined);
  assert.equal(linkProblem("http://127.0.0.1:8787/"), undefined);
  const wrong = ["http://console.deno.com", "https://console.deno.co", "https://a:b@upstash.com", "https://"];
  for (const link of wrong) assert.notEqual(linkProblem(link), undefined, link);
});

Deno.test("tool-fetch: no tool of the pages, the examples, the templates and the demo sends a request with an effect by the fetch of the platform", async () => {
  const files: [name: string, source: string][] = [];
  for (const folder of ["docs/examples", "templates", "functions", "skills"]) {
    for await (const file of walkFiles(folder)) {
      if (!/\.[jt]sx?$/.test(file)) continue;
      files.push([file, await Deno.readTextFile(new URL(file, projectRoot))]);
    }
  }
  for (const { page, line, language, code } of blocks) {
    if (["ts", "tsx", "js"].includes(language)) files.push([`${page}:${line}.${language}`, code]);
  }
  const tools = files.filter(([, source]) => source.includes("defineTool("));
  assert.ok(tools.length > 20, `${tools.length} of ${files.length}`);
  const found = files.filter(([name, source]) => Deno.lint.runPlugin(toolFetchRule, name, source).length > 0);
  assert.deepEqual(found.map(([name]) => name), []);
});
