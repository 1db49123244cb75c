// A run with a tool, and the same over HTTP, on Node.

import { createDeps, defineAgent, defineTool, startRun } from "@treadle/treadle";
import { createApp } from "@treadle/treadle/hono";
import { readAsset } from "@treadle/studio";
import { createMemoryStore } from "@treadle/treadle/stores/memory";
import { createUpstashStore } from "@treadle/treadle/stores/upstash";

const store = createMemoryStore();
const look = defineTool({
  name: "get_weather",
  description: "The weather of a city.",
  run: () => ({ tempC: 18 }),
});
const deps = createDeps({
  env: { TREADLE_STORE: "kept", TREADLE_OPEN: "1" },
  stores: { kept: () => store },
  agents: [defineAgent({ name: "tester", model: "scripted/demo", tools: [look] })],
  log: () => {},
});
const started = await startRun({
  ref: { tenant: "public", thread: "t1" },
  agent: "tester",
  inputs: ["What is the weather in Paris?"],
  until: "done",
  toolResults: [],
  busy: "reject",
  resumable: true,
}, deps);
const events = [];
const { output, calls } = await started.run((event) => events.push(event.type));
const app = createApp(deps, { readAsset });
const thread = await app.request("/v1/threads/t1/history");
const page = await app.request("/");
await createUpstashStore({ url: "https://name.upstash.io", token: "the-rest-token" }).close();
await deps.close();
console.log(JSON.stringify({
  output,
  calls: calls.map(({ name, state }) => [name, state]),
  events: [...new Set(events)],
  entries: (await thread.json()).entries.map(({ type }) => type),
  page: [page.status, (await page.text()).includes("<html")],
}));
