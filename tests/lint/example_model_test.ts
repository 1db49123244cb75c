// README.md and the templates name one model, which is current where the project is: a newcomer copies it.
import assert from "node:assert/strict";
import { EXAMPLE_MODEL } from "../../src/core/model/example_model.ts";
import { openai } from "../../src/providers/openai/provider.ts";
import { projectRoot } from "../support/project.ts";

const read = (path: string) => Deno.readTextFile(new URL(path, projectRoot));

async function* templateFiles(folder = "templates"): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${folder}/`, projectRoot))) {
    if (isDirectory) yield* templateFiles(`${folder}/${name}`);
    else yield `${folder}/${name}`;
  }
}

Deno.test("README.md, the templates and the examples of variables name one model of OpenAI", async () => {
  const files = ["README.md", ".env.example", ".dev.vars.example", ...await Array.fromAsync(templateFiles())];
  const named = await Promise.all(
    files.map(async (file) =>
      [...(await read(file)).matchAll(/openai\/[a-z]+-[\w.-]*\w/g)].map(([model]) => ({ file, model }))
    ),
  );
  const others = named.flat().filter(({ model }) => model !== EXAMPLE_MODEL);
  assert.deepEqual(others, []);
  assert.ok(named.flat().length >= 8);
});

Deno.test("the model of the examples has a price, so a budget in dollars lets it run", async () => {
  const find = await openai.prices?.();
  assert.notEqual(find?.(EXAMPLE_MODEL.replace("openai/", "")), undefined);
});
