// S8: what is said of a module of a project that cannot be loaded. The errors are those of Node 22.23 and of Deno 2.9.

import assert from "node:assert/strict";
import { explainFailure } from "../../src/cli/project/load_failure.ts";

const FOLDER = "/project";

function thrown(message: string, code: string | undefined, stack: string): Error {
  return Object.assign(new Error(message), { code, stack });
}

const ERASED =
  "Node removes types alone: write it without parameter properties, enums and namespaces, which erasableSyntaxOnly of tsconfig.json finds, or run the command on Deno.";

for (const what of ["parameter property", "enum", "namespace declaration"]) {
  Deno.test(`S8: TypeScript that Node does not erase, a ${what}: the imported file with its line, and the fix`, () => {
    const message = `TypeScript ${what} is not supported in strip-only mode`;
    const stack = `file:///project/src/agents/shop%20report.ts:2
export class X {
  constructor(readonly name: string) {}
                       ^^^^^^^^^^^^
}

SyntaxError [ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX]: ${message}
    at parseTypeScript (node:internal/modules/typescript:63:40)`;
    assert.deepEqual(explainFailure(thrown(message, "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX", stack), FOLDER), {
      reason: `src/agents/shop report.ts:2: ${message}`,
      fix: ERASED,
    });
  });
}

Deno.test("S8: a package that is not installed: the file that imports it, and the command that installs it", () => {
  for (
    const [specifier, name] of [
      ["@modelcontextprotocol/client", "@modelcontextprotocol/client"],
      ["left-pad", "left-pad"],
    ] as const
  ) {
    const message = `Cannot find package '${specifier}' imported from /project/src/agents/desk.ts`;
    const stack = `Error [ERR_MODULE_NOT_FOUND]: ${message}
    at packageResolve (node:internal/modules/esm/resolve:772:81)`;
    assert.deepEqual(explainFailure(thrown(message, "ERR_MODULE_NOT_FOUND", stack), FOLDER), {
      reason: message,
      fix: `npm install ${name}`,
    });
  }
  const gone = "Cannot find module '/project/src/gone.ts' imported from /project/src/desk.ts";
  assert.equal(explainFailure(thrown(gone, "ERR_MODULE_NOT_FOUND", ""), FOLDER).fix, undefined);
});

Deno.test("S8: a module that throws: the first file of the project in its stack, not that of a package", () => {
  const stack = `Error: no database
    at open (file:///project/node_modules/pg/index.js:9:3)
    at file:///elsewhere/main.ts:4:1
    at file:///project/src/data.ts:7:7
    at file:///project/src/desk.ts:1:1`;
  assert.deepEqual(explainFailure(thrown("no database.", undefined, stack), FOLDER), {
    reason: "src/data.ts:7: no database",
    fix: undefined,
  });
});

Deno.test("S8: an error that names its file itself, and what is no error, is said as it is", () => {
  const message = 'Module not found "file:///project/gone.ts".\n    at file:///project/desk.ts:1:8';
  assert.equal(explainFailure(thrown(message, "ERR_MODULE_NOT_FOUND", message), FOLDER).reason, message);
  assert.deepEqual(explainFailure("nothing", FOLDER), { reason: "nothing", fix: undefined });
});
