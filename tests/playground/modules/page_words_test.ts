/// <reference lib="deno.unstable" />
/** No word of the engine stands in a text of the page's modules; tests/slow/playground/places/_words.ts looks at the drawn page. */
import assert from "node:assert/strict";
import { fromFileUrl, projectRoot, walkFiles } from "../../support/project.ts";
import { engineWordsIn } from "./_engine_words.ts";

const FOLDER = "src/playground/browser";

/** Attributes and properties that people read or hear. */
const SHOWN = new Set([
  "title",
  "label",
  "aria-label",
  "alt",
  "placeholder",
  "about",
  "detail",
  "question",
  "confirm",
]);

/** A text for people has a capital letter and a small one, or two words; the name of a class has no capital. */
const SENTENCE = /^[A-Z][a-z]|[A-Za-z] [A-Z]?[a-z]|^ [a-z]/;

/** Texts that are no texts of the page: requests and modules to paste, types, names of events in the raw list. */
const OTHER = /^[\w.:]+$|^(import|curl|export) |[{}$]|^\/|^#/;

/** The texts in a module that people see or hear. */
function textsIn(file: string, source: string): string[] {
  const texts: string[] = [];
  const plugin: Deno.lint.Plugin = {
    name: "page-words",
    rules: {
      texts: {
        create: () => ({
          JSXText: ({ value }) => void texts.push(value),
          JSXAttribute(node) {
            if (node.name.type !== "JSXIdentifier" || node.value?.type !== "Literal") return;
            if (
              (SHOWN.has(node.name.name) || node.name.name === "name") && typeof node.value.value === "string"
            ) texts.push(node.value.value);
          },
          Property(node) {
            const { key, value } = node;
            if (value.type !== "Literal" || typeof value.value !== "string" || key.type !== "Identifier") {
              return;
            }
            if (SHOWN.has(key.name)) texts.push(value.value);
          },
          Literal(node) {
            if (typeof node.value !== "string" || node.parent.type === "JSXAttribute") return;
            if (SENTENCE.test(node.value) && !OTHER.test(node.value)) texts.push(node.value);
          },
          TemplateElement({ cooked }) {
            if (SENTENCE.test(cooked) && !OTHER.test(cooked)) texts.push(cooked);
          },
        }),
      },
    },
  };
  Deno.lint.runPlugin(plugin, file, source);
  return texts;
}

Deno.test("E15: no text in the modules of the page has a word of the engine", async () => {
  const found: string[] = [];
  let count = 0;
  for await (const path of walkFiles(FOLDER)) {
    if (!/\.tsx?$/.test(path) || path.endsWith("places/samples.ts")) continue;
    const texts = textsIn(path, await Deno.readTextFile(fromFileUrl(new URL(path, projectRoot))));
    count += texts.length;
    found.push(...texts.flatMap(engineWordsIn).map((each) => `${path}: ${each}`));
  }
  const page = await Deno.readTextFile(fromFileUrl(new URL(`${FOLDER}/page.html`, projectRoot)));
  found.push(
    ...(page.match(/(?<=[>"])[^<>"]+(?=[<"])/g) ?? []).filter((text) => SENTENCE.test(text)).flatMap(
      engineWordsIn,
    ),
  );
  assert.deepEqual(found, []);
  assert.ok(count > 700, `${count} texts`);
});

Deno.test("E15: a word of the engine is found in each kind of text", () => {
  const sources = [
    "const a = <p>The step is committed.</p>;",
    'const a = <p title="held">x</p>;',
    'const a = { title: "native" };',
    'const a = "Stored by the tenant";',
    "const a = `${b} inputs wait for a step`;",
  ];
  for (const source of sources) {
    assert.equal(textsIn("a.tsx", source).flatMap(engineWordsIn).length, 1, source);
  }
  assert.deepEqual(textsIn("a.tsx", 'const a = <p class="held">{f("act", kind === "plan")}</p>;'), []);
});
