// Row D10 with real processes: functions/deno.ts on a sqlite file is killed again and again while an orchestrator has the phases
// of its plan run, and started again. The leases of the dead are not waited for: the test ends them in the file.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { readExport } from "../../../src/cli/verify/exported_thread.ts";
import { partsFor } from "../../../src/cli/verify/parts.ts";
import { verifyThread } from "../../../src/cli/verify/verify_thread.ts";
import type { Entry } from "../../../src/core/entry.ts";
import { bootDeno, type BootedProcess } from "../../support/boot_deno.ts";
import { assertLinearHistory } from "../../support/invariants.ts";
import { type Ledger, serveLedger } from "../../slow/support/ledger.ts";
import { mulberry32 } from "../../support/mulberry32.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { type ParsedRequest, type Reply, serveOpenAI, simulatedKey } from "../../wire/openai/server.ts";

const PHASES = [
  { id: "facts", worker: "research" },
  { id: "figures", worker: "research" },
  { id: "draft", worker: "write", after: ["facts", "figures"] },
  { id: "review", worker: "check", after: ["draft"] },
  { id: "final", worker: "write", after: ["review"] },
].map((phase) => ({ ...phase, goal: `Do ${phase.id}.`, done_when: "It is done." }));

const CALLED = [["facts", "figures"], ["draft"], ["review"], ["final"]];

/** The server is killed at this part of all requests to the model and to the tools' ledger. */
const KILLED = 0.3;

for (const seed of [1, 2]) {
  Deno.test(`D10: an orchestrator whose server is killed in ${KILLED * 100} % of all requests finishes five phases, each once (${seed})`, async () => {
    const chance = mulberry32(seed);
    let kills = 0;
    let server: BootedProcess | undefined;
    const mayKill = async () => {
      if (server === undefined || chance() >= KILLED) return;
      kills++;
      const dying = server;
      server = undefined;
      await dying.kill();
    };
    await using file = await sqliteFile();
    await using ledger = serveLedger();
    await using effects = relay(ledger, mayKill);
    await using openai = await serveOpenAI({
      reply: async (request) => {
        await mayKill();
        return answer(request, effects.url);
      },
    });
    const env = {
      TREADLE_STORE: `sqlite:${file.path}`,
      TREADLE_MODEL: "openai/gpt-4.1",
      OPENAI_API_KEY: simulatedKey,
      OPENAI_BASE_URL: openai.url,
    };
    const body = JSON.stringify({ agent: "lead", input: "Write a report.", until: "done" });
    const headers = { "content-type": "application/json", "idempotency-key": "report" };
    let output: string | null = null;
    for (let tries = 0; output === null; tries++) {
      assert.ok(tries < 60, "the orchestrator does not come to an end");
      await using booted = server = await bootDeno(env, { agents: "tests/slow/integration/_agents.ts" });
      const response = await booted.fetch("/v1/threads/root/steps", { method: "POST", body, headers }).catch(
        () => undefined,
      );
      const text = await response?.text().catch(() => undefined);
      if (server !== undefined && text !== undefined) {
        const said = JSON.parse(text);
        assert.equal(response?.status, 200, text);
        output = said.output;
      }
      server = undefined;
      await booted.kill();
      endLeases(file.path);
    }
    assert.equal(output, "All is done.");
    assert.ok(kills >= 3, `${kills} kills`);
    assert.deepEqual(openai.complaints, []);

    await using last = await bootDeno(env, { agents: "tests/slow/integration/_agents.ts" });
    const entries = await historyOf(last, "root");
    const ran = entries.flatMap((entry) =>
      entry.type === "tool" && entry.name === "run_phase" ? [[Object(entry.output).phase, entry.outcome]] : []
    );
    assert.deepEqual(ran, PHASES.map(({ id }) => [id, "completed"]));
    const { threads } = await (await last.fetch("/v1/threads?limit=100")).json();
    assert.equal(threads.length, 1 + PHASES.length);
    for (const { id } of threads) {
      if (id !== "root") {
        const inputs = (await historyOf(last, id)).filter((entry) =>
          entry.type === "user" && entry.resultOf === undefined
        );
        assert.equal(inputs.length, 1);
      }
      const exported = await (await last.fetch(`/v1/threads/${id}/export`)).text();
      const report = await verifyThread(await readExport(exported), partsFor(env));
      assert.equal(report.verdict, "verified", JSON.stringify(report));
    }
    // A tool whose server was killed on the way to the ledger is observed as unknown, and does not run again.
    const charged = PHASES.map(({ id }) => ledger.of(id).length);
    assert.ok(charged.every((times) => times <= 1), `charged ${charged.join()} times`);
    assert.ok(charged.filter((times) => times === 1).length >= 3, `charged ${charged.join()} times`);
  });
}

/** The lead writes the plan and has its phases run; a worker calls one `once` tool and answers. */
function answer({ tools, history }: ParsedRequest, ledger: string): Reply {
  const results = history.filter(({ kind }) => kind === "result").length;
  const call = (name: string, args: object) => ({ name, arguments: JSON.stringify(args) });
  if (!tools.includes("write_plan")) {
    const input = history.find((entry) => entry.kind === "message" && entry.role === "user");
    const [, label = ""] = /^Goal: Do (\w+)\./.exec(input?.kind === "message" ? input.text : "") ?? [];
    const hasCalled = history.some((entry) => entry.kind === "call" && entry.name === "once");
    return hasCalled ? { text: "I did my part." } : { calls: [call("once", { ledger, label })] };
  }
  if (results === 0) return { calls: [call("write_plan", { phases: PHASES })] };
  let done = 1;
  for (const phases of CALLED) {
    if (results === done) return { calls: phases.map((phase) => call("run_phase", { phase })) };
    done += phases.length;
  }
  return { text: "All is done." };
}

/** Passes what tools do on to the ledger; the server may be killed before they are answered. */
function relay(ledger: Ledger, mayKill: () => Promise<void>): AsyncDisposable & { readonly url: string } {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const response = await fetch(ledger.url, {
      method: "POST",
      headers: request.headers,
      body: await request.text(),
    });
    const text = await response.text();
    await mayKill();
    return new Response(text, { status: response.status, headers: { "content-type": "application/json" } });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function endLeases(path: string): void {
  using database = new DatabaseSync(path);
  database.exec("UPDATE threads SET lease_until = 0 WHERE lease_until IS NOT NULL");
}

async function historyOf(server: BootedProcess, thread: string): Promise<Entry[]> {
  const { entries } = await (await server.fetch(`/v1/threads/${thread}/history?limit=200`)).json();
  assertLinearHistory(entries, []);
  return entries;
}
