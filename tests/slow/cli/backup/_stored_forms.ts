// Row O2: doctor says in which forms a store has its threads, what this version reads of them and what an earlier one would not, for a price
// that does not grow with them, and changes nothing.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { checkStoredForms, DEFINITION_FORMS } from "../../../../src/cli/doctor/stored_forms.ts";
import type { Finding } from "../../../../src/cli/doctor/finding.ts";
import type { Place } from "../../../../src/cli/move/copy_thread.ts";
import { SCHEMA } from "../../../../src/core/state.ts";
import { withLock } from "../../../../src/core/store/moving.ts";
import { MIGRATIONS } from "../../../../src/stores/embedded/sqlite/schema.ts";
import { runTreadle } from "../../../cli/_treadle.ts";
import { corpora } from "../../../compat/_corpus.ts";
import { serveRedisRest } from "../../../support/redis/rest.ts";
import { projectRoot } from "../../../support/project.ts";
import { startRedis } from "../../../support/redis/server.ts";
import { sqliteFile } from "../../../support/sqlite_file.ts";
import { PLACES } from "../move/_stores.ts";

/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

const TENANT = "acme";

/** Where the numbers of definitions stand. An import would have every test of the command depend on these plugins. */
const WRITERS = [
  ["evaluation/door/stored.ts", "evaluation", /^const SCHEMA = (\d+);/m],
  ["plugins/alarms/state.ts", "alarms_state", /schema: z\.literal\((\d+)\)/],
  ["plugins/selection/monitoring/stored_week.ts", "tool_usage", /schema: z\.literal\((\d+)\)/],
  ["plugins/webhooks/refusals/refused_delivery.ts", "webhook-refusals", /^export const SCHEMA = (\d+);/m],
  ["plugins/feedback/stored_ratings.ts", "feedback", /^const SCHEMA = (\d+);/m],
] as const;

function create(place: Place, thread: string, schema: number, createdAt: number, tenant = TENANT) {
  return place.create({ tenant, thread }, { meta: "{}", state: "{}", schema, createdAt });
}

function toLines(findings: readonly Finding[]): string[] {
  return findings.map(({ level, detail }) => `${level}: ${detail}`);
}

/** The tests of the check. */
export function testStoredForms(): void {
  Deno.test("O2: doctor has the numbers of the files that each earlier version has written, and migrates none", async () => {
    for await (const corpus of corpora()) {
      await using file = await sqliteFile();
      await corpus.toSqlite(file.path);
      const read = () => {
        using db = new DatabaseSync(file.path, { readOnly: true });
        const [form] = Object.values(db.prepare("PRAGMA user_version").get() ?? {});
        const sql = "SELECT schema, count(*) AS count FROM threads GROUP BY schema ORDER BY schema";
        return { form: Number(form), schemas: db.prepare(sql).all() };
      };
      const { form, schemas } = read();
      const lines = toLines(await checkStoredForms({ store: `sqlite:${file.path}`, env: {} }));
      const parts = schemas.map(({ schema, count }) => `${count} of schema ${schema}`).join(", ");
      const known = form === MIGRATIONS.length
        ? `ok: the file has form ${form}`
        : `warning: the file has form ${form}`;
      assert.ok(lines.some((line) => line.startsWith(known)), `${corpus.version}: ${lines}`);
      assert.ok(lines.some((line) => line.endsWith(` threads: ${parts}`)), `${corpus.version}: ${lines}`);
      assert.ok(!lines.some((line) => line.startsWith("error")), `${corpus.version}: ${lines}`);
      assert.deepEqual(read(), { form, schemas }, corpus.version);
    }
  });

  Deno.test("O2: doctor knows the numbers that definitions are written with", async () => {
    const found = new Map<string, number>();
    for (const [path, kind, number] of WRITERS) {
      const text = await Deno.readTextFile(new URL(`src/${path}`, projectRoot));
      found.set(kind, Number(number.exec(text)?.[1]));
    }
    assert.deepEqual(DEFINITION_FORMS, found);
  });

  for (const name of ["sqlite", "upstash", "objects", "shards"] as const) {
    Deno.test(
      `O2: doctor counts the threads of ${name} by schema, and fails where one is newer than it reads`,
      loose,
      async () => {
        await using here = await PLACES[name]();
        for (const [index, schema] of [1, SCHEMA - 1, SCHEMA, SCHEMA].entries()) {
          await create(here.place, `t${index}`, schema, index);
        }
        await here.place.lockThread({ tenant: TENANT, thread: "t1" });
        await create(here.place, "other", SCHEMA + 1, 1, "another");
        await here.place.putDefinition(TENANT, "evaluation", "e1", '{"createdAt":1}');
        const words = ["doctor", "--store", here.name, "--tenant", TENANT];
        const sound = await runTreadle({ env: here.env }, ...words);
        assert.deepEqual([sound.code, sound.stderr], [0, ""]);
        for (
          const line of [
            `this version reads threads of schema 1 to ${SCHEMA}, and writes ${SCHEMA}`,
            `4 threads: 1 of schema 1, 1 of schema ${
              SCHEMA - 1
            }, 2 of schema ${SCHEMA}; locked by a move: 1 of them`,
            "definitions: evaluation of form 1",
            `behind a rollback to schema ${SCHEMA - 1}, 2 of these 4 threads wait for a newer version`,
            `behind a rollback to schema ${SCHEMA - 2}, 3 of these 4 threads wait for a newer version`,
          ]
        ) assert.ok(sound.stdout.includes(`stored forms: ${line}\n`), `${line}\n${sound.stdout}`);
        await create(here.place, "newer", SCHEMA + 1, 9);
        await here.place.putDefinition(TENANT, "evaluation", "e2", '{"schema":2}');
        const failed = await runTreadle({ env: here.env }, ...words, "--json");
        const errors = JSON.parse(failed.stdout).filter(({ level }: Finding) => level === "error");
        assert.equal(failed.code, 1);
        assert.deepEqual(errors.map(({ detail }: Finding) => detail), [
          "newer than this version reads: 1 of them; it refuses each request for them, and changes nothing of them",
          "evaluation has form 2, and this version reads up to 1: it leaves what is newer alone",
        ]);
        assert.deepEqual(errors.map(({ see }: { see: string }) => see), [
          "schema_unsupported",
          "schema_unsupported",
        ]);
      },
    );
  }

  for (const name of ["sqlite", "upstash"] as const) {
    Deno.test(`O2: doctor reads the newest half of 2,000 threads of ${name}, and others evenly`, async () => {
      await using redis = await startRedis();
      await using rest = await serveRedisRest({ redis, token: "test-token-of-the-bridge" });
      const env = { UPSTASH_REDIS_REST_URL: rest.url, UPSTASH_REDIS_REST_TOKEN: rest.token };
      await using here = name === "sqlite" ? await PLACES.sqlite() : { ...await redisPlace(env), env };
      // The oldest 3,000 are of the schema before; of the newest 2,000 one is newer.
      for (let at = 0; at < 5_000; at += 100) {
        await Promise.all(Array.from({ length: 100 }, (_, index) => {
          const number = at + index;
          const schema = number < 3_000 ? SCHEMA - 1 : number === 4_500 ? SCHEMA + 1 : SCHEMA;
          return create(here.place, `t${number}`, schema, number);
        }));
      }
      const { threads, schemas } = await here.place.sampleSchemas(TENANT, 2_000);
      assert.equal(threads, 5_000);
      assert.deepEqual(schemas, { [SCHEMA - 1]: 750, [SCHEMA]: 1_249, [SCHEMA + 1]: 1 });
      rest.stats.reset();
      const lines = toLines(await checkStoredForms({ store: here.name, tenant: TENANT, env }));
      assert.match(
        lines.join("\n"),
        /2000 of 5000 threads were read: 750 of schema 7, 1249 of schema 8, 1 of schema 9/,
      );
      assert.ok(rest.stats.total <= 20, `${rest.stats.total} requests`);
    });
  }

  Deno.test("O2: doctor examines all tenants of a file, and refuses what it cannot examine", async () => {
    await using here = await PLACES.sqlite();
    for (const tenant of ["acme", "beta"]) await create(here.place, "t", SCHEMA, 1, tenant);
    const path = here.name.slice("sqlite:".length);
    const whole = toLines(await checkStoredForms({ store: here.name, env: {} }));
    assert.ok(whole.includes(`ok: 2 threads: 2 of schema ${SCHEMA}`), whole.join("\n"));
    assert.ok(
      whole.includes(
        `ok: behind a rollback to schema ${SCHEMA - 1}, 2 of these 2 threads wait for a newer version`,
      ),
    );
    const none = toLines(await checkStoredForms({ store: here.name, tenant: "nobody", env: {} }));
    assert.deepEqual(none.slice(2), ["ok: there are no threads"]);
    using file = new DatabaseSync(path);
    file.exec(`UPDATE threads SET schema = 0 WHERE tenant = 'beta'`);
    const [broken] = (await checkStoredForms({ store: here.name, tenant: "beta", env: {} })).slice(3);
    assert.equal(broken?.detail, "without a schema: 1 of them, which cannot be read");
    file.exec(`UPDATE threads SET schema = ${withLock(SCHEMA, "moved")}; PRAGMA user_version = 1000`);
    const newer = await runTreadle("doctor", "--store", here.name);
    assert.equal(newer.code, 1);
    assert.match(
      newer.stdout,
      /ERROR {4}stored forms: the file has form 1000, and this version opens files up to form \d+/,
    );
    for (
      const [words, code] of [
        [["--store", here.name, "--url", "https://agents.example.com"], "command_line_invalid"],
        [["--store", "upstash"], "tenant_unknown"],
        [["--store", "sqlite:/nowhere/threads.sqlite"], "place_unknown"],
        [["--store", "redis", "--tenant", TENANT], "place_unknown"],
      ] as const
    ) {
      const { stderr } = await runTreadle("doctor", ...words, "--json");
      assert.equal(JSON.parse(stderr).error.code, code, words.join(" "));
    }
  });
}

async function redisPlace(env: Readonly<Record<string, string>>) {
  const { openPlace } = await import("../../../../src/cli/move/places.ts");
  const place = openPlace("upstash", env, true);
  return { place, name: "upstash", [Symbol.asyncDispose]: () => place.close() };
}
