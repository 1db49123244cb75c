// The entry `@treadle/treadle/testing`: what the tests of agents, tools and deployments are written with.

export { callTool, type CallToolOptions } from "./call_tool.ts";
export { type CheckedThread, checkPlugin, type PluginReport } from "./check_plugin.ts";
export { createFakeClock, type FakeClock } from "./fake_clock.ts";
export {
  createRecordingStore,
  type RecordedCall,
  type RecordingStore,
  type StoreFault,
} from "./recording_store.ts";
export type { StoreMethod } from "../core/store/methods.ts";
export { type ContextParts, createToolContext } from "./tool_context.ts";
export {
  createScriptedDriver,
  type PlanScript,
  type ScriptedCall,
  type ScriptedPlan,
} from "../kernel/drivers/scripted.ts";
export { createScriptedProvider, type ScriptedOptions } from "../providers/scripted/provider.ts";
export {
  type Scenario,
  scenario,
  type Script,
  type ScriptedAction,
  type ScriptedTurn,
  type ScriptInput,
  type ScriptResult,
} from "../providers/scripted/scenario.ts";
