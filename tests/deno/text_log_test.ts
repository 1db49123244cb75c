import assert from "node:assert/strict";
import { logFormat, textLog } from "../../src/deno/text_log.ts";

type Log = ReturnType<typeof textLog>;

Deno.test("E16: the text log has time, method, route, status, milliseconds and code, without ids of traces", () => {
  const request = { method: "POST", route: "/v1/threads/:id/steps", status: 409, ms: 4, tenant: "local" };
  const ids = { trace_id: "t", span_id: "s", request: "req_1" };
  assert.deepEqual(written((log) => log("info", "request", { ...request, ...ids, code: "thread_busy" })), {
    out: ["POST /v1/threads/:id/steps 409 4 ms thread_busy"],
    error: [],
  });
  assert.deepEqual(written((log) => log("info", "request", { ...request, route: null, status: 404 })).out, [
    "POST (no route) 404 4 ms",
  ]);
});

Deno.test("E16: the text log writes the detail, the cause and the frames of an error on lines of their own", () => {
  const fields = {
    thread: "t1",
    tenant: "acme",
    code: "internal",
    detail: "Treadle failed.",
    cause: "TypeError",
    frames: "at a (x.ts:1:2) < at b (y.ts:3:4)",
    agent: undefined,
  };
  assert.deepEqual(written((log) => log("error", "step failed", fields)), {
    out: [],
    error: [
      "error step failed internal thread=t1 tenant=acme\n  Treadle failed.\n  TypeError at a (x.ts:1:2)\n  at b (y.ts:3:4)",
    ],
  });
  assert.deepEqual(written((log) => log("warn", "careful")).error, ["warn careful"]);
});

Deno.test("E16: what names a step ends with the link to it, from when the server listens", () => {
  const threw = {
    thread: "a b",
    step: 3,
    tool: "look",
    detail: "No.",
    cause: "Error",
    frames: "at a (x.ts:1:2)",
  };
  const lines = "warn a tool threw thread=a b step=3 tool=look\n  No.\n  Error at a (x.ts:1:2)";
  const page: { url?: string } = {};
  assert.deepEqual(written((log) => log("warn", "a tool threw", threw), page).error, [lines]);
  page.url = "http://127.0.0.1:8787";
  const { error, out } = written(
    (log) => {
      log("warn", "a tool threw", threw);
      log("info", "no step", { thread: "t1" });
    },
    page,
  );
  assert.deepEqual(error, [`${lines}\n  http://127.0.0.1:8787/#a%20b/3`]);
  assert.deepEqual(out, ["no step thread=t1"]);
});

Deno.test("E16: colours are written when they are asked for, and by status", () => {
  const [line = ""] = written(
    (log) => log("info", "request", { method: "GET", route: "/", status: 200, ms: 1 }),
    undefined,
    true,
  )
    .out;
  assert.ok(line.includes("\x1b[32m200\x1b[0m"), line);
});

Deno.test("E16: TREADLE_LOG names the format; without it a deployment and a pipe have JSON", () => {
  assert.equal(logFormat("text", true), "text");
  assert.equal(logFormat("json", false), "json");
  assert.equal(logFormat(undefined, true), "json");
  assert.equal(logFormat("", false), Deno.stdout.isTerminal() ? "text" : "json");
});

/** What the log writes, without the time. */
function written(
  write: (log: Log) => void,
  page?: { url?: string },
  colours = false,
): { out: string[]; error: string[] } {
  const { log, warn, error } = console;
  const lines: { out: string[]; error: string[] } = { out: [], error: [] };
  const textOf = (line: string) => line.slice(line.indexOf(" ") + 1);
  console.log = (line: string) => lines.out.push(textOf(line));
  console.warn = console.error = (line: string) => lines.error.push(textOf(line));
  try {
    write(textLog(colours, page));
  } finally {
    Object.assign(console, { log, warn, error });
  }
  return lines;
}
