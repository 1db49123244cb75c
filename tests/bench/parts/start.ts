// Cold start: from nothing to the first response.

import { buildDeno } from "../../../src/tasks/build.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { bootWorker } from "../../slow/support/boot_worker.ts";
import { freePort } from "../../support/requires.ts";
import type { Part } from "../lab/part.ts";
import { median } from "../lab/statistics.ts";
import { toTable } from "../lab/table.ts";

const TIMES = 9;

export const start: Part = {
  title: "Cold start",
  note:
    `Median of ${TIMES}. Deno: from the spawn of the process to its first response. workerd: from Miniflare's start ` +
    "with the minified bundle to the first response, Miniflare's own start included.",
  async measure() {
    await buildDeno();
    const rows: string[][] = [];
    for (
      const { label, once } of [
        { label: "deno serve functions/deno.ts", once: () => startDeno("functions/deno.ts") },
        { label: "deno serve dist/deno.js (deno task build)", once: () => startDeno("dist/deno.js") },
        { label: "workerd", once: startWorker },
      ]
    ) {
      await once(); // fills the caches of compiled code and of the bundle
      const times: number[] = [];
      for (let time = 0; time < TIMES; time++) times.push(await once());
      rows.push([
        label,
        median(times).toFixed(0),
        Math.min(...times).toFixed(0),
        Math.max(...times).toFixed(0),
      ]);
    }
    return toTable(["runtime", "first response ms", "fastest", "slowest"], rows);
  },
};

async function startDeno(entrypoint: string): Promise<number> {
  const port = freePort();
  const begin = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "serve",
      "-A",
      "-q",
      "--no-prompt",
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      entrypoint,
    ],
    cwd: fromFileUrl(projectRoot),
    env: { NO_COLOR: "1", TREADLE_STORE: "memory", TREADLE_OPEN: "1" },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    await firstResponse(port);
    return performance.now() - begin;
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

/** Knocks every millisecond: a request by fetch would wait longer between two tries. */
async function firstResponse(port: number): Promise<void> {
  for (;;) {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => undefined);
    if (connection) {
      using open = connection;
      await open.write(
        new TextEncoder().encode("GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"),
      );
      const answer = new Uint8Array(64);
      await open.read(answer);
      const line = new TextDecoder().decode(answer);
      if (!line.startsWith("HTTP/1.1 200")) throw new Error(`The first response was ${line}`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

async function startWorker(): Promise<number> {
  const begin = performance.now();
  await using worker = await bootWorker({ TREADLE_OPEN: "1" });
  const response = await worker.fetch("/healthz");
  await response.body?.cancel();
  return performance.now() - begin;
}
