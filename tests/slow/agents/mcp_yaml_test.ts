// MCP servers in an agent file.

import assert from "node:assert/strict";
import { join } from "node:path";
import { formatYamlProblem, parseAgentYaml } from "../../../src/agents/yaml/spec.ts";
import { compileAgents } from "../../../src/cli/compile_agents.ts";
import { bindAgent } from "../../../src/agents/agent_source.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { mcpServer } from "../../../src/plugins/mcp/client/mod.ts";

const OPTIONS = { drivers: ["tool_calling"], providers: ["openai"] };

function file(servers: string, config = "{}"): string {
  return `metadata: { name: desk }\nspec:\n  planner: { type: tool_calling, config: ${config} }\n  mcp:\n${servers}`;
}

const GITHUB = `    - name: github
      url: https://mcp.example.com/mcp
      token: GITHUB_TOKEN
      only: [list_issues]
      except: [drop]
      prefix: gh_
      approval: always
      effects: { list_issues: pure }
      timeout_ms: 5000
      max_tools: 10
      optional: true
    - name: linear
      url: https://linear.example.com/mcp
      oauth: { client_id: LINEAR_ID, scope: read }
`;

async function compiled(text: string) {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(join(folder, "tools.ts"), "export {};\n");
    await Deno.writeTextFile(join(folder, "desk.yaml"), text);
    const result = await compileAgents(folder, { ...OPTIONS, check: false });
    const module = await Deno.readTextFile(join(folder, "_compiled.ts")).catch(() => undefined);
    return { result, module };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("E10: the servers of an agent file are the sources of tools of the agent, as mcpServer makes them", async () => {
  const { result, module = "" } = await compiled(file(GITHUB, "{tool_choice: gh_list_issues}"));
  assert.equal(result.type, "module", JSON.stringify(result));
  assert.match(module, /import \{ mcpServer \} from "@treadle\/treadle\/mcp\/client";/);
  const url = (name: string) => JSON.stringify(import.meta.resolve(name));
  const runnable = module
    .replace('"@treadle/treadle/mcp/client"', url("../../../src/plugins/mcp/client/mod.ts"))
    .replace('"@treadle/treadle"', url("../../../src/mod.ts"));
  const path = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(path, runnable);
  try {
    const { compiledAgents } = await import(`file://${path}`);
    const [desk] = compiledAgents([]);
    const expected = defineAgent({
      name: "desk",
      toolChoice: "gh_list_issues",
      toolSources: [
        mcpServer({
          name: "github",
          url: "https://mcp.example.com/mcp",
          token: "GITHUB_TOKEN",
          only: ["list_issues"],
          except: ["drop"],
          prefix: "gh_",
          approval: "always",
          effects: { list_issues: "pure" },
          timeoutMs: 5000,
          maxTools: 10,
          optional: true,
        }),
        mcpServer({
          name: "linear",
          url: "https://linear.example.com/mcp",
          oauth: { clientId: "LINEAR_ID", scope: "read" },
        }),
      ],
    });
    assert.deepEqual(
      desk.toolSources.map(({ settings }: { settings: object }) => settings),
      expected.toolSources?.map(({ settings }) => settings),
    );
    assert.deepEqual(desk.toolChoice, expected.toolChoice);
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("E10: a module of agents without servers has nothing of MCP", async () => {
  const { module = "" } = await compiled(
    "metadata: { name: desk }\nspec: { planner: { type: tool_calling } }\n",
  );
  assert.doesNotMatch(module, /mcp/i);
  assert.match(module, /sources\.map\(\(source\) => bindAgent\(source, tools\)\)/);
});

Deno.test("E10: wrong servers of an agent file are refused where they stand, and nothing is written", async () => {
  const cases: readonly (readonly [string, RegExp, string?])[] = [
    ["    - { name: a b, url: https://x.example/mcp }\n", /spec\.mcp\[0\]\.name: must be a name/],
    ["    - { name: a, url: 'ftp://x' }\n", /spec\.mcp\[0\]\.url/],
    ["    - { name: a }\n", /spec\.mcp\[0\]/],
    [
      "    - { name: a, url: { env: 'no name' } }\n",
      /spec\.mcp\[0\]\.url: must be an https URL, or \{ env \}/,
    ],
    ["    - { name: a, url: { env: A_URL, port: 1 } }\n", /spec\.mcp\[0\]\.url/],
    ["    - { name: a, url: https://x.example/mcp, timeout_ms: 900000 }\n", /spec\.mcp\[0\]\.timeout_ms/],
    ["    - { name: a, url: https://x.example/mcp, tokn: X }\n", /Did you mean "token"/],
    [
      "    - { name: a, url: https://x.example/mcp, token: 'Bearer abc' }\n",
      /name of an environment variable/,
    ],
    [
      "    - { name: a, url: https://x.example/mcp }\n    - { name: a, url: https://y.example/mcp }\n",
      /spec\.mcp\[1\]\.name: "a" is the name of another/,
    ],
    [
      "    - { name: a, url: https://x.example/mcp }\n",
      /spec\.planner\.config\.tool_choice/,
      "{tool_choice: b.look}",
    ],
  ];
  for (const [servers, problem, config] of cases) {
    const { result, module } = await compiled(file(servers, config));
    assert.equal(module, undefined, servers);
    assert.equal(result.type, "problems", servers);
    const lines = result.type === "problems" ? result.problems.map(formatYamlProblem).join("\n") : "";
    assert.match(lines, problem, servers);
  }
});

Deno.test("E10: the url of a server in an agent file may be a variable, as mcpServer takes it", () => {
  const read = parseAgentYaml(file("    - { name: search, url: { env: SEARCH_URL } }\n"), {
    file: "desk.yaml",
  });
  assert.ok(read.type === "source", JSON.stringify(read));
  assert.deepEqual(read.servers, [{ name: "search", url: { env: "SEARCH_URL" } }]);
});

Deno.test("E10: a file that is only read keeps its servers beside the source", () => {
  const read = parseAgentYaml(file(GITHUB), { file: "desk.yaml" });
  assert.equal(read.type, "source");
  if (read.type !== "source") return;
  assert.deepEqual(read.servers?.map(({ name }) => name), ["github", "linear"]);
  assert.equal(bindAgent(read.source, []).toolSources, undefined);
});

Deno.test("E10: D2: servers without the client of MCP are refused with the command that installs it", () => {
  const result = parseAgentYaml(file(GITHUB), {
    ...OPTIONS,
    file: "desk.yaml",
    serverProblems: () => [{ pointer: "", detail: "needs the client", fix: "npm install the-client" }],
  });
  assert.ok(result.type === "problems");
  assert.deepEqual(result.problems.map(({ path, message, fix }) => [path, message, fix]), [
    ["spec.mcp[0]", "needs the client.", "npm install the-client"],
    ["spec.mcp[1]", "needs the client.", "npm install the-client"],
  ]);
});

Deno.test("E10: a problem of a server that names no fix is to be corrected", () => {
  const result = parseAgentYaml(file(GITHUB), {
    ...OPTIONS,
    file: "desk.yaml",
    serverProblems: ({ name }) =>
      name === "linear" ? [{ pointer: "/timeoutMs", detail: "is too long." }] : [],
  });
  assert.ok(result.type === "problems");
  assert.deepEqual(result.problems.map(({ path, message, fix }) => [path, message, fix]), [
    ["spec.mcp[1].timeout_ms", "is too long.", "correct it."],
  ]);
});
