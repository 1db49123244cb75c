// C3, C5: for every dialect and every choice, what is really sent: captured over HTTP, valid by the published schema and by the
// rules of the dialect, the same as the first event of a step says, and written down in snapshots/ for people to read.
import assert from "node:assert/strict";
import type { ToolSpec } from "../../../src/core/tool/tool_spec.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";
import { callsOf, drain, weatherTool } from "../../providers/_support.ts";
import { validator } from "../../support/conformance.ts";
import { providerOf, requestOf, send } from "../../wire/ask.ts";
import type { WireCase } from "../../wire/case.ts";
import { CASES } from "../../wire/cases.ts";
import { obedient } from "../../wire/obedient.ts";
import type { ParsedRequest } from "../../wire/openai/reply.ts";
import { checkSnapshot, snapshotOf, type SnapshotRow } from "../../wire/snapshot.ts";

const CHOICES: Readonly<Record<string, { choice: ToolChoice; parallel?: false }>> = {
  "auto": { choice: { type: "auto" } },
  "auto, one call": { choice: { type: "auto" }, parallel: false },
  "none": { choice: { type: "none" } },
  "none, one call": { choice: { type: "none" }, parallel: false },
  "required": { choice: { type: "required" } },
  "required, one call": { choice: { type: "required" }, parallel: false },
  "tool": { choice: { type: "tool", name: "GitHub.SetStarred" } },
  "tool, one call": { choice: { type: "tool", name: "GitHub.SetStarred" }, parallel: false },
  "allowed auto": { choice: { type: "allowed", names: ["get_weather", "GitHub.SetStarred"], mode: "auto" } },
  "allowed required": { choice: { type: "allowed", names: ["get_weather"], mode: "required" } },
};

const star: ToolSpec = {
  name: "GitHub.SetStarred",
  description: "Stars a repository.",
  parameters: { type: "object", properties: { repo: { type: "string" } }, required: ["repo"] },
};
const clock: ToolSpec = {
  name: "get_time",
  description: "The time.",
  parameters: { type: "object", properties: {} },
};
const TOOLS = [weatherTool, star, clock];

for (const wire of CASES) {
  for (const [label, { choice, parallel }] of Object.entries(CHOICES)) {
    Deno.test(`C3: ${wire.name}: choice ${label} is sent as told, valid, and comes back under our names`, async () => {
      let isTold = false;
      await using server = await wire.start({
        reply: (request) => obedient(isTold ? asTold(request, choice) : request),
      });
      const provider = providerOf(wire, server);
      const { request, choice: held, sent } = requestOf(wire, provider, { tools: TOOLS, choice, parallel });
      isTold = held.enforcement === "announced";
      const { result } = await drain(send(wire, server, provider, request));
      assert.deepEqual(server.complaints, []);

      const captured = server.requests.at(-1);
      assert.ok(captured);
      assert.equal(wire.lintRequest(captured)?.message, undefined);
      const validate = wire.schema === undefined ? undefined : await validator();
      if (validate && wire.schema !== undefined) {
        const { ok, errors } = validate(wire.schema, captured.body, { strict: true });
        assert.ok(ok, errors.join("\n"));
      }
      const expected = label.startsWith("tool") ? "GitHub.SetStarred" : "get_weather";
      const names = callsOf(result).map(({ name }) => name);
      assert.deepEqual(names, choice.type === "none" ? [] : [expected]);

      await checkSnapshot(wire.name, label, rowOf(wire, captured, sent, held));
    });
  }
}

Deno.test("C3: the snapshot has no dialect that is gone", async () => {
  const names = new Set((await snapshotOf()).map(({ dialect }) => dialect));
  assert.deepEqual([...names].filter((name) => !CASES.some((wire) => wire.name === name)), []);
});

/** The request as a model reads it that keeps to the notice. The tools are sent in their order. */
function asTold({ choice: _, ...request }: ParsedRequest, choice: ToolChoice): ParsedRequest {
  if (choice.type === "none") return { ...request, choice: { kind: "none" } };
  const wanted = choice.type === "tool" ? TOOLS.findIndex(({ name }) => name === choice.name) : 0;
  return { ...request, choice: { kind: "named", name: request.tools[wanted] ?? request.tools[0] ?? "" } };
}

function rowOf(
  wire: WireCase,
  captured: { path: string; body: unknown },
  sent: unknown,
  held: { enforcement: string; tools: readonly ToolSpec[] },
): SnapshotRow {
  return {
    dialect: wire.name,
    enforcement: held.enforcement,
    tools: held.tools.map(({ name }) => name),
    sent: JSON.stringify(sent),
    path: captured.path,
    body: captured.body,
  };
}
