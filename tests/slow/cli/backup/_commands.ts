// Rows O2, H3, E17: what the commands that name stores print, return and refuse: `threads move`, `backup`, `restore`.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { feedback } from "../../../../src/plugins/feedback/mod.ts";
import { createTestApp } from "../../../http/_app.ts";
import { runTreadle } from "../../../cli/_treadle.ts";
import { MOVE_SECRET, PLACES } from "../move/_stores.ts";
import { prepare, REF, step, TENANT } from "../move/_threads.ts";
import { openBackups } from "./_backups.ts";

/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

/** The tests of the commands. */
export function testCommands(): void {
  Deno.test("H3: the command moves a tenant, and says what has not moved and why", loose, async () => {
    await using here = await PLACES.sqlite();
    await using there = await PLACES.objects();
    for (const thread of ["t", "u"]) await step(here.place, { tenant: TENANT, thread }, ['"one"']);
    await step(there.place, { tenant: TENANT, thread: "u" }, ['"another"']);
    const words = ["threads", "move", "--from", here.name, "--to", there.name, "--tenant", TENANT];
    const { code, stdout, stderr } = await runTreadle({ env: there.env }, ...words);
    assert.deepEqual([code, stderr], [1, ""]);
    assert.equal(
      stdout,
      `1 thread moved, 0 before; 0 definitions, 0 due items, 0 days of usage.
u has not moved: the other store has another thread of this name.
`,
    );
    const mistyped = await runTreadle({ env: there.env }, ...words.slice(0, -1), "acne");
    assert.deepEqual([mistyped.code, mistyped.stdout], [
      0,
      "There is nothing of this tenant in the store.\n",
    ]);
    const unlocked = await runTreadle({ env: there.env }, ...words, "--unlock", "--json");
    assert.deepEqual([unlocked.code, JSON.parse(unlocked.stdout)], [0, { unlocked: [] }]); // it was never locked
  });

  Deno.test(
    "B2, O2: the ratings of answers are in a backup, and are erased with their tenant",
    loose,
    async () => {
      await using here = await PLACES.sqlite();
      await using there = await PLACES.sqlite();
      await using backups = await openBackups();
      const app = createTestApp({ store: here.place, plugins: [feedback()] });
      const run = await app.send("POST", "/v1/threads/c1/steps", { agent: "tester", input: "Hi." });
      const { thread: { version } } = await run.json();
      await app.send("PUT", `/v1/threads/c1/feedback/${version}`, { rating: "down", note: "Short." });
      const read = async ({ send }: typeof app) => {
        const paths = ["/v1/analytics/feedback", "/v1/analytics/feedback/counts", "/v1/threads/c1/feedback"];
        return await Promise.all(paths.map(async (path) => await (await send("GET", path)).json()));
      };
      const expected = await read(app);
      assert.equal(expected[0].ratings[0].note, "Short.");
      await runTreadle("backup", "--from", here.name, "--to", backups.path("f"));
      const restored = await runTreadle("restore", "--from", backups.path("f"), "--to", there.name);
      assert.equal(restored.code, 0, restored.stderr);
      assert.deepEqual(await read(createTestApp({ store: there.place, plugins: [feedback()] })), expected);
      const words = ["tenants", "erase", TENANT, "--from", here.name, "--yes"];
      const erased = await runTreadle(...words);
      assert.equal(erased.code, 0, erased.stderr);
      assert.deepEqual((await read(app))[0].ratings, []);
    },
  );

  Deno.test("H3: a store that cannot be opened is refused before anything is locked", loose, async () => {
    await using here = await PLACES.sqlite();
    await using there = await PLACES.objects();
    await step(here.place, REF, ['"one"']);
    const secret = {
      TREADLE_MOVE_SECRET: "x".repeat(32),
      UPSTASH_REDIS_REST_URL: "",
      UPSTASH_REDIS_REST_TOKEN: "",
    };
    for (
      const [from, to, code, message] of [
        ["sqlite:/nowhere/threads.sqlite", there.name, "place_unknown", /There is no file/],
        [here.name, "redis", "place_unknown", /redis is no store that threads move from or to/],
        [here.name, "upstash", "place_unknown", /Set UPSTASH_REDIS_REST_URL/],
        [here.name, there.name, "config_invalid", /has another TREADLE_MOVE_SECRET/],
        [here.name, `${there.name}/elsewhere?`, "config_invalid", /another TREADLE_MOVE_SECRET/],
        [here.name, "http://127.0.0.1:1", "store_unavailable", /cannot be reached/],
      ] as const
    ) {
      const words = ["threads", "move", "--from", from, "--to", to, "--tenant", TENANT, "--json"];
      const ran = await runTreadle({ env: secret }, ...words);
      const { error } = JSON.parse(ran.stderr);
      assert.deepEqual([ran.code > 0, error.code], [true, code], ran.stderr);
      assert.match(error.message, message);
    }
    assert.equal(await here.place.findThread(REF), "open");
  });

  Deno.test(
    "O2: the commands back up and restore, and end with 1 when something is left",
    loose,
    async () => {
      await using here = await PLACES.sqlite();
      await using there = await PLACES.upstash();
      await using backups = await openBackups();
      await prepare(here.place);
      const words = ["backup", "--from", here.name, "--to", backups.path("b")];
      const made = await runTreadle(...words);
      assert.deepEqual([made.code, made.stderr], [0, ""]);
      assert.match(made.stdout, /^acme: 2 threads\.\n.*\/b has 1 tenant in \d+\.\d MB\.\n$/);
      const twice = await runTreadle(...words, "--json");
      const { error } = JSON.parse(twice.stderr);
      assert.deepEqual([twice.code, error.code, error.next], [
        1,
        "backup_exists",
        "treadle backup --from <store> --to <another file>",
      ]);
      assert.equal((await runTreadle(...words, "--replace")).code, 0);
      await step(there.place, REF, ['"another"']);
      const load = ["restore", "--from", backups.path("b"), "--to", there.name];
      const restored = await runTreadle({ env: there.env }, ...load);
      assert.equal(restored.code, 1, restored.stderr);
      assert.match(restored.stdout, /^The backup of sqlite:.* of 20\d\d-.*Z:\n/);
      assert.match(
        restored.stdout,
        /\nacme: 1 thread restored, 0 there already; 1 definition, 1 due item, 1 day of usage\.\n/,
      );
      assert.match(
        restored.stdout,
        /\nt was not restored: the store has another thread of this name: --replace replaces it\.\n$/,
      );
      const replaced = await runTreadle({ env: there.env }, ...load, "--replace", "--json");
      assert.deepEqual([replaced.code, JSON.parse(replaced.stdout).tenants[0].restored], [0, ["t"]]);
    },
  );

  Deno.test("O2: what cannot be a backup or be restored is refused before anything is written", async () => {
    await using here = await PLACES.sqlite();
    await using backups = await openBackups();
    await step(here.place, REF, ['"one"']);
    await backups.make(here, "b");
    await Deno.writeTextFile(
      backups.path("text"),
      "No database, but long enough to be looked at as one.".repeat(100),
    );
    new DatabaseSync(backups.path("others")).exec("CREATE TABLE threads (a); CREATE INDEX i ON threads (a)");
    await backups.make(here, "newer");
    const newer = new DatabaseSync(backups.path("newer"));
    newer.exec("PRAGMA user_version = 1000");
    newer.close();
    const env = {
      UPSTASH_REDIS_REST_URL: "http://127.0.0.1:1",
      UPSTASH_REDIS_REST_TOKEN: "x",
      TREADLE_MOVE_SECRET: MOVE_SECRET,
    };
    const target = `sqlite:${backups.path("target")}`;
    const path = here.name.slice("sqlite:".length);
    const cases: readonly (readonly [readonly string[], string, RegExp])[] = [
      [
        ["backup", "--from", "sqlite:/nowhere/t.sqlite", "--to", "new"],
        "file_unreadable",
        /There is no file/,
      ],
      [
        ["backup", "--from", `sqlite:${backups.path("text")}`, "--to", "new"],
        "backup_invalid",
        /no file with threads/,
      ],
      [
        ["backup", "--from", `sqlite:${backups.path("others")}`, "--to", "new"],
        "backup_invalid",
        /no file with threads/,
      ],
      [
        ["backup", "--from", `sqlite:${backups.path("newer")}`, "--to", "new"],
        "schema_unsupported",
        /a newer Treadle/,
      ],
      [["backup", "--from", here.name, "--to", path, "--replace"], "place_unknown", /named by both/],
      [
        ["backup", "--from", `sqlite:${backups.path("b")}`, "--to", path, "--replace"],
        "backup_exists",
        /store that is open/,
      ],
      [["backup", "--from", here.name, "--to", "new", "--tenant", "acne"], "tenant_unknown", /It has acme\./],
      [["backup", "--from", "upstash", "--to", "new"], "tenant_unknown", /Name the tenant by --tenant/],
      [
        ["backup", "--from", "upstash", "--to", "new", "--tenant", TENANT],
        "store_unavailable",
        /cannot be reached/,
      ],
      [
        ["backup", "--from", "redis", "--to", "new", "--tenant", TENANT],
        "place_unknown",
        /redis is no store/,
      ],
      [["restore", "--from", "nothing", "--to", target], "file_unreadable", /There is no file/],
      [["restore", "--from", path, "--to", target], "backup_invalid", /is no backup/],
      [["restore", "--from", backups.path("text"), "--to", target], "backup_invalid", /no file with threads/],
      [["restore", "--from", backups.path("newer"), "--to", target], "schema_unsupported", /a newer Treadle/],
      [
        ["restore", "--from", backups.path("b"), "--to", target, "--tenant", "acne"],
        "tenant_unknown",
        /It has acme\./,
      ],
      [["restore", "--from", backups.path("b"), "--to", "upstash"], "store_unavailable", /cannot be reached/],
      [
        ["restore", "--from", backups.path("b"), "--to", `sqlite:${backups.path("b")}`],
        "place_unknown",
        /named by both/,
      ],
    ];
    for (const [words, code, message] of cases) {
      const ran = await runTreadle({ env, cwd: backups.path(".") }, ...words, "--json");
      const { error } = JSON.parse(ran.stderr);
      assert.deepEqual([ran.code > 0, error.code], [true, code], words.join(" "));
      assert.match(error.message, message, words.join(" "));
      assert.match(error.next, /^treadle /);
      const left = (await Array.fromAsync(Deno.readDir(backups.path(".")))).map(({ name }) => name);
      assert.deepEqual(left.filter((name) => /^(?:new|target)(?:\.|$)/.test(name)), [], words.join(" "));
    }
  });
}
