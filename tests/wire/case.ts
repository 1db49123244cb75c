// A wire case: everything the suites of this folder need to put one provider through its paces. Adding a provider to them is
// one folder with a case and one line in cases.ts.
import type { ModelSettings } from "../../src/core/model/model_settings.ts";
import type { Feature } from "../../src/core/model/capability.ts";
import type { Env } from "../../src/core/ports.ts";
import type { ToolChoice } from "../../src/core/tool_choice.ts";
import type { CapturedRequest } from "./openai/reply.ts";
import type { WireRefusal } from "./refusal.ts";
import type { Simulator, SimulatorOptions } from "./simulator.ts";

export interface WireCase {
  /** The provider's name in the registry; with a word behind it where a provider has several dialects. */
  readonly name: string;
  readonly provider: string;
  /** A model that has all that the provider has. */
  readonly model: string;
  readonly settings?: ModelSettings;
  /** A model that takes media, where `model` takes none. */
  readonly mediaModel?: string;
  start(options?: SimulatorOptions): Promise<Simulator>;
  /** The environment under which the provider of the registry talks to the simulated server. */
  env(simulator: Simulator): Env;
  bindings?(simulator: Simulator): Readonly<Record<string, unknown>>;
  /** Reaches the simulated server under the provider's own address, where that makes a difference. */
  fetch?(simulator: Simulator): typeof fetch;
  /** Of ../shared/conformance, where the request has a published schema. */
  readonly schema?: string;
  /** Complaints of the schema about fields that are newer than it. */
  readonly unpublished?: RegExp;
  /** The rules of the dialect: the refusal that the real API would answer with, undefined for a legal request. */
  lintRequest(request: Pick<CapturedRequest, "path" | "body">): WireRefusal | undefined;
  /** What the simulated server refuses of which model, as the real one does: each capability row has its case here. */
  readonly refuses: readonly RefusedFeature[];
  /** What the server takes and gives up the model's thinking for, without a word: rows that no refusal could teach. */
  readonly silences?: readonly RefusedFeature[];
  /** Arguments are JSON objects on the wire, so that a model cannot send malformed ones. */
  readonly objectArgs?: true;
  /** The recordings of ../shared/fixtures that are in this dialect. */
  readonly recordings?: readonly Recordings[];
}

/** A model that lacks a feature, and what makes the server notice. */
export interface RefusedFeature {
  readonly feature: Feature;
  readonly model: string;
  readonly settings?: ModelSettings;
  /** `auto` by default: the settings alone are refused. */
  readonly choice?: ToolChoice;
  readonly parallel?: false;
  /** The answer is to have a form, in a request without tools or with them. */
  readonly output?: "alone" | "with_tools";
  /** The request has a notice behind its conversation. */
  readonly notice?: true;
  /** The notice defines a tool. */
  readonly adds?: true;
  /** The conversation has a search for tools that has found one. */
  readonly search?: true;
  /** The API is asked for a summary. */
  readonly compact?: true;
  /** The request has the medium that the feature is about, in the place that it is about. */
  readonly media?: true;
  /** What the refusal teaches, when it says less than the row knows; `feature` by default. */
  readonly teaches?: Feature;
}

export interface Recordings {
  /** Matches paths below ../shared/fixtures. */
  readonly files: RegExp;
  /** The model the recordings are read for; the case's by default. */
  readonly model?: string;
  /** Settings beyond the case's, such as the API that was recorded. */
  readonly settings?: ModelSettings;
  /** Files of whose reasoning the oracle reads nothing, though there is some. */
  readonly moreReasoning?: RegExp;
  /** The lines of a `.chunks.txt` as the provider sends them; `newline` is \n or \r\n where the framing has a choice. */
  frame(lines: readonly string[], newline: string): Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}
