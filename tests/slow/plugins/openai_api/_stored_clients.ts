// What the published clients do with a response behind its answer: they read, list, stop and remove it, and answer its approvals.

import assert from "node:assert/strict";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, type ModelMessage } from "ai";
import OpenAI from "openai";
import { olderClient, type Scene, type Served } from "./_clients.ts";

const WEATHER = "What is the weather in Paris?";
const DELETE = "Please delete record r7";

/** Runs on both majors of the client: their types differ in nothing that is used here. */
function storedScenes(major: string, create: (served: Served) => OpenAI): Scene[] {
  return [
    {
      name: `${major}: responses.retrieve, its stream, inputItems, cancel and delete`,
      async run(served) {
        const { responses } = create(served);
        const made = await responses.create({ model: served.model, input: WEATHER });
        const read = await responses.retrieve(made.id);
        assert.deepEqual([read.output, read.output_text, read.status, read.model], [
          made.output,
          made.output_text,
          made.status,
          made.model,
        ]);
        const types: string[] = [];
        for await (const { type } of await responses.retrieve(made.id, { stream: true })) types.push(type);
        assert.equal(types.at(-1), "response.completed");
        const stream = responses.stream({ response_id: made.id, starting_after: 3 });
        assert.deepEqual((await stream.finalResponse()).output_text, made.output_text);
        const next = await responses.create({
          model: served.model,
          input: "What is the weather in Rome?",
          previous_response_id: made.id,
        });
        const items: string[] = [];
        for await (const item of responses.inputItems.list(next.id, { limit: 1, order: "asc" })) {
          items.push(item.type ?? "");
        }
        assert.deepEqual(items, ["message", ...made.output.map(({ type }) => type), "message"]);
        assert.equal((await responses.cancel(made.id)).status, "completed");
        await responses.delete(made.id);
        await assert.rejects(responses.retrieve(made.id), { status: 404, type: "invalid_request_error" });
        assert.equal((await responses.retrieve(next.id)).status, "completed");
      },
    },
    {
      name: `${major}: an approval over responses, and no second one`,
      async run(served) {
        const { responses } = create(served);
        for (const approve of [true, false]) {
          const waiting = await responses.create({ model: served.model, input: DELETE });
          const request = waiting.output.find((item) => item.type === "mcp_approval_request");
          assert.ok(request?.type === "mcp_approval_request");
          assert.deepEqual([request.name, JSON.parse(request.arguments)], ["delete_record", { id: "r7" }]);
          const answer = {
            model: served.model,
            previous_response_id: waiting.id,
            input: [{ type: "mcp_approval_response", approval_request_id: request.id, approve } as const],
          };
          const stream = responses.stream(answer);
          const { output, output_text: text } = await stream.finalResponse();
          const call = output.find((item) => item.type === "mcp_call");
          assert.ok(call?.type === "mcp_call");
          assert.deepEqual([call.approval_request_id, call.status], [
            request.id,
            approve ? "completed" : "failed",
          ]);
          assert.match(text ?? "", approve ? /r7 is deleted/ : /did not delete record r7/);
          await assert.rejects(responses.create(answer), { status: 409, code: "approval_decided" });
          const shown = await responses.retrieve(waiting.id);
          assert.equal(shown.output.filter((item) => item.type === "mcp_approval_request").length, 1);
        }
      },
    },
  ];
}

/** The AI SDK asks for an approval of a hosted server, and sends the answer with the next prompt. */
const approvingSdk: readonly Scene[] = [true, false].map((store) => ({
  name: `@ai-sdk/openai: an approval over responses, ${
    store ? "by references" : "with the whole conversation"
  }`,
  async run({ url, key, model }: Served) {
    const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: key });
    const asked = {
      model: openai.responses(model),
      providerOptions: { openai: { store } },
      tools: { treadle: openai.tools.mcp({ serverLabel: "treadle", serverUrl: "https://treadle.test" }) },
    };
    const messages: ModelMessage[] = [{ role: "user", content: DELETE }];
    const first = await generateText({ ...asked, messages });
    const request = first.content.find((part) => part.type === "tool-approval-request");
    assert.ok(request?.type === "tool-approval-request");
    messages.push(...first.response.messages, {
      role: "tool",
      content: [{
        type: "tool-approval-response",
        approvalId: request.approvalId,
        approved: true,
        providerExecuted: true,
      }],
    });
    const second = await generateText({ ...asked, messages });
    assert.match(second.text, /r7 is deleted/);
  },
}));

const optionsOf = ({ url, key }: Served) => ({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });

/** Every client that has them. */
export const STORED_SCENES: readonly Scene[] = [
  ...storedScenes("openai 7", (served) => new OpenAI(optionsOf(served))),
  ...storedScenes("openai 6", (served) => olderClient(optionsOf(served))),
  ...approvingSdk,
];
