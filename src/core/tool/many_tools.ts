// How many tools one prompt has: a model chooses well among about twenty and badly among two hundred.

/** Tools of one prompt among which a model chooses well. */
export const MANY_TOOLS = 20;

/** What to do about a prompt with more. */
export const FEWER_TOOLS = "selection: toolSelection({ tools }) gives each prompt those that fit";

/** `shop has 34 tools in each prompt, and a model chooses well among about 20`. */
export function manyToolsText(agent: string, tools: number): string {
  return `${agent} has ${tools} tools in each prompt, and a model chooses well among about ${MANY_TOOLS}`;
}
