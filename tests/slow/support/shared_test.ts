import assert from "node:assert/strict";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { readJunit } from "../../support/runner/junit.ts";

const shared = new URL("tests/support/shared.ts", projectRoot).href;
const FILE = `
import { needsShared } from ${JSON.stringify(shared)};
needsShared("a proof", "no/such/folder", () => {});
`;

Deno.test("shared: what ../shared lacks is a skipped test with its reason, and a failure with REQUIRE_SHARED=1", async () => {
  assert.deepEqual(await countsOf({ REQUIRE_SHARED: "" }), {
    passed: 0,
    failed: [],
    skipped: ["a proof [skipped: ../shared/no/such/folder not found]"],
  });
  assert.deepEqual(await countsOf({ REQUIRE_SHARED: "1" }), { passed: 0, failed: ["a proof"], skipped: [] });
});

Deno.test("shared: the validator of ../shared/conformance is absent, and a failure with REQUIRE_SHARED=1", async () => {
  const folder = await Deno.makeTempDir({ prefix: "shared-" });
  try {
    // Two folders above the copy is no `shared` folder.
    await Deno.mkdir(`${folder}/project/tests/support`, { recursive: true });
    for (const name of ["requires.ts", "shared.ts", "project.ts", "conformance.ts"]) {
      await Deno.copyFile(
        new URL(`tests/support/${name}`, projectRoot),
        `${folder}/project/tests/support/${name}`,
      );
    }
    const program = `${folder}/project/tests/program.ts`;
    await Deno.writeTextFile(
      program,
      `import { validator } from "./support/conformance.ts"; console.log(await validator() === undefined);`,
    );
    const run = (required: string) =>
      new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", program],
        env: { REQUIRE_SHARED: required, NO_COLOR: "1" },
      }).output();
    const optional = await run("");
    assert.deepEqual([optional.code, new TextDecoder().decode(optional.stdout)], [0, "true\n"]);
    const required = await run("1");
    assert.equal(required.code, 1);
    assert.match(new TextDecoder().decode(required.stderr), /requires \.\.\/shared\/conformance/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

async function countsOf(env: Record<string, string>) {
  const folder = await Deno.makeTempDir({ prefix: "shared-" });
  try {
    await Deno.writeTextFile(`${folder}/one_test.ts`, FILE);
    await new Deno.Command(Deno.execPath(), {
      args: ["test", "-A", "--no-check", "--no-config", `--junit-path=${folder}/junit.xml`, folder],
      cwd: fromFileUrl(projectRoot),
      env,
      stdout: "null",
      stderr: "null",
    }).output();
    return readJunit(await Deno.readTextFile(`${folder}/junit.xml`));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
