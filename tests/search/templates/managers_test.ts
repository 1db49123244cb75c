/** The templates that have a package.json, made and used with the other package managers. npm is in the tests of each template. */
import assert from "node:assert/strict";
import { STARTER_NAMES } from "../../../src/cli/new/starters.ts";
import { assertAnswers, newProject } from "../../slow/templates/_project.ts";

interface Manager {
  readonly name: "pnpm" | "yarn" | "bun";
  readonly package: string;
  /** Its command that runs a package which is not installed. */
  readonly once: string;
}

const MANAGERS: readonly Manager[] = [
  { name: "pnpm", package: "pnpm@10.34.9", once: "dlx" },
  { name: "yarn", package: "@yarnpkg/cli-dist@4.18.1", once: "dlx" },
  { name: "bun", package: "bun@1.4.5", once: "x" },
];

/** One that runs wrangler, which needs 22.12 or later. */
const NODE = "node@22.23.3";

/** What npx sets for what it runs: who runs, and what it has installed. */
const WITHOUT = ["-u", "npm_config_user_agent", "-u", "npm_config_package"];

for (const { name, package: source, once } of MANAGERS) {
  Deno.test(`H4: template cloudflare: ${name} makes it from the registry, installs it, and its test passes and it answers`, async () => {
    // Without the marks of npx, as if it had been installed.
    const manager = ["-y", "-p", NODE, "-p", source, "env", ...WITHOUT, name];
    await using project = await newProject("cloudflare", ["npx", ...manager, once, "@treadle/cli"]);
    assert.match(
      project.printed,
      new RegExp(String.raw`cd my-agent\n {2}${name} install\n {2}${name} run dev\n`),
    );
    await project.run("npx", ...manager, "install");
    assert.match(await project.run("npx", ...manager, "run", "test"), /# pass 2\n# fail 0/);
    await project.run("npx", ...manager, "run", "check");
    await using server = await project.serve("npx", ...manager, "run", "dev", "--port", "{port}");
    await assertAnswers(server.url);
  });
}

for (const { name, package: source, once } of MANAGERS) {
  for (const starter of STARTER_NAMES) {
    Deno.test(`H4: starter ${starter}: ${name} makes it from the registry, installs it, and its tests pass`, async () => {
      const manager = ["-y", "-p", NODE, "-p", source, "env", ...WITHOUT, name];
      const options = ["--starter", starter];
      await using project = await newProject(
        "cloudflare",
        ["npx", ...manager, once, "@treadle/cli"],
        ...options,
      );
      await project.run("npx", ...manager, "install");
      assert.match(await project.run("npx", ...manager, "run", "test"), /# fail 0/);
      await project.run("npx", ...manager, "run", "check");
    });
  }
}
