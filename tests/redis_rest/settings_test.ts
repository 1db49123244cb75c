/** The environment and REDIS_URL: what is read, and what is refused with the way out. */
import assert from "node:assert/strict";
import { parseRedisUrl } from "../../src/redis_rest/address.ts";
import { readSettings } from "../../src/redis_rest/settings.ts";

const TOKEN = "0123456789abcdef";

Deno.test("E14: REDIS_URL has user, password, database number, TLS and IPv6", () => {
  const read = (url: string) => {
    const { hostname, port, username, password, database, tls } = parseRedisUrl(url);
    return [hostname, port, username, password, database, tls];
  };
  assert.deepEqual(read("redis://localhost"), ["localhost", 6379, undefined, undefined, 0, false]);
  assert.deepEqual(read("redis://:p%40s%2Fs@h:7000/3"), ["h", 7000, undefined, "p@s/s", 3, false]);
  assert.deepEqual(read("rediss://treadle:x@h/"), ["h", 6379, "treadle", "x", 0, true]);
  assert.deepEqual(read("redis://[::1]:6380"), ["::1", 6380, undefined, undefined, 0, false]);
});

Deno.test("E14: a REDIS_URL that is none is refused with its form, and its password stays out of the message", () => {
  const wrong = [
    "",
    "localhost:6379",
    "http://:hunter2@h",
    "redis://:hunter2@h/db",
    "redis://:hunter2@h/1/2",
  ];
  for (const url of [...wrong, "redis://", "redis://:hunter2@h?db=1"]) {
    assert.throws(() => parseRedisUrl(url), (thrown: Error) => {
      assert.match(thrown.message, /must look like redis:\/\//);
      assert.doesNotMatch(thrown.message, /hunter2/);
      return true;
    }, url);
  }
});

Deno.test("redis-rest: the settings have defaults for one's own machine", () => {
  assert.deepEqual(readSettings({ TOKEN: "", PORT: "" }), {
    redis: parseRedisUrl("redis://127.0.0.1:6379"),
    hostname: "127.0.0.1",
    port: 8079,
    maxRequestBytes: 1024 * 1024,
    connections: 4,
    token: undefined,
  });
  assert.equal(readSettings({ HOST: "0.0.0.0", TOKEN }).token, TOKEN);
});

Deno.test("E14: no bridge is open to other machines by accident, and each wrong variable is named", () => {
  const cases: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ HOST: "0.0.0.0" }, /HOST=0\.0\.0\.0 is reachable from other machines: set TOKEN/],
    [{ HOST: "redis.internal", TOKEN: "" }, /set TOKEN/],
    [{ TOKEN: "short" }, /TOKEN has 5 characters: use at least 16/],
    [{ TOKEN: `${TOKEN} with blanks` }, /TOKEN holds characters that a header cannot carry/],
    [{ TOKEN: `${TOKEN}é` }, /TOKEN holds characters/],
    [{ PORT: "65536" }, /PORT must be a whole number from 0 to 65535, and is "65536"/],
    [{ PORT: "http" }, /PORT must be a whole number/],
    [{ MAX_REQUEST_BYTES: "1e6" }, /MAX_REQUEST_BYTES must be a whole number from 1024/],
    [{ CONNECTIONS: "0" }, /CONNECTIONS must be a whole number from 1 to 64/],
    [{ REDIS_URL: "6379" }, /REDIS_URL must look like/],
  ];
  for (const [env, message] of cases) {
    assert.throws(() => readSettings(env), { code: "config_invalid", message }, JSON.stringify(env));
  }
});
