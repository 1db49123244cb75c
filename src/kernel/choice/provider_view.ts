// ProviderView: what GET /v1/providers and docs/providers.md show of a provider.

import type { Capabilities, CapabilityRow, Lacks } from "../../core/model/capability.ts";
import type { Enforcement } from "../../core/tool_choice/choice_report.ts";

/** The choices that the page has a column for, in its order. */
export const MODES = [
  "auto",
  "none",
  "required",
  "tool",
  "allowedAuto",
  "allowedRequired",
  /** Any forced choice while the model thinks. */
  "forcedWhileThinking",
] as const;

/** A column of the page. */
export type Mode = typeof MODES[number];

/** Models of a provider that enforce the same choices. */
export interface ModelGroup extends Pick<Capabilities, "bindsThinking" | "schemaInPrompt"> {
  /** The row of the capability table for them; undefined for the models without a row. */
  readonly row: CapabilityRow | undefined;
  /** What such a model lacks, each with the reason. */
  readonly lacks: Lacks;
  /** It thinks under default settings. */
  readonly thinks: boolean;
  /** How each choice is enforced under default settings. */
  readonly modes: Readonly<Record<Mode, Enforcement>>;
  /** The choices under which other tools are sent than under `auto`, so that the prompt is cut. */
  readonly cuts: readonly Mode[];
  /** The API has a flag against several calls at once; without one, surplus calls are skipped. */
  readonly parallelFlag: boolean;
}

/** A provider of a deployment. */
export interface ProviderView {
  readonly name: string;
  /** Every variable that it needs is set in this deployment. */
  readonly configured: boolean;
  /** What it reads from the environment, the most important first. Never their values. */
  readonly variables: readonly { readonly name: string; readonly set: boolean }[];
  /** First the models without a row. */
  readonly groups: readonly ModelGroup[];
}
