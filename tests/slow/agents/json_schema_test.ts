// A8: editors know the keys of an agent in YAML by a JSON Schema, which is made from the schema that reads the file.
import assert from "node:assert/strict";
import { Validator } from "@cfworker/json-schema";
import { parse } from "yaml";
import { agentSchemaFiles } from "../../../src/tasks/agent_schema.ts";
import { agentJsonSchema, agentKeys, listKeys } from "../../../src/tasks/agent_schema/json_schema.ts";
import { agentsPage } from "../../../src/tasks/agent_schema/tables.ts";
import { projectRoot } from "../../support/project.ts";

const read = (path: string) => Deno.readTextFileSync(new URL(path, projectRoot));
const validator = new Validator(agentJsonSchema(), "7", false);
const problemsOf = (yaml: string) =>
  validator.validate(parse(yaml)).errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);

Deno.test("the JSON Schema of agents and the tables of their page are current", async () => {
  for (const [path, text] of Object.entries(await agentSchemaFiles())) {
    assert.equal(read(path), text, `${path}: deno task agent-schema`);
  }
});

Deno.test("the JSON Schema takes the agent of this repository, and names a key that is misspelt", () => {
  const yaml = read("functions/agents/travel.yaml");
  assert.deepEqual(problemsOf(yaml), []);
  assert.match(
    problemsOf(yaml.replace("steps_per_run", "steps_a_run")).join(),
    /#\/spec\/limits.*steps_a_run/,
  );
  assert.match(
    problemsOf(yaml.replace("steps_per_run: 10", "steps_per_run: many")).join(),
    /steps_per_run.*integer/,
  );
  assert.match(problemsOf("metadata: {name: a}\nspec: {}").join(), /planner/);
});

Deno.test("every key has a description in plain words; the first line of the agent names the schema", () => {
  const keys = listKeys(agentJsonSchema());
  assert.ok(keys.length > 150);
  const bare = keys.filter(({ schema }) => schema.description === undefined).map(({ path }) => path);
  assert.ok(bare.every((path) => path.includes(".capabilities.")), bare.join());
  assert.ok(keys.every(({ schema }) => !/`|\]\(/.test(String(schema.description ?? ""))));
  const [, schema = ""] =
    /^# yaml-language-server: \$schema=(\S+)\n/.exec(read("functions/agents/travel.yaml")) ?? [];
  assert.equal(read(`functions/agents/${schema}`), read("src/agents/yaml/agent.schema.json"));
});

Deno.test("a key that stands in no table of the page is refused", async () => {
  const page = read("docs/agents.md").replace("<!-- keys: ., written", "<!-- keys: spec.plan, written");
  await assert.rejects(agentsPage(page, agentKeys(), read), /The key apiVersion is in no table/);
});
