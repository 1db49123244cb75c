// S6, A11: a caller that brings its functions is asked for calls of these: the model is not sent the tools by which it would search the
// agent's catalogue, because nobody would run them. The thread keeps what it has of the catalogue.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createScriptedDriver } from "../../../src/drivers/scripted.ts";
import { toolSelection } from "../../../src/plugins/selection/tool_selection.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { byWords } from "../selection/_by_words.ts";
import { createTestApp } from "../../http/_app.ts";
import { WEATHER } from "./_door.ts";

const mow = defineTool({ name: "mow", description: "Mows.", effect: "pure", run: () => "mown" });
const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });

Deno.test("S6: a request that lists its tools has none of a catalogue, and any other has", async () => {
  for (const tools of [[], [look]]) {
    const sent: string[][] = [];
    const script = createScriptedDriver([{ says: "Done." }]);
    const agent = defineAgent({
      name: "gardener",
      driver: "scripted",
      tools,
      selection: toolSelection({ tools: [mow], selector: byWords(), offer: 1 }),
    });
    const { send } = createTestApp({
      plugins: [openaiApi()],
      agents: [agent],
      driver: {
        ...script,
        plan: (turn, emit) => {
          sent.push(turn.enforced.tools.map(({ name }) => name));
          return script.plan(turn, emit);
        },
      },
    });
    const messages = [{ role: "user", content: "mow" }];
    for (const more of [{}, { tools: [WEATHER] }]) {
      const response = await send("POST", "/v1/chat/completions", { model: "gardener", messages, ...more });
      assert.equal(response.status, 200, await response.text());
    }
    const own = tools.map(({ name }) => name);
    for (const more of [{}, { allowed_tools: own }]) {
      const server = { type: "mcp", server_label: "treadle", ...more };
      const body = { model: "gardener", input: "mow", tools: [server] };
      assert.equal((await send("POST", "/v1/responses", body)).status, 200);
    }
    const all = [...own, "search_tools", "call_tool", "mow"];
    assert.deepEqual(sent, [all, ["get_weather"], all, own]);
  }
});
