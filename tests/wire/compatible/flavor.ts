// What the suites know of one server of the family, from its documentation and from reported bodies, apart from what src
// believes: the simulated server is this strict.
import type { RefusedFeature } from "../case.ts";

export interface Flavor {
  /** The provider in the registry. */
  readonly name: string;
  /** The server's own address, without a slash at its end. */
  readonly baseURL: string;
  /** Where the key is: in which header, as which value. Undefined where nobody asks. */
  readonly key?: { readonly header: string; readonly value: string };
  /** A model that has all that the server has. */
  readonly model: string;
  /** See WireCase.mediaModel. */
  readonly mediaModel?: string;
  /** Body keys beyond those of {@link COMMON_KEYS}; every other key is refused. */
  readonly keys: readonly string[];
  /** Keys of an assistant's message beyond OpenAI's. */
  readonly messageKeys?: readonly string[];
  /** Models for which every assistant's message must have this key. */
  readonly padded?: { readonly models: RegExp; readonly key: string };
  /** `words`: none, auto and required only. */
  readonly choices: "objects" | "words";
  /** The text of the refusal of null as a choice. */
  readonly nullChoice?: string;
  /** What a user's message may have besides text; `image_url` by default, by URL or as data. */
  readonly parts?: readonly ("image_url" | "image_data" | "file" | "file_url" | "input_audio")[];
  /** Models that take `cache_control` on texts: at most 4 in a request. */
  readonly marked?: RegExp;
  /** The text that refuses any other part. */
  readonly unknownPart?: (type: string) => string;
  /** The text that refuses a body key, or a message key by its path. */
  unknownKey(key: string): string;
  /** The text that refuses a choice whose form the server does not take. */
  wrongChoice?(choice: unknown): string;
  /** Refuses what some models lack: the text of the 400, undefined for a legal body. */
  refuses?(body: Readonly<Record<string, unknown>>): Refused | undefined;
  /** The body of a refusal, as the server words it. */
  errorBody(
    error: { message: string; code: string | null; type: string; param: string | null },
    status: number,
  ): unknown;
  /** Models that think, unless the body says otherwise. */
  thinks(body: Readonly<Record<string, unknown>>): boolean;
  /** The field in which reasoning is told. */
  readonly reasoning: "reasoning_content" | "reasoning" | "reasoning_details";
  /** How a call comes in pieces. */
  readonly manner?: Manner;
  /** What stands between events. */
  readonly comment?: string;
  /** Where the usage of a stream is. */
  readonly usage?: "x_groq" | "unasked";
  /** What the case says to the suites. */
  readonly tested: readonly RefusedFeature[];
  /** See WireCase.silences. */
  readonly silenced?: readonly RefusedFeature[];
}

/** A refusal with what goes beside its text. */
export interface Refused {
  readonly message: string;
  readonly status?: number;
  readonly code?: string;
  /** The parameter that is at fault, where the server names it. */
  readonly param?: string;
}

/**
 * `pieces`: as OpenAI. `whole`: one piece (xAI). `named`: the full name in every piece (Fireworks and NIM with Kimi).
 * `new ids`: a new id and an empty name in every piece but the first (LM Studio).
 */
export type Manner = "pieces" | "whole" | "named" | "new ids";

export const COMMON_KEYS: readonly string[] = [
  "model",
  "messages",
  "stream",
  "tools",
  "tool_choice",
  "temperature",
  "top_p",
  "response_format",
];
