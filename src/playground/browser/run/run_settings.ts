// How the next message is run: what a person has set, what a request says of it, and the same in words.

import type { AgentView } from "../../../core/contract/deployment.ts";
import type { Execution, ToolChoice } from "../../../core/tool_choice.ts";
import type { RunOptions } from "../api/api.ts";
import { choiceWords, EXECUTIONS } from "../words.ts";

/** The settings; an empty text takes what the agent has. */
export interface RunSettings {
  /** `auto`, `none`, `required`, `allowed`, or `tool:` and a name: a tool may be named as another choice is. */
  readonly choice: string;
  /** With `allowed`: the names. */
  readonly allowed: readonly string[];
  /** With `allowed`: one of them has to be called. */
  readonly isRequired: boolean;
  /** A forced choice holds in every step, and not once. */
  readonly isAlways: boolean;
  /** One of the agent's models. */
  readonly model: string;
  readonly execution: Execution | "";
  readonly until: RunOptions["until"];
  /** Most steps of the run, as digits. */
  readonly steps: string;
}

/** Before the name of a tool. */
const TOOL = "tool:";

/** Those that take what the agent has. */
export function defaultSettings({ tools }: Pick<AgentView, "tools">): RunSettings {
  return {
    choice: "",
    allowed: tools,
    isRequired: false,
    isAlways: false,
    model: "",
    execution: "",
    until: "done",
    steps: "",
  };
}

/** The value of the choice of one tool. */
export function toolChoiceValue(name: string): string {
  return TOOL + name;
}

/** Whether the choice forces a call, so that it can be forced in every step. */
export function forces({ choice, isRequired }: RunSettings): boolean {
  return choice === "allowed" ? isRequired : !["", "auto", "none"].includes(choice);
}

/** What the request says. */
export function toRunOptions(settings: RunSettings): RunOptions {
  const { model, execution, until, steps } = settings;
  const toolChoice = toToolChoice(settings);
  return {
    ...(toolChoice && { toolChoice }),
    ...(model !== "" && { model }),
    ...(execution !== "" && { execution }),
    ...(/^[1-9]\d*$/.test(steps) && { limits: { steps: Number(steps) } }),
    until,
  };
}

/** Where a run ends. */
export const UNTIL: Readonly<Record<RunOptions["until"], string>> = {
  done: "there is an answer",
  settled: "its tools have run",
  step: "one step is done",
};

/** What differs from the defaults, in words: `must call a tool`, `until one step is done`, `gpt-5`, `at most 3 steps`. */
export function differences(settings: RunSettings): string[] {
  const { toolChoice, model, execution, limits, until } = toRunOptions(settings);
  return [
    ...(toolChoice ? [choiceWords(toolChoice)] : []),
    ...(model ? [model.replace(/^[^/]*\//, "")] : []),
    ...(execution ? [EXECUTIONS[execution]] : []),
    ...(until === "done" ? [] : [`until ${UNTIL[until]}`]),
    ...(limits?.steps ? [`at most ${limits.steps} ${limits.steps === 1 ? "step" : "steps"}`] : []),
  ];
}

function toToolChoice(settings: RunSettings): ToolChoice | undefined {
  const { choice, allowed: names, isRequired, isAlways } = settings;
  const times = isAlways && forces(settings) ? { times: "always" } as const : {};
  switch (choice) {
    case "":
      return undefined;
    case "auto":
    case "none":
      return { type: choice };
    case "required":
      return { type: "required", ...times };
    case "allowed":
      return { type: "allowed", names: [...names], mode: isRequired ? "required" : "auto", ...times };
    default:
      return { type: "tool", name: choice.slice(TOOL.length), ...times };
  }
}
