// What a model lacks is left out of a request before it is written.

import { isFeature, type Lacks, refusedTool } from "../../core/model/capability.ts";
import type { ModelSettings } from "../../core/model/model_settings.ts";
import type { ChoiceRequest } from "../../core/model/provider.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import { withoutTools } from "./calls/refused_tool.ts";

/** A request without what its model refuses. */
export interface Lessened<Request extends ChoiceRequest> {
  readonly request: Request;
  /** One for each setting and tool that was left out. */
  readonly warnings: readonly Warning[];
}

/** The request without the settings and tools that the model refuses; `thinks` as {@link Capabilities} has it. */
export function withoutLacking<Request extends ChoiceRequest>(
  request: Request,
  thinks: boolean,
): Lessened<Request> {
  const { settings, lacks, model, choice } = request;
  const tools = Object.keys(lacks).every(isFeature)
    ? request.tools
    : request.tools.filter((tool) => lacks[refusedTool(tool)] === undefined);
  const dropped = SETTINGS.filter(({ setting, isRefused }) =>
    settings[setting] !== undefined && isRefused(lacks, thinks, settings)
  ).map(({ setting }) => setting);
  const keepsThinking = settings.reasoningEffort === "none" && thinks && lacks.effort === undefined;
  const stays: readonly Warning[] = keepsThinking
    ? [{
      code: "thinking_stays",
      message: `reasoningEffort none is sent as the least effort: model ${model} always thinks.`,
    }]
    : [];
  const refused = request.tools.filter((tool) => !tools.includes(tool)).map(({ name }) => name);
  if (dropped.length === 0 && refused.length === 0) return { request, warnings: stays };
  const kept: ModelSettings = {
    ...settings,
    ...Object.fromEntries(dropped.map((setting) => [setting, undefined])),
  };
  const toMessage = (what: string) => `${what} was left out: model ${model} does not take it.`;
  const warnings = [
    ...dropped.map((setting) => ({ code: "setting_dropped", message: toMessage(setting) })),
    ...refused.map((name) => ({ code: "tool_left_out", message: toMessage(`Tool ${name}`) })),
    ...stays,
  ];
  return {
    request: { ...request, settings: kept, tools, choice: withoutTools(choice, refused) },
    warnings,
  };
}

interface RefusableSetting {
  readonly setting: keyof ModelSettings;
  readonly isRefused: (lacks: Lacks, thinks: boolean, settings: ModelSettings) => boolean;
}

const SETTINGS: readonly RefusableSetting[] = [
  {
    setting: "temperature",
    isRefused: (lacks, thinks) =>
      lacks.temperature !== undefined || (thinks && lacks.sampling_thinking !== undefined),
  },
  {
    setting: "topP",
    isRefused: (lacks, thinks, { temperature }) =>
      lacks.topP !== undefined || (thinks && lacks.sampling_thinking !== undefined) ||
      (temperature !== undefined && lacks.sampling_pair !== undefined),
  },
  { setting: "reasoningEffort", isRefused: (lacks) => lacks.effort !== undefined },
];
