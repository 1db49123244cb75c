import assert from "node:assert/strict";
import { join } from "node:path";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { compileAgents } from "../../src/cli/compile_agents.ts";
import { createProgram } from "../../src/cli/main.ts";
import { report } from "../../src/cli/output.ts";
import { agents } from "../../functions/agents/mod.ts";
import type { Tool } from "../../src/core/tool.ts";
import { writeIndexText } from "../../src/plugins/selection/lexical/index_format.ts";
import { buildIndex } from "../../src/plugins/selection/lexical/tool_index.ts";
import { ownCatalogue } from "../../src/plugins/selection/own_catalogue.ts";
import { lexical } from "../../src/plugins/selection/selectors/lexical.ts";
import { toolSelection } from "../../src/plugins/selection/tool_selection.ts";
import { createToolContext } from "../../src/testing/tool_context.ts";
import { NO_IO } from "../plugins/selection/lexical/sets.ts";
import { fromFileUrl, projectRoot } from "../support/project.ts";

const travel = "metadata: {name: travel}\nspec:\n  planner:\n    type: tool_calling\n";

Deno.test("D1: functions/agents/_compiled.ts is current", async () => {
  const { code, error } = await run([fromFileUrl(new URL("functions/agents", projectRoot)), "--check"]);
  assert.equal(code, 0, error);
});

Deno.test("D1: the served agents, from TypeScript and from YAML, have distinct names and tools that work", async () => {
  assert.deepEqual(agents.map(({ name }) => name), ["demo", "travel"]);
  const getWeather = agents[0]?.tools.find(({ name }) => name === "get_weather");
  const context = createToolContext();
  assert.deepEqual(await getWeather?.run({ city: "Paris" }, context), {
    city: "Paris",
    tempC: 18,
    sky: "clear",
  });
  await assert.rejects(
    async () => await getWeather?.run({ city: "Atlantis" }, context),
    /no weather station in Atlantis/,
  );
  const convert = agents[1]?.tools.find(({ name }) => name === "convert_units");
  assert.deepEqual(await convert?.run({ value: 18, from: "C", to: "F" }, context), {
    value: 64.4,
    unit: "F",
  });
  const remove = agents[0]?.tools.find(({ name }) => name === "delete_record");
  assert.equal(remove?.needsApproval, true);
  assert.deepEqual(await remove?.run({ id: "r1" }, context), { deleted: "r1" });
});

Deno.test("D1: compiling writes the module, says so when it is current, and --check tells when it is stale", async () => {
  await inFolder({ "travel.yaml": travel }, async (folder) => {
    const stale = await run([folder, "--check"]);
    assert.equal(stale.code, 1);
    assert.match(stale.error, /_compiled\.ts is stale\. Fix: treadle agents/);

    assert.match((await run([folder])).output, /holds travel/);
    assert.match((await run([folder, "--check"])).output, /is current/);

    const module = await Deno.readTextFile(join(folder, "_compiled.ts"));
    assert.match(module, /"name": "travel"/);
    assert.doesNotMatch(module, /planner|from "yaml"/);
  });
});

Deno.test("D1: a wrong file is told by its path and writes nothing", async () => {
  await inFolder({ "travel.yaml": travel.replace("type:", "tipe:"), "b.yml": "a: [" }, async (folder) => {
    const { code, error } = await run([folder]);
    assert.equal(code, 1);
    assert.match(error, /b\.yml:1:\d/);
    assert.match(
      error,
      /travel\.yaml:4:5 spec\.planner\.tipe: unknown key\. Fix: remove it\. Did you mean "type"\?/,
    );
    await assert.rejects(Deno.stat(join(folder, "_compiled.ts")));
  });
});

Deno.test("D1: two files cannot hold agents of one name", async () => {
  await inFolder({ "a.yaml": travel, "b.yaml": travel }, async (folder) => {
    assert.match(
      (await run([folder])).error,
      /b\.yaml:1:18 metadata\.name: "travel" is the name of another agent/,
    );
  });
});

Deno.test("D1: a model's name with spaces is told with its line, its path and the fix", async () => {
  const text = `${travel}resources:
  inference_gateways:
    - name: g
      type: openai
      config: {model: gpt 5 x}
`;
  await inFolder({ "travel.yaml": text }, async (folder) => {
    assert.match(
      (await run([folder])).error,
      /travel\.yaml:9:23 resources\.inference_gateways\[0\]\.config\.model: "gpt 5 x" holds a space\. Fix: write/,
    );
  });
});

Deno.test("D1: what only shows when the agent is put together is told at its place in the file", async () => {
  const broken =
    `export const t = { name: "t", description: "", parameters: { type: "object" }, wantsThread: false, run: () => null };\n`;
  const text = `${travel}    config:\n      tool_descriptions:\n        - name: t\n`;
  await inFolder({ "travel.yaml": text, "tools.ts": broken }, async (folder) => {
    assert.match(
      (await run([folder])).error,
      /travel\.yaml:7:11 spec\.planner\.config\.tool_descriptions\[0\]\.needs_approval: is missing\. Fix: write true, false or a rule/,
    );
  });
});

const TOOLS = ["look", "refund", "ship"].map((name) =>
  `export const ${name} = { name: "${name}", description: "Does ${name}.", parameters: { type: "object" }, effect: "pure", ` +
  `timeoutMs: 1000, maxOutputBytes: 1000, needsApproval: false, wantsThread: false, run: () => "done" };\n`
).join("");

const SELECTING = `${travel}    config: { tool_choice: ship, tool_descriptions: [{ name: look }] }
  selection: { catalogue: shop, tools: [ship, refund], offer: 3, find: 2, reselect: run, mode: shadow, log: 0.5 }
`;

Deno.test("D1, S1: the selection of an agent file is that of toolSelection, with the tools of tools.ts that it names", async () => {
  await inFolder({ "travel.yaml": SELECTING, "tools.ts": TOOLS }, async (folder) => {
    const { code, error } = await run([folder]);
    assert.equal(code, 0, error);
    const module = await Deno.readTextFile(join(folder, "_compiled.ts"));
    const url = (path: string) => JSON.stringify(import.meta.resolve(path));
    const runnable = module
      .replace('"@treadle/treadle/selection"', url("../../src/plugins/selection/tool_selection.ts"))
      .replace('"@treadle/treadle"', url("../../src/agents/agent_source.ts"));
    await Deno.writeTextFile(join(folder, "runnable.ts"), runnable);
    const { compiledAgents } = await import(`file://${join(folder, "runnable.ts")}`);
    const tools = Object.values<Tool>(await import(`file://${join(folder, "tools.ts")}`));
    const [agent] = compiledAgents(tools);
    const expected = defineAgent({
      name: "travel",
      driver: "tool_calling",
      tools: tools.filter(({ name }) => name === "look"),
      toolChoice: "ship",
      selection: toolSelection({
        catalogue: "shop",
        tools: tools.filter(({ name }) => name !== "look"),
        offer: 3,
        find: 2,
        reselect: "run",
        mode: "shadow",
        log: 0.5,
      }),
    });
    assert.deepEqual(agent.threadTools.settings, expected.threadTools?.settings);
    assert.deepEqual(agent.tools.map(({ name }: Tool) => name), ["look"]);
    assert.deepEqual(agent.toolChoice, expected.toolChoice);
  });
});

Deno.test("D1, S4: the module has the index of a catalogue of many tools, which selects as one that is built", async () => {
  const names = Array.from({ length: 300 }, (_, place) => `pay_${place}_back`);
  const toolsOf = (described: string) =>
    names.map((name, place) =>
      `export const t${299 - place} = { name: "${name}", description: "${described} ${place}.", ` +
      `parameters: { type: "object" }, effect: "pure", timeoutMs: 1000, maxOutputBytes: 1000, ` +
      `needsApproval: false, wantsThread: false, run: () => "done" };\n`
    ).join("");
  const few = names.slice(0, 299);
  const yaml = (tools: readonly string[]) => `${travel}  selection: { tools: [${tools.join()}] }\n`;
  const files = {
    "travel.yaml": yaml(names),
    "b.yaml": yaml(few).replace("travel", "few"),
    "tools.ts": toolsOf("Pays"),
  };
  await inFolder(files, async (folder) => {
    const { code, error } = await run([folder]);
    assert.equal(code, 0, error);
    const module = await Deno.readTextFile(join(folder, "_compiled.ts"));
    const url = (path: string) => JSON.stringify(import.meta.resolve(path));
    const runnable = module
      .replace('"@treadle/treadle/selection"', url("../../src/plugins/selection/mod.ts"))
      .replace('"@treadle/treadle"', url("../../src/agents/agent_source.ts"));
    await Deno.writeTextFile(join(folder, "runnable.ts"), runnable);
    await Deno.writeTextFile(join(folder, "changed.ts"), toolsOf("Returns"));
    const { compiledAgents } = await import(`file://${join(folder, "runnable.ts")}`);
    const rank = async (file: string, agent: string) => {
      const tools = Object.values<Tool>(await import(`file://${join(folder, file)}`));
      const { threadTools } = compiledAgents(tools).find(({ name }: { name: string }) => name === agent);
      const request = { ref: { tenant: "acme", thread: "t1" }, named: [] };
      const { tools: ranked, warnings = [] } = await threadTools.rank({ text: "pays 7", most: 9 }, request, {
        outbound: { fetch },
        env: {},
      });
      return { ranked, codes: warnings.map(({ code }: { code: string }) => code) };
    };
    const tools = Object.values<Tool>(await import(`file://${join(folder, "tools.ts")}`));
    assert.notEqual(tools[0]?.name, names[0], "a module has its exports in their own order");
    const { documents } = ownCatalogue(
      names.flatMap((name) => tools.find((tool) => tool.name === name) ?? []),
    );
    assert.ok(module.includes(writeIndexText(buildIndex(documents))));
    assert.equal(module.split(btoa("TRDI").slice(0, 5)).length, 2, "one index");
    const { tools: expected } = await lexical().select({ text: "pays 7", most: 9 }, documents, NO_IO);
    assert.equal(expected.length, 9);
    assert.deepEqual(await rank("tools.ts", "travel"), { ranked: expected, codes: [] });
    assert.deepEqual((await rank("changed.ts", "travel")).codes, ["index_outdated"]);
    assert.deepEqual((await rank("changed.ts", "few")).codes, [], "it has no index in the module");
    assert.match((await run([folder, "--check"])).output, /is current/);
    const options = { check: true, drivers: ["tool_calling"], providers: [] };
    const doctor = await compileAgents(folder, options);
    assert.equal(doctor.type === "module" && doctor.state, "current", "without the means to build it");
    await Deno.writeTextFile(join(folder, "tools.ts"), toolsOf("Refunds"));
    assert.match((await run([folder, "--check"])).error, /is stale/);
  });
});

Deno.test("D1, S1: what is wrong with a selection is told at its place, and the largest values are taken", async () => {
  const given = SELECTING.slice(SELECTING.indexOf("{ catalogue"), -1);
  const cases: readonly (readonly [string, RegExp])[] = [
    ["{}", /travel\.yaml:6:\d+ spec\.selection: has neither a catalogue nor tools\./],
    ["{ tools: [look, ship] }", /spec\.selection\.tools\[0\]: "look" is in tool_descriptions too\./],
    ["{ tools: [ship, ship] }", /spec\.selection\.tools\[1\]: "ship" stands twice\./],
    ["{ tools: [ship, refnd] }", /There is no tool "refnd"\. Fix: export it .*Did you mean "refund"\?/],
    ["{ catalogue: shop, offer: 65 }", /spec\.selection\.offer/],
    ["{ catalogue: shop, find: 13 }", /spec\.selection\.find/],
    ["{ catalogue: shop, find: 0 }", /spec\.selection\.find/],
    ["{ catalogue: shop, log: 1.1 }", /spec\.selection\.log/],
    ["{ catalogue: shop, reselect: always }", /spec\.selection\.reselect/],
    ["{ catalogue: shop, ofer: 3 }", /Did you mean "offer"\?/],
  ];
  for (const [selection, problem] of cases) {
    const text = SELECTING.replace(given, selection);
    await inFolder({ "travel.yaml": text, "tools.ts": TOOLS }, async (folder) => {
      const { code, error } = await run([folder]);
      assert.deepEqual([code, problem.test(error)], [1, true], `${selection}\n${error}`);
    });
  }
  for (
    const selection of [
      "{ catalogue: shop, offer: 64, find: 12, log: 0 }",
      "{ tools: [ship], offer: 0, find: 1 }",
    ]
  ) {
    const text = SELECTING.replace(given, selection);
    await inFolder({ "travel.yaml": text, "tools.ts": TOOLS }, async (folder) => {
      const { code, error } = await run([folder]);
      assert.equal(code, 0, error);
    });
  }
});

Deno.test("D1: a value that contains itself is told with its line", async () => {
  await inFolder({ "travel.yaml": `${travel}  plan: &p {x: *p}\n` }, async (folder) => {
    const { code, error } = await run([folder]);
    assert.equal(code, 1);
    assert.match(
      error,
      /travel\.yaml:5:16 The alias \*p stands inside its own anchor &p.* Fix: write the value out/,
    );
  });
});

Deno.test("D1: a missing folder, a missing tools.ts and one that throws are problems and not crashes", async () => {
  assert.match((await run(["/no/such/folder"])).error, /tools\.ts:1:1 There is no such folder\. Fix: /);
  await inFolder({ "travel.yaml": travel }, async (folder) => {
    await Deno.remove(join(folder, "tools.ts"));
    const { code, error } = await run([folder]);
    assert.equal(code, 1);
    assert.match(error, /tools\.ts:1:1 There is no such file\. Fix: create it/);
  });
  await inFolder({ "tools.ts": 'throw new Error("no database");\n' }, async (folder) => {
    assert.match((await run([folder])).error, /tools\.ts:1:1 It cannot be loaded: no database\. Fix: /);
  });
});

/** Runs `treadle agents` and keeps what it prints. */
async function run(args: readonly string[]): Promise<{ code: number; output: string; error: string }> {
  const { log, error } = console;
  const printed = { output: "", error: "" };
  console.log = (line: string) => printed.output += `${line}\n`;
  console.error = (line: string) => printed.error += `${line}\n`;
  try {
    await createProgram().parseAsync(["agents", ...args], { from: "user" });
    return { code: 0, ...printed };
  } catch (thrown) {
    report(thrown, args.includes("--json"));
    return { code: 1, ...printed };
  } finally {
    Object.assign(console, { log, error });
  }
}

async function inFolder(
  files: Record<string, string>,
  body: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(join(folder, "tools.ts"), "export {};\n");
    for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(folder, name), text);
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
