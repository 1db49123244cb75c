// D7: the form of an answer in every dialect: what is sent for it alone, as JSON mode and beside tools, captured over HTTP,
// valid by the published schema and by the rules of the dialect, and written down in snapshots/.
import assert from "node:assert/strict";
import { decisionSchema, toDecisionScope } from "../../../src/kernel/prompt/decision_schema.ts";
import type { OutputFormat } from "../../../src/core/model/output_format.ts";
import type { Lacks } from "../../../src/core/model/capability.ts";
import { drain, timeTool, weatherTool } from "../../providers/_support.ts";
import { validator } from "../../support/conformance.ts";
import { providerOf, requestOf, send } from "../ask.ts";
import { CASES } from "../cases.ts";
import { checkSnapshot } from "../snapshot.ts";

const DECISION: OutputFormat = {
  name: "decision",
  schema: decisionSchema(toDecisionScope({ type: "auto" }, [weatherTool, timeTool]), undefined),
};
/** A schema with an object of any keys, bounds and an optional property. */
const OPEN: OutputFormat = {
  name: "report",
  schema: {
    type: "object",
    properties: { title: { type: "string", minLength: 1 }, fields: { type: "object" } },
    required: ["title"],
  },
};

interface Asked {
  readonly output: OutputFormat;
  readonly withTools?: true;
  readonly lacks?: Lacks;
}

const ASKED: Readonly<Record<string, Asked>> = {
  "a decision": { output: DECISION },
  "a decision, without a schema": { output: DECISION, lacks: { json_schema: "learned" } },
  "a decision, prompted": { output: DECISION, lacks: { json_schema: "learned", json_mode: "learned" } },
  "an open schema": { output: OPEN },
  "an answer beside tools": { output: OPEN, withTools: true },
};

for (const wire of CASES) {
  for (const [label, { output, withTools, lacks }] of Object.entries(ASKED)) {
    Deno.test(`D7: ${wire.name}: ${label} is sent as the dialect has it`, async () => {
      await using server = await wire.start({ reply: () => ({ text: "{}" }) });
      const provider = providerOf(wire, server);
      const tools = withTools ? [weatherTool] : [];
      const { request, sent, choice } = requestOf(wire, provider, {
        tools,
        system: "Answer in JSON.",
        output,
      });
      await drain(send(wire, server, provider, { ...request, lacks: { ...request.lacks, ...lacks } }));
      assert.deepEqual(server.complaints, []);

      const captured = server.requests.at(-1);
      assert.ok(captured);
      assert.equal(wire.lintRequest(captured)?.message, undefined);
      const validate = wire.schema === undefined ? undefined : await validator();
      if (validate && wire.schema !== undefined) {
        const { ok, errors } = validate(wire.schema, captured.body, { strict: true });
        assert.ok(ok, errors.join("\n"));
      }
      await checkSnapshot(wire.name, `output: ${label}`, {
        dialect: wire.name,
        enforcement: choice.enforcement,
        tools: choice.tools.map(({ name }) => name),
        sent: JSON.stringify(sent),
        path: captured.path,
        body: captured.body,
      });
    });
  }
}
