// D2: what a release says of itself, where its packages say that they are from, and how a broken release goes on.

import assert from "node:assert/strict";
import { parse } from "yaml";
import config from "../../deno.json" with { type: "json" };
import { toRepository, toRepositoryFields } from "../../src/tasks/pack/repository.ts";
import { hasSection, nameRelease, writeNotes } from "../../src/tasks/release/changes.ts";
import { publishPackages } from "../../src/tasks/release/publish.ts";
import { projectRoot } from "../support/project.ts";

const REPOSITORY = "https://code.example/treadle/treadle";
const CHANGELOG =
  "# Changes\n\n## Unreleased\n\n### Added\n\n- [One](docs/one.md#a), [two](https://two.example).\n\n## 0.1.0, 2026-11-01\n\n- Old.\n";

Deno.test("D2: the notes of a release are its section, else what is unreleased, with links that lead to its tag", () => {
  const link = `${REPOSITORY}/blob/v0.2.0/docs/one.md#a`;
  assert.equal(
    writeNotes(CHANGELOG, "0.2.0", REPOSITORY),
    `### Added\n\n- [One](${link}), [two](https://two.example).\n`,
  );
  assert.match(writeNotes(CHANGELOG, "0.2.0", undefined), /\[One\]\(docs\/one\.md#a\)/);
  assert.equal(writeNotes(CHANGELOG, "0.1.0", REPOSITORY), "- Old.\n");
  const named = nameRelease(CHANGELOG, "0.2.0", "2026-12-01");
  assert.ok(hasSection(named, "0.2.0") && !hasSection(CHANGELOG, "0.2.0"));
  assert.equal(writeNotes(named, "0.2.0", REPOSITORY), writeNotes(CHANGELOG, "0.2.0", REPOSITORY));
  assert.match(named, /^# Changes\n\n## Unreleased\n\n## 0\.2\.0, 2026-12-01\n\n### Added\n/);
});

Deno.test("D2: a release without a change, and one that was named before, is refused", () => {
  const named = nameRelease(CHANGELOG, "0.2.0", "2026-12-01");
  assert.throws(() => writeNotes(named, "0.3.0", undefined), /nothing under Unreleased/);
  assert.throws(() => nameRelease(named, "0.3.0", "2026-12-02"), /nothing under Unreleased/);
  assert.throws(() => nameRelease(CHANGELOG, "0.1.0", "2026-12-02"), /has a section of 0\.1\.0 already/);
});

Deno.test("D2: CHANGELOG.md as it is has notes for the next release", async () => {
  const changelog = await Deno.readTextFile(new URL("CHANGELOG.md", projectRoot));
  assert.match(writeNotes(changelog, config.version, REPOSITORY), /^### \w+\n/);
});

Deno.test("D2: package.json names the repository and the folder of the package; a folder and a clone are no repository", () => {
  for (
    const remote of [
      `${REPOSITORY}.git`,
      "git@code.example:treadle/treadle.git",
      "ssh://git@code.example/treadle/treadle",
      "https://user:token@code.example/treadle/treadle.git\n",
    ]
  ) {
    assert.equal(toRepository(remote), REPOSITORY, remote);
  }
  for (const remote of ["", "/srv/treadle.git", "../treadle", "C:\\treadle", "file:///srv/treadle"]) {
    assert.equal(toRepository(remote), undefined, remote);
  }
  assert.deepEqual(toRepositoryFields(REPOSITORY, "src/example/"), {
    repository: { type: "git", url: `git+${REPOSITORY}.git`, directory: "src/example" },
    homepage: `${REPOSITORY}#readme`,
    bugs: `${REPOSITORY}/issues`,
  });
  assert.ok(!("directory" in (toRepositoryFields(REPOSITORY, "").repository ?? {})));
  assert.deepEqual(toRepositoryFields(undefined, "src/example/"), {});
});

Deno.test("D2: no manifest of a package or of a template names a package of JSR: npm has all that a release needs", async () => {
  const members = config.workspace.map((folder) => `${folder}/deno.json`);
  const templates = ["deno/deno.json", "cloudflare/package.json", "hono/package.json"]
    .map((file) => `templates/${file}`);
  const manifests = ["deno.json", "deno.lock", ...members, ...templates];
  for (const path of manifests) {
    assert.doesNotMatch(await Deno.readTextFile(new URL(path, projectRoot)), /\bjsr:/, path);
  }
});

Deno.test("D2: a release that broke off goes on with the packages that the registry lacks, in their order", async () => {
  const packages = ["a", "b", "c"].map((name) => ({ name, version: "0.2.0", tarball: `${name}.tgz` }));
  const registry = new Set<string>();
  const sent: string[] = [];
  let fails = "b.tgz";
  const npm = async (...[command = "", what = "", ...flags]: readonly string[]) => {
    if (command === "view") {
      if (!registry.has(what)) throw new Error("E404");
      return { stdout: "0.2.0\n" };
    }
    assert.deepEqual(flags, ["--provenance", "--access", "public"]);
    if (what === fails) throw new Error("E503");
    sent.push(what);
    registry.add(`${what.replace(".tgz", "")}@0.2.0`);
    return await Promise.resolve({ stdout: "" });
  };
  await assert.rejects(publishPackages(packages, npm), /E503/);
  fails = "";
  assert.deepEqual(await publishPackages(packages, npm), ["b", "c"]);
  assert.deepEqual(sent, ["a.tgz", "b.tgz", "c.tgz"]);
});

Deno.test("D2: a pushed tag publishes with an identity to sign, by a task that is there, and by the Deno of the README", async () => {
  const { on, permissions, jobs } = parse(
    await Deno.readTextFile(new URL(".github/workflows/release.yml", projectRoot)),
  );
  assert.deepEqual(on, { push: { tags: ["v*"] } });
  assert.equal(permissions["id-token"], "write");
  const lines: readonly string[] = jobs.publish.steps.flatMap(({ run }: { readonly run?: string }) =>
    run ?? []
  );
  assert.equal(lines[0], "npx -y deno@2.9.6 task release --publish");
  assert.ok("release" in config.tasks);
  assert.match(
    await Deno.readTextFile(new URL("README.md", projectRoot)),
    /^npx -y deno@2\.9\.6 task test$/m,
  );
  assert.match(lines[1] ?? "", /--notes-file dist\/npm\/notes\.md$/);
});
