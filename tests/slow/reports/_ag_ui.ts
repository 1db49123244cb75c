// Public bug reports of AG-UI, played at its door with the real clients.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import type { TestApp } from "../../http/_app.ts";
import { createAgUiApp, eventsOf, input, said } from "../plugins/ag_ui/_app.ts";
import { callsOf, type Client, type Ran, ran, say, shortOf, VERSIONS } from "../plugins/ag_ui/_clients.ts";
import { reports } from "./_report.ts";

/** An agent whose calls of `pay` people approve, and the arguments that it ran with. */
function payer() {
  const paid: JsonObject[] = [];
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    parameters: ["to"],
    effect: "once",
    needsApproval: true,
    run(args) {
      paid.push(args);
      return { paid: args.to };
    },
  });
  return { paid, agent: defineAgent({ name: "payer", driver: "scripted", tools: [pay] }) };
}

const pays = (...to: readonly string[]) => [
  { says: "I see.", calls: to.map((each) => ({ tool: "pay", args: { to: each } })) },
  { says: "Done." },
  { says: "Again." },
];

/** Answers of a person to the interrupts of calls. */
function answerTo(client: Client, approved: Readonly<Record<string, boolean>>) {
  return client.pendingInterrupts.flatMap(({ id, toolCallId = "" }) =>
    approved[toolCallId] === undefined
      ? []
      : [{ interruptId: id, status: "resolved" as const, payload: { approved: approved[toolCallId] } }]
  );
}

/** Events of calls in short: `START call_1`. */
function callEventsOf({ events }: Ran): string[] {
  return events.flatMap(({ type, toolCallId }) =>
    type.startsWith("TOOL_CALL_") && !type.endsWith("ARGS")
      ? [`${type.slice("TOOL_CALL_".length)} ${toolCallId}`]
      : []
  );
}

/** What the thread has of its calls. */
async function entriesOf(app: TestApp): Promise<readonly JsonObject[]> {
  return (await (await app.send("GET", "/v1/threads/c1/history")).json()).entries;
}

async function outcomesOf(app: TestApp): Promise<readonly unknown[]> {
  return (await entriesOf(app)).flatMap(({ type, outcome }) => type === "tool" ? [outcome] : []);
}

for (const version of VERSIONS) {
  reports<{ run1: string[]; run2_input: string }>(
    "ag-ui-2014",
    `${version.name}: the run of the answer has the result of the call and does not announce it again`,
    async ({ run1, run2_input }) => {
      assert.match(run2_input, /approve/);
      const { agent } = payer();
      const app = createAgUiApp({ agents: [agent], scenario: pays("ann") });
      const client = app.open(version, { agent: "payer" });
      const first = await say(client, "go", "m1");
      const k = callsOf(client)[0]?.id ?? assert.fail();
      const announced = run1.filter((line) => line.startsWith("TOOL_CALL_") && !line.includes("ARGS"));
      assert.deepEqual(
        callEventsOf(first),
        announced.map((line) => line.replace("TOOL_CALL_", "").replace(/ k$/, ` ${k}`)),
      );
      assert.equal(Object(first.last?.outcome).type, "interrupt");
      const second = await ran(client, { resume: answerTo(client, { [k]: true }) });
      assert.equal(second.error, undefined);
      assert.deepEqual(callEventsOf(second), [`RESULT ${k}`]);
      assert.deepEqual(shortOf(client).slice(-2), ['tool:{"paid":"ann"}', "assistant:Done."]);
    },
  );

  reports<{ calls: string[] }>(
    "agentscope-java-3096",
    `${version.name}: calls that are answered in two runs, one in another isolate, are both settled on the wire`,
    async ({ calls }) => {
      assert.deepEqual(calls.map((line) => line.split(" ")[1]), ["approve", "deny"]);
      const store = createMemoryStore();
      const { agent, paid } = payer();
      const open = () => createAgUiApp({ agents: [agent], scenario: pays("ann", "bob"), store });
      const first = open().open(version, { agent: "payer" });
      await say(first, "go", "m1");
      const [k1, k2] = callsOf(first).map(({ id }) => id);
      assert.ok(k1 && k2);
      const settled: string[][] = [];
      let client = first;
      for (const [id, approved] of [[k1, true], [k2, false]] as const) {
        const { messages, pendingInterrupts } = client;
        const resume = answerTo({ ...client, pendingInterrupts }, { [id]: approved });
        client = open().open(version, { agent: "payer", initialMessages: messages });
        const run = await ran(client, { resume });
        assert.equal(run.error, undefined);
        settled.push(callEventsOf(run));
      }
      // A step runs when the last question has its answer, and settles both.
      assert.deepEqual([settled[0], settled[1]?.toSorted()], [
        [],
        [`RESULT ${k1}`, `RESULT ${k2}`].toSorted(),
      ]);
      assert.deepEqual(paid, [{ to: "ann" }]);
      const results = client.messages.filter(({ role }) => role === "tool");
      assert.deepEqual(results.map(({ toolCallId }) => toolCallId).toSorted(), [k1, k2].toSorted());
      const denied = results.find(({ toolCallId }) => toolCallId === k2);
      assert.match(String(denied?.content), /refused this call; it did not run/);
      assert.equal(shortOf(client).at(-1), "assistant:Done.");
    },
  );

  reports<{ client: string }>(
    "ag-ui-2668",
    `${version.name}: a reader that comes in the run of the answer has the call beside its result`,
    async ({ client: named }) => {
      assert.match(named, /@ag-ui\/client 1\.0\.0, run 2 with messages of the client, or empty/);
      for (const withMessages of [true, false]) {
        const app = createAgUiApp({ agents: [payer().agent], scenario: pays("ann") });
        const first = app.open(version, { agent: "payer" });
        const announced = await say(first, "go", "m1");
        const k = callsOf(first)[0]?.id ?? assert.fail();
        assert.ok(callEventsOf(announced).includes(`START ${k}`));
        const reader = app.open(version, {
          agent: "payer",
          ...(withMessages ? { initialMessages: first.messages } : {}),
        });
        if (!withMessages) await ran(reader);
        const { error, events } = await ran(reader, { resume: answerTo(first, { [k]: true }) });
        assert.equal(error, undefined);
        assert.equal(events.filter(({ type }) => type === "TOOL_CALL_RESULT").length, 1);
        assert.deepEqual(callsOf(reader).map(({ id }) => id), [k]);
        assert.deepEqual(shortOf(reader), [
          "user:go",
          "assistant:I see.:pay",
          'tool:{"paid":"ann"}',
          "assistant:Done.",
        ]);
      }
    },
  );

  reports<{ plan: string[]; answers: (string | null)[][] }>(
    "agent-framework-6910",
    `${version.name}: of parallel calls each approved one runs once, and none has a made-up result`,
    async ({ plan, answers }) => {
      const to = plan.map((call) => /\((.*)\)/.exec(call)?.[1] ?? assert.fail());
      for (const answered of answers) {
        const { agent, paid } = payer();
        const app = createAgUiApp({ agents: [agent], scenario: pays(...to) });
        const client = app.open(version, { agent: "payer" });
        await say(client, "go", "m1");
        const ids = callsOf(client).map(({ id }) => id);
        assert.equal(ids.length, plan.length);
        const approved = Object.fromEntries(ids.flatMap((id, place) => {
          const answer = answered[place];
          return answer === null ? [] : [[id, answer === "approve"]];
        }));
        // The client refuses to answer some of the interrupts or to go on beside them: another page of the user does so.
        let messages: readonly object[] = client.messages;
        const post = async (runId: string, fields: object) => {
          const response = await app.post(input({ runId, messages, ...fields }), "", "payer");
          const last = (await eventsOf(response)).at(-1);
          return { type: last?.type, waiting: Object(last?.outcome).interrupts?.length ?? 0 };
        };
        const left = answered.filter((answer) => answer === null).length;
        const resume = answerTo(client, approved);
        assert.deepEqual(await post("r2", { resume }), { type: "RUN_FINISHED", waiting: left });
        if (left > 0) {
          // An input would deny what waits (docs/approvals.md), and none comes here by itself.
          assert.deepEqual([paid, await outcomesOf(app)], [[], []], "nothing is invented for what waits");
          const rest = answerTo(client, Object.fromEntries(ids.map((id) => [id, true]))).slice(-left);
          assert.deepEqual(await post("r3", { resume: rest }), { type: "RUN_FINISHED", waiting: 0 });
        }
        messages = [...messages, said("and now?", "m2")];
        assert.deepEqual(await post("r4", {}), { type: "RUN_FINISHED", waiting: 0 });
        const granted = to.filter((_, place) => answered[place] !== "deny");
        assert.deepEqual(paid, granted.map((each) => ({ to: each })));
        const results = (await entriesOf(app)).filter(({ type }) => type === "tool");
        assert.deepEqual(
          results.map(({ callId, outcome, output }) => [callId, outcome, output]).toSorted(),
          ids.map((id, place) =>
            answered[place] === "deny" ? [id, "denied", null] : [id, "completed", { paid: to[place] }]
          ).toSorted(),
        );
      }
    },
  );
}
