// The conformance suite of drivers, looped over the registry: what holds for every driver, with a model that is given its tools
// in the form of the driver. The lab checks the event stream and the history of every run.
import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { AgentError } from "../../src/core/error.ts";
import type { ModelRequest } from "../../src/core/model/provider.ts";
import type { ToolChoice } from "../../src/core/tool_choice.ts";
import { DRIVERS } from "../../src/deps/built_in.ts";
import { asSent } from "../support/as_sent.ts";
import { createLab } from "../support/lab.ts";
import { type Reply, resolver, testModel } from "../support/model.ts";

/** What the model wants to do, whatever the form. */
type Wish = { readonly calls: string } | { readonly says: string };

for (const [name, create] of Object.entries(DRIVERS)) {
  const { toolForm } = create();
  const inForm = (wish: Wish): Reply => {
    if (toolForm === "native") return "calls" in wish ? { calls: [wish.calls] } : wish;
    const decision = "calls" in wish
      ? { thought: "t", type: "call_tool", tool: wish.calls, args: {}, answer: null }
      : { thought: "t", type: "final_answer", tool: null, args: null, answer: wish.says };
    return { says: JSON.stringify(decision) };
  };
  const lab = (wishes: readonly Wish[], toolChoice?: ToolChoice) => {
    const ran: string[] = [];
    const tool = (tool: string) =>
      defineTool({
        name: tool,
        description: "Looks.",
        effect: "pure",
        run: () => {
          ran.push(tool);
          return "blue";
        },
      });
    const model = testModel((_request, index) =>
      inForm(wishes[Math.min(index, wishes.length - 1)] ?? { says: "" })
    );
    const agent = defineAgent({
      name: "a",
      driver: name,
      tools: [tool("look"), tool("listen")],
      maxRetries: 1,
      ...(toolChoice === undefined ? {} : { toolChoice }),
    });
    return { ...createLab({ agents: [agent], deps: { model: resolver(model) } }), model, ran };
  };

  Deno.test(`driver ${name}: is in the registry under its own name`, () => {
    assert.equal(create().name, name);
  });

  Deno.test(`driver ${name}: D6, D9: a call runs, its observation is read, and the model answers`, async () => {
    const { run, model, ran } = lab([{ calls: "look" }, { says: "It is blue." }]);
    const { answer } = await run({ input: "What colour?", until: "done" });
    assert.deepEqual([answer.output, answer.thread.status, ran], ["It is blue.", "done", ["look"]]);
    assert.match(JSON.stringify(model.requests[1]?.messages), /blue/);
    assert.equal(answer.usage?.inputTokens, 20);
  });

  const CHOICES: readonly [string, ToolChoice, Wish, readonly string[], string][] = [
    ["none", { type: "none" }, { calls: "look" }, [], "violated"],
    ["required", { type: "required" }, { calls: "look" }, ["look"], "satisfied"],
    ["tool", { type: "tool", name: "listen" }, { calls: "look" }, [], "violated"],
    ["allowed", { type: "allowed", names: ["listen"], mode: "auto" }, { calls: "look" }, [], "violated"],
    ["required, unmet", { type: "required" }, { says: "No." }, [], "violated"],
  ];
  for (const [label, choice, wish, runs, outcome] of CHOICES) {
    Deno.test(`driver ${name}: C6: under ${label} only what is permitted runs, and a violation is reported`, async () => {
      const { run, ran } = lab([wish], choice);
      const { answer } = await run({ input: "go" });
      if (answer.thread.status === "open") await run();
      assert.deepEqual(ran, runs);
      assert.equal(answer.outcome?.type, outcome);
    });
  }

  Deno.test(`driver ${name}: a native request has the tools, a prompted one has none`, async () => {
    const { run, model } = lab([{ says: "Hi." }]);
    const { answer } = await run({ input: "go" });
    const [request]: ModelRequest[] = model.requests;
    assert.deepEqual(request?.tools.map(({ name }) => name), toolForm === "native" ? ["look", "listen"] : []);
    assert.equal(answer.choice?.sent, toolForm === "native" ? "auto" : null);
  });

  Deno.test(`driver ${name}: a failure of the model is that of the step`, async () => {
    const failure = new AgentError("model_content_filter", "filtered");
    const model = testModel(() => ({ says: '{"thought":"t', fails: failure }));
    const agent = defineAgent({ name: "a", driver: name });
    const { run } = createLab({ agents: [agent], deps: { model: resolver(model) } });
    const { answer } = await run({ input: "go" });
    assert.equal(answer.error?.code, "model_content_filter");
  });

  Deno.test(`driver ${name}: D7: an output schema holds for the final answer, and usage of retries counts`, async () => {
    const output = { type: "object", properties: { colour: { type: "string" } }, required: ["colour"] };
    const good = '{"colour":"blue"}';
    const answers = toolForm === "native"
      ? ["Blue.", good]
      : ["Blue.", `{"thought":"t","type":"final_answer","answer":${good}}`];
    const model = testModel((_request, index) => ({ says: answers[index] ?? "" }));
    const agent = defineAgent({ name: "a", driver: name, output, maxRetries: 1 });
    const { run } = createLab({ agents: [agent], deps: { model: resolver(model) } });
    const { answer, events } = await run({ input: "What colour?" });
    assert.deepEqual([answer.output, asSent(answer.usage)], [good, { inputTokens: 20, outputTokens: 4 }]);
    const restarts = events.filter((event) => event.type === "plan.restarted");
    assert.deepEqual(restarts.map(({ reason }) => reason), ["answer"]);
    assert.deepEqual(answer.warnings.map(({ code }) => code), ["answer_retried"]);

    const failing = testModel(() => ({ says: "Blue." }));
    const other = createLab({ agents: [agent], deps: { model: resolver(failing) } });
    const failed = await other.run({ input: "What colour?" });
    assert.equal(failed.answer.error?.code, "model_answer_invalid");
    assert.deepEqual(asSent(failed.answer.usage), { inputTokens: 20, outputTokens: 4 });
  });
}
