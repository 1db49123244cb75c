// ProviderView: what GET /v1/providers and docs/providers.md show of a provider.

import type { CapabilityRow, Lacks } from "./capability.ts";
import type { Enforcement } from "./tool_choice.ts";

/** The ways to choose that are told apart, in the order of the table. */
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

export type Mode = typeof MODES[number];

/** Models of a provider that can be held to the same choices. */
export interface ModelGroup {
  /** The row of the capability table that sets them apart; undefined for models of which nothing is known by their names. */
  readonly row: CapabilityRow | undefined;
  /** What such a model lacks, each with the reason. */
  readonly lacks: Lacks;
  /** It thinks when nothing is set. */
  readonly thinks: boolean;
  /** How each choice is held when nothing is set. */
  readonly modes: Readonly<Record<Mode, Enforcement>>;
  /** The API has a flag against several calls at once; without one, surplus calls are skipped. */
  readonly parallelFlag: boolean;
}

export interface ProviderView {
  readonly name: string;
  /** Everything that it cannot do without is set in this deployment. */
  readonly configured: boolean;
  /** What it reads from the environment, the most important first. Never their values. */
  readonly variables: readonly { readonly name: string; readonly set: boolean }[];
  /** First those of which nothing is known by their names. */
  readonly groups: readonly ModelGroup[];
}
