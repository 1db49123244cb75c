// How much code one plain step runs: the modules of src whose functions are entered, by V8's precise coverage of a request to a warm
// process. The step runs a call, asks the model (OpenAI's package over a `fetch` that answers at once) and commits to the memory store; all
// plugins of the standard set are there, and the agent uses none.
//
//   deno run -A tests/bench/files_run.ts          the counts, and those of each folder
//   deno run -A tests/bench/files_run.ts --list   the modules too

import { type Profiler, Session } from "node:inspector/promises";
import { createApp } from "../../src/app.ts";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { createDeps } from "../../src/deps.ts";
import { projectRoot } from "../support/project.ts";

const WARM_UP = 20;

const look = defineTool({
  name: "look",
  description: "Looks.",
  parameters: ["at"],
  effect: "pure",
  run: () => "blue",
});
const agent = defineAgent({
  name: "plain",
  model: "openai/gpt-5-mini",
  instructions: "Look.",
  tools: [look],
  settings: { api: "chat" },
});

const deps = createDeps({
  env: { TREADLE_STORE: "memory", TREADLE_OPEN: "1", OPENAI_API_KEY: "sk-measured", TREADLE_MAX_STEPS: "0" },
  agents: [agent],
  fetch: () => Promise.resolve(new Response(ANSWER, { headers: { "content-type": "text/event-stream" } })),
  log: () => {},
});
const app = createApp(deps);

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${
    JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 1_700_000_000,
      model: "gpt-5-mini",
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
  }\n\n`;

/** The model calls the tool each time, so that every step runs a call and makes a plan. */
const ANSWER = [
  chunk({
    role: "assistant",
    tool_calls: [{
      index: 0,
      id: "call_1",
      type: "function",
      function: { name: "look", arguments: '{"at":"sky"}' },
    }],
  }),
  chunk({}, "tool_calls"),
  "data: [DONE]\n\n",
].join("");

async function step(thread: string, input?: string): Promise<void> {
  const response = await app.fetch(
    new Request(`http://localhost/v1/threads/${thread}/steps`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({ agent: "plain", ...(input === undefined ? {} : { input }) }),
    }),
  );
  const events = await response.text();
  if (!response.ok || !events.includes("step.finished")) throw new Error(`${response.status}: ${events}`);
}

/** The functions of src that are entered meanwhile, by module. */
async function entered(session: Session, run: () => Promise<void>): Promise<Map<string, number>> {
  await session.post("Profiler.takePreciseCoverage");
  await run();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const root = new URL("src/", projectRoot).href;
  const counts = result.filter(({ url }) => url.startsWith(root)).map(({ url, functions }) =>
    [url.slice(projectRoot.href.length), functions.filter(isEntered).length] as const
  );
  return new Map(counts.filter(([, count]) => count > 0));
}

function isEntered({ functionName, ranges }: Profiler.FunctionCoverage): boolean {
  return functionName !== "" && ranges.some(({ count }) => count > 0);
}

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
for (let index = 0; index < WARM_UP; index++) {
  await step(`warm-${index}`, "Look.");
  await step(`warm-${index}`);
}
await step("measured", "Look.");
await new Promise((resolve) => setTimeout(resolve, 20)); // so that the step waits for no turn behind those before it
const modules = await entered(session, () => step("measured"));
const functions = [...modules.values()].reduce((sum, count) => sum + count, 0);
const folders = Map.groupBy(
  modules.keys(),
  (module) => module.split("/").slice(0, 3).join("/").replace(/\/[^/]*\.ts$/, ""),
);
console.log(`One plain step enters ${functions} functions of ${modules.size} modules.\n`);
for (const [folder, { length }] of [...folders].toSorted(([, one], [, other]) => other.length - one.length)) {
  console.log(`${String(length).padStart(4)}  ${folder}`);
}
if (Deno.args.includes("--list")) console.log(`\n${[...modules.keys()].toSorted().join("\n")}`);
await deps.close();
