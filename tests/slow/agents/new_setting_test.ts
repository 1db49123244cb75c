// A setting of an agent is a row of the parts and a member of the type: this test adds one to a copy of the project, and everything that
// reads a definition knows it.
import assert from "node:assert/strict";
import { copyManifest } from "../support/manifests.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { typeErrors } from "../support/types/type_check.ts";

const EDITS: Readonly<Record<string, readonly (readonly [before: string, added: string])[]>> = {
  "src/agents/parts.ts": [
    ["export const PARTS = {\n", "  calm: calmness,\n"],
    [
      '    plan: "A strategic plan that the model reads and follows",\n',
      '    calm: "Fewer [words](agents.md)",\n',
    ],
    [
      'import { selectionFindings, sourceListFindings } from "./sources/check.ts";\n',
      `
const calmness = z.strictObject({ afterSteps: positive, inEveryStep: z.optional(z.boolean()) });
/* @__PURE__ */ describeFields(calmness, { afterSteps: "From so many steps on", inEveryStep: "Not in the first alone" });
`,
    ],
  ],
  "src/core/agent.ts": [[
    "export interface AgentPrompt {\n",
    "  /** Fewer words. */\n  readonly calm?: { readonly afterSteps: number; readonly inEveryStep?: boolean };\n",
  ]],
};

const PROGRAM = `
import { agent } from "./src/agents/builder.ts";
import { type AgentDefinition, defineAgent } from "./src/agents/define_agent.ts";
import { locateInYaml } from "./src/agents/yaml/locate.ts";
import { parseAgentYaml } from "./src/agents/yaml/spec.ts";
import { agentKeys, agentJsonSchema, listKeys } from "./src/tasks/agent_schema/json_schema.ts";
import { agentsPage } from "./src/tasks/agent_schema/tables.ts";
import { getDefinition } from "./src/kernel/log/definition.ts";

const read = (path: string) => Deno.readTextFileSync(path);
const calm = { afterSteps: 2, inEveryStep: true };
const definition: AgentDefinition = { name: "a", calm };
const refusal = (wrong: object) => {
  try {
    return defineAgent({ name: "a", ...wrong }).hash;
  } catch (error) {
    return String(error).split("\\n").slice(1).join().trim();
  }
};
const file = (calm: string) => "metadata: {name: a}\\nspec:\\n  planner: {type: react}\\n  calm:\\n    " + calm + "\\n";
const yaml = (calm: string) => parseAgentYaml(file(calm), { file: "a.yaml" });
const good = yaml("{after_steps: 2, in_every_step: true}");
const bad = yaml("after_steps: 0");
const keys = agentKeys().filter(({ path }) => path.startsWith("spec.calm"));
const inEditors = listKeys(agentJsonSchema()).find(({ path }) => path === "spec.calm");
const page = await agentsPage(read("docs/agents.md"), agentKeys(), read);
console.log(JSON.stringify({
  agent: defineAgent(definition).calm,
  isHashed: defineAgent(definition).hash !== defineAgent({ name: "a" }).hash,
  built: JSON.stringify(agent("a").calm(calm).build()) === JSON.stringify(defineAgent(definition)),
  refusals: [refusal({ calm: { afterSteps: 0 } }), refusal({ calm: { afterStep: 1 } }), refusal({ clam: {} })],
  source: good.type === "source" ? good.source.calm : good.problems,
  problems: bad.type === "problems" ? bad.problems.map(({ line, path, message }) => [line, path, message]) : [],
  place: locateInYaml(file("after_steps: 1"), "/calm/afterSteps").path,
  keys: keys.map(({ path, schema: { type, description }, required }) => [path, type, description, required]),
  inEditors: inEditors?.schema.description,
  rows: page.split("\\n").filter((line) => /\`calm|\`calm\\./.test(line)).map((line) => line.replace(/ +/g, " ")),
  recorded: JSON.parse((await getDefinition(defineAgent(definition))).text).calm,
}));
`;

Deno.test("D2: a new setting of an agent is edits of two files: check, hash, builder, file, editors, docs and record have it", async () => {
  const folder = await Deno.makeTempDir({ prefix: "treadle-new-setting-" });
  try {
    await copyFolder(fromFileUrl(new URL("src", projectRoot)), `${folder}/src`);
    await copyManifest(folder);
    await Deno.symlink(fromFileUrl(new URL("node_modules", projectRoot)), `${folder}/node_modules`);
    await Deno.mkdir(`${folder}/docs`);
    await Deno.copyFile(new URL("docs/agents.md", projectRoot), `${folder}/docs/agents.md`);
    for (const [path, edits] of Object.entries(EDITS)) {
      let text = await Deno.readTextFile(`${folder}/${path}`);
      for (const [before, added] of edits) {
        assert.equal(text.split(before).length, 2, before);
        text = text.replace(before, (found) => found + added);
      }
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    await Deno.writeTextFile(`${folder}/program.ts`, PROGRAM);
    assert.equal(await typeErrors([`${folder}/program.ts`]), "");
    const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "program.ts"],
      cwd: folder,
      env: { NO_COLOR: "1" },
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    const { rows, ...seen } = JSON.parse(new TextDecoder().decode(stdout).trim());
    assert.deepEqual(seen, {
      agent: { afterSteps: 2, inEveryStep: true },
      isHashed: true,
      built: true,
      refusals: [
        "/calm/afterSteps 0 is too small; write a whole number from 1.",
        '/calm/afterSteps is missing; add a number.,  /calm/afterStep unknown key; remove it. Did you mean "afterSteps"?',
        '/clam is not a part of an agent; remove it. Did you mean "calm"?',
      ],
      source: { afterSteps: 2, inEveryStep: true },
      problems: [[5, "spec.calm.after_steps", "0 is too small."]],
      place: "spec.calm.after_steps",
      keys: [
        ["spec.calm", "object", "Fewer [words](agents.md)", false],
        ["spec.calm.after_steps", "integer", "From so many steps on", true],
        ["spec.calm.in_every_step", "boolean", "Not in the first alone", false],
      ],
      inEditors: "Fewer words",
      recorded: { afterSteps: 2, inEveryStep: true },
    });
    assert.equal(rows.length, 4, rows.join("\n"));
    assert.match(rows[0], /^\| `calm` \|.*\| Fewer words\. \|$/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyFolder(`${from}/${name}`, `${to}/${name}`);
    else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}
