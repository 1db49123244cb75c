/** A site with one long thread, for what concerns the cost of opening it. */
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { openSite, type Site, type SiteOptions } from "./site.ts";

/** An agent that looks something up for each message: two steps a message. */
export function openLongSite(options: Pick<SiteOptions, "network"> = {}): Site {
  const lookUp = defineTool({
    name: "look_up",
    description: "Looks an order up.",
    parameters: ["order"],
    effect: "pure",
    run: ({ order }) => ({ order, state: "on its way", items: [{ name: "lamp", price: 30 }] }),
  });
  const driver = createScriptedDriver(({ history: { entries } }) =>
    Promise.resolve(
      entries.at(-1)?.type === "tool"
        ? { says: "Your order is **on its way**:\n\n- one lamp\n- it comes on Friday" }
        : { calls: [{ tool: "look_up", args: { order: `o${entries.length}` } }] },
    )
  );
  return openSite({
    ...options,
    agents: [defineAgent({ name: "shop", driver: "scripted", tools: [lookUp] })],
    drivers: [driver],
  });
}

/** Runs so many steps of the thread `long`. */
export async function runSteps(site: Site, steps: number): Promise<void> {
  for (let n = 0; n < steps / 2; n++) {
    const response = await fetch(`${site.url}v1/threads/long/steps`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ agent: "shop", input: `Where is my order ${n}?`, until: "done" }),
    });
    await response.text();
  }
}
