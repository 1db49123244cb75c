/** Agents on a model that does what the last text of the user says, so that every path of a run can be asked for by words. */
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import type { Agent } from "../../src/core/agent.ts";
import type { ModelRequest } from "../../src/core/model/provider.ts";
import { failing, type Reply, type TestModel, testModel } from "../support/model.ts";

/** The answers: `look` and `remove` call those tools, `fail` fails, and everything else is repeated. */
export function wordModel(): TestModel {
  return testModel(answer);
}

function answer({ messages }: ModelRequest): Reply {
  const last = messages.at(-1);
  if (last?.role === "tool") return { says: `It is ${last.text}.` };
  const text = last?.role === "user" ? last.text : "";
  if (["look", "remove", "wait", "export"].includes(text)) return { calls: [text] };
  return text === "fail" ? failing("model_auth") : { says: `You said ${text}.` };
}

/** A gate that a tool waits at, so that a step is in progress for as long as a test wants. */
export interface Gate {
  readonly reached: Promise<void>;
  open(): void;
}

/** The agents `words` and `other`; the tool `wait` goes on when `gate` opens. */
export function wordAgents(): { readonly agents: readonly Agent[]; gate(): Gate } {
  let current = Promise.withResolvers<void>();
  let reached = Promise.withResolvers<void>();
  current.resolve();
  const look = defineTool({ name: "look", description: "Looks.", run: () => "sunny" });
  const remove = defineTool({
    name: "remove",
    description: "Removes.",
    needsApproval: true,
    run: () => "gone",
  });
  const wait = defineTool({
    name: "wait",
    description: "Waits.",
    async run() {
      reached.resolve();
      await current.promise;
      return "over";
    },
  });
  const exporting = defineTool({
    name: "export",
    description: "Exports, for hours.",
    run: (_args, context) => context.defer({ ref: "j1", expiresInMs: 3_600_000 }),
  });
  const common = {
    model: "first/m",
    instructions: "Do what the words say.",
    tools: [look, remove, wait, exporting],
  };
  return {
    agents: [defineAgent({ name: "words", ...common }), defineAgent({ name: "other", ...common })],
    gate() {
      current = Promise.withResolvers();
      reached = Promise.withResolvers();
      return { reached: reached.promise, open: current.resolve };
    },
  };
}
