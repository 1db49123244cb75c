// Types of agent files in the format that Treadle's follows, and what is written for them here.

/** The fix for a planner of that format; undefined for any other type. */
export function plannerFix(type: string, drivers: readonly string[] | undefined): string | undefined {
  if (type !== "ReActPlanner") return undefined;
  const also = drivers?.includes("react") ? " Or write react, for models without function calling." : "";
  return `write tool_calling: the ReAct loop by function calling.${also}`;
}

/** The fix for a gateway of that format, such as `OpenAIGateway`; undefined for any other type and an unknown provider. */
export function gatewayFix(type: string, providers: readonly string[] | undefined): string | undefined {
  const provider = /^(.+)Gateway$/.exec(type)?.[1]?.toLowerCase();
  if (provider === undefined || providers?.includes(provider) === false) return undefined;
  return `write ${provider}.`;
}
