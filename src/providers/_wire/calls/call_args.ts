// The argument text of a call while its pieces come. Completeness is checked after every piece, so it is known
// without reading the text again: the braces are counted as they come, and the text is parsed when they balance.

import { isJsonObject, parseJson } from "../../../core/json.ts";
import { ProviderError } from "../errors/provider_error.ts";
import { MAX_ARGS_CHARS } from "../limits.ts";

/** The argument text of one call, with its completeness. */
export class CallArgs {
  #text = "";
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** Where the braces have balanced: nothing but blanks may follow. Undefined until then. */
  #end: "balanced" | "spoiled" | undefined;
  #isComplete: boolean | undefined;

  get text(): string {
    return this.#text;
  }

  append(piece: string): void {
    this.#text += piece;
    checkArgsLength(this.#text.length);
    for (const char of piece) this.#scan(char);
  }

  replace(text: string): void {
    this.#text = "";
    this.#depth = 0;
    this.#isInString = this.#isEscaped = false;
    this.#end = this.#isComplete = undefined;
    this.append(text);
  }

  /** A whole JSON object. */
  get isComplete(): boolean {
    return this.#end === "balanced" && (this.#isComplete ??= isJsonObject(parseJson(this.#text)));
  }

  /** Blanks, or null. */
  get isBlank(): boolean {
    return this.#text.length < SHORT && isBlank(this.#text);
  }

  /** Complete, and without any property. */
  get isEmpty(): boolean {
    return this.#text.length < SHORT && this.#text.trim() === "{}";
  }

  /** What some servers open a call with; the arguments follow. */
  get isPlaceholder(): boolean {
    return this.isBlank || this.isEmpty;
  }

  /** A placeholder, or the beginning of one: `{` of `{}`. */
  get mayBePlaceholder(): boolean {
    return this.#text.length < SHORT && (this.isEmpty || "{}".startsWith(this.#text.trim())) ||
      mayBeBlank(this.#text);
  }

  /** True for the same object, however it is written. */
  isSame(text: string): boolean {
    return this.isComplete &&
      (text === this.#text || JSON.stringify(parseJson(text)) === JSON.stringify(parseJson(this.#text)));
  }

  #scan(char: string): void {
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (char === "\\") this.#isEscaped = true;
      else if (char === '"') this.#isInString = false;
      return;
    }
    if (char === " " || char === "\n" || char === "\r" || char === "\t") return;
    if (this.#end !== undefined) {
      this.#end = "spoiled";
      return;
    }
    if (char === '"') this.#isInString = true;
    else if (char === "{") this.#depth++;
    else if (char === "}" && --this.#depth === 0) this.#end = "balanced";
  }
}

/** @throws {ProviderError} model_protocol, for more characters of one call than {@link MAX_ARGS_CHARS} */
export function checkArgsLength(chars: number): void {
  if (chars <= MAX_ARGS_CHARS) return;
  throw new ProviderError(
    "model_protocol",
    `The arguments of one call are longer than ${MAX_ARGS_CHARS} characters.`,
  );
}

/** Longer than any placeholder. */
const SHORT = 1024;

/** True for blanks and for `null`. */
export function isBlank(args: string): boolean {
  const text = args.trim();
  return text === "" || text === "null";
}

/** True for the beginning of what stands for no arguments: blanks and `null`, also as a JSON string. */
export function mayBeBlank(args: string): boolean {
  if (args.length >= SHORT) return false;
  const text = args.trim();
  return "null".startsWith(text) || '"null"'.startsWith(text);
}

/** A whole JSON object in one piece. */
export function isWhole(piece: string): boolean {
  // Most pieces are not, and a parser that throws is slow.
  return piece.trimStart().startsWith("{") && piece.trimEnd().endsWith("}") && isJsonObject(parseJson(piece));
}
