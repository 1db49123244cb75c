// The tools of the agent.

import { defineTool, ToolError } from "@treadle/treadle";
import { HANDBOOK, type Section } from "./handbook.ts";

export const searchHandbook = defineTool({
  name: "search_handbook",
  description: "The sections of the team's handbook that have most of these words.",
  parameters: [{ name: "words", description: "A few words, such as: holiday days per year" }],
  effect: "pure",
  run: ({ words }) => {
    const wanted = toWords(words);
    return HANDBOOK.map((section) => ({ section, hits: countHits(section, wanted) }))
      .filter(({ hits }) => hits > 0)
      .sort((a, b) => b.hits - a.hits)
      .slice(0, 3)
      .map(({ section }) => section);
  },
});

export const openTicket = defineTool({
  name: "open_ticket",
  description: "Opens a ticket for the office. Somebody of the team decides whether it is done.",
  parameters: ["title", "details"],
  effect: "once", // a ticket whose outcome is not known is not opened again
  needsApproval: true,
  approvalTtlMs: 24 * 60 * 60 * 1000,
  env: ["TICKETS_URL"],
  run: async ({ title, details }, { env, fetch }) => {
    if (!env.TICKETS_URL) {
      console.log(`ticket: ${title}: ${details}`);
      return { opened: true };
    }
    const response = await fetch(env.TICKETS_URL, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ title, details }),
    });
    await response.body?.cancel();
    if (!response.ok) throw new ToolError("failed", `The ticket is refused with status ${response.status}.`);
    return { opened: true };
  },
});

function countHits({ title, text }: Section, wanted: ReadonlySet<string>): number {
  return [...toWords(`${title} ${text}`)].filter((word) => wanted.has(word)).length;
}

/** Words of four letters and more, without the `s` of a plural. */
function toWords(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.replace(/s$/, "")));
}
