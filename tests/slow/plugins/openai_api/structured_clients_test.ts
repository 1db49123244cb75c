// Row E6: the libraries that ask for answers as JSON, as they are published, over real HTTP: LangChain, @openai/agents and instructor.

import assert from "node:assert/strict";
import instructor from "@instructor-ai/instructor";
import { ChatOpenAI } from "@langchain/openai";
import { Agent, ModelRefusalError, Runner, tool } from "@openai/agents-core";
import { OpenAIProvider } from "@openai/agents-openai";
import OpenAI6 from "openai6";
import * as z from "zod";
import * as z3 from "zod/v3";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { type Door, KEY, serveDoor } from "../../../plugins/openai_api/_door.ts";

const report = z.object({ city: z.string().describe("Where it is."), tempC: z.number() });
const REPORT = { city: "Paris", tempC: 18 };
const TEXT = JSON.stringify(REPORT);

const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "18 degrees" });
const remove = defineTool({
  name: "remove",
  description: "Removes.",
  needsApproval: true,
  run: () => "gone",
});
const looker = defineAgent({ name: "looker", model: "recorded/m", tools: [look] });
const remover = defineAgent({ name: "remover", model: "recorded/m", tools: [remove] });
const agents = [looker, remover];

/** A tool of the agent runs before the answer, and the model says something beside its call. */
const LOOKS = scenario().says("Let me look.").calls("look", {}).next().says(TEXT);
/** The first answer does not fit the schema. */
const ERRS = scenario().says('{"city":"Paris"}').next().says(TEXT);

function langchain({ url }: Door, useResponsesApi: boolean, model = "looker"): ChatOpenAI {
  return new ChatOpenAI({
    model,
    apiKey: KEY,
    configuration: { baseURL: `${url}/v1` },
    maxRetries: 0,
    useResponsesApi,
  });
}

/** How many answers the model was asked for. */
function askedOf({ requests }: Door): number {
  return requests.length;
}

for (const useResponsesApi of [false, true]) {
  const api = useResponsesApi ? "responses" : "chat";

  for (const method of ["jsonSchema", "jsonMode"] as const) {
    Deno.test(`E6: @langchain/openai: withStructuredOutput by ${method} over ${api}, behind a tool of the agent`, async () => {
      await using door = serveDoor(LOOKS, { agents });
      const model = langchain(door, useResponsesApi).withStructuredOutput(report, { method, name: "report" });
      assert.deepEqual(await model.invoke("What is the weather in Paris?"), REPORT);
      assert.equal(askedOf(door), 2);
    });
  }

  Deno.test(`E6: @langchain/openai: withStructuredOutput by functionCalling over ${api}`, async () => {
    await using door = serveDoor(scenario().calls("report", REPORT), { agents });
    const options = { method: "functionCalling", name: "report" } as const;
    const model = langchain(door, useResponsesApi).withStructuredOutput(report, options);
    assert.deepEqual(await model.invoke("What is the weather in Paris?"), REPORT);
    assert.deepEqual(door.requests[0]?.tools.map(({ name }) => name), ["report"]);
  });

  Deno.test(`E6: @langchain/openai: an answer that does not fit is asked for again over ${api}, and streams whole`, async () => {
    await using door = serveDoor(ERRS, { agents });
    const model = langchain(door, useResponsesApi).withStructuredOutput(report, { method: "jsonSchema" });
    let last: unknown;
    for await (const part of await model.stream("go")) last = part;
    assert.deepEqual(last, REPORT);
    assert.equal(askedOf(door), 2);
  });
}

for (const useResponses of [false, true]) {
  const api = useResponses ? "responses" : "chat";

  Deno.test(`E6: @openai/agents: outputType over ${api}, behind a tool of the agent`, async () => {
    await using door = serveDoor(LOOKS, { agents });
    const agent = new Agent({ name: "a", model: "looker", outputType: report });
    const { finalOutput } = await runnerOf(door, useResponses).run(agent, "go");
    assert.deepEqual(finalOutput, REPORT);
  });

  for (const stream of [false, true]) {
    const how = stream ? "streamed " : "";

    Deno.test(`E6: @openai/agents: outputType ${how}over ${api}, behind a tool of the caller`, async () => {
      const script = scenario().says("Let me ask.").calls("place", {}).next().says(TEXT);
      await using door = serveDoor(script, { agents });
      let asked = 0;
      const place = tool({
        name: "place",
        description: "Where the user is.",
        parameters: z.object({}),
        execute: () => {
          asked++;
          return "Paris";
        },
      });
      const agent = new Agent({ name: "a", model: "looker", outputType: report, tools: [place] });
      const runner = runnerOf(door, useResponses);
      if (stream) {
        const run = await runner.run(agent, "go", { stream });
        await run.completed;
        assert.deepEqual(run.finalOutput, REPORT);
      } else assert.deepEqual((await runner.run(agent, "go")).finalOutput, REPORT);
      assert.equal(asked, 1);
    });
  }
}

Deno.test("E6: @openai/agents: a run that waits for people is a refusal, and no output", async () => {
  await using door = serveDoor(scenario().says("I see.").calls("remove", {}), { agents });
  const agent = new Agent({ name: "a", model: "remover", outputType: report });
  await assert.rejects(runnerOf(door, false).run(agent, "go"), ModelRefusalError);
});

function runnerOf({ url }: Door, useResponses: boolean): Runner {
  const modelProvider = new OpenAIProvider({ apiKey: KEY, baseURL: `${url}/v1`, useResponses });
  return new Runner({ modelProvider, tracingDisabled: true });
}

/** A schema of the zod that instructor knows. */
const older = z3.object({ city: z3.string(), tempC: z3.number() });
const MODES = [["TOOLS", scenario().calls("Report", REPORT)], ["JSON", LOOKS], [
  "JSON_SCHEMA",
  LOOKS,
]] as const;

for (const [mode, script] of MODES) {
  Deno.test(`E6: instructor: an object by the mode ${mode}`, async () => {
    await using door = serveDoor(script, { agents });
    const client = instructor({
      client: new OpenAI6({ baseURL: `${door.url}/v1`, apiKey: KEY, maxRetries: 0 }),
      mode,
    });
    const { _meta, ...object } = await client.chat.completions.create({
      model: "looker",
      messages: [{ role: "user", content: "What is the weather in Paris?" }],
      response_model: { schema: older, name: "Report" },
    });
    assert.deepEqual(object, REPORT);
  });
}

Deno.test("E6: instructor: the schema of JSON_SCHEMA holds the answer", async () => {
  await using door = serveDoor(ERRS, { agents });
  const client = instructor({
    client: new OpenAI6({ baseURL: `${door.url}/v1`, apiKey: KEY, maxRetries: 0 }),
    mode: "JSON_SCHEMA",
  });
  const { _meta, ...object } = await client.chat.completions.create({
    model: "looker",
    messages: [{ role: "user", content: "go" }],
    response_model: { schema: older, name: "Report" },
  });
  assert.deepEqual(object, REPORT);
  assert.equal(askedOf(door), 2);
});
