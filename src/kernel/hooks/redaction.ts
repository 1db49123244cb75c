// Redaction: what the plugins of an agent take out of texts, out of JSON, and out of a text that comes in pieces.

import { AgentError } from "../../core/error.ts";
import { argumentsText, type Json, type JsonObject, nestsDeeper, parseJson } from "../../core/json.ts";
import type { ToolFailure } from "../../core/tool/tool_error.ts";
import { callHook, withoutPromise, WrongResult } from "./call_hook.ts";
import type { Redaction, StepPlugin } from "./plugin.ts";
import { pluginFailed } from "./plugin_failed.ts";

/** The longest match that a plugin may declare, in UTF-16 code units: a stream is so far behind its model. */
export const LONGEST_MATCH = 4_096;

/** Most levels of JSON text that is read as JSON, as of the output of a tool. */
const MOST_LEVELS = 500;

/** A plugin that redacts. */
export interface RedactingPlugin {
  readonly plugin: StepPlugin;
  readonly redact: Redaction;
}

/** How a text is redacted: as words, or as JSON text. */
export type TextForm = "words" | "json";

/** The redactions of one agent, one after another in the order in which they are given. */
export class Redactor {
  readonly #stages: readonly Stage[];

  private constructor(stages: readonly Stage[]) {
    this.#stages = stages;
  }

  /** Undefined without a plugin that redacts. */
  static of(plugins: readonly RedactingPlugin[]): Redactor | undefined {
    return plugins.length === 0 ? undefined : new Redactor(plugins.map((plugin) => new Stage(plugin)));
  }

  /** @throws {AgentError} plugin_failed */
  text(text: string): string {
    return this.#stages.reduce((left, stage) => stage.text(left), text);
  }

  /**
   * The value with its texts redacted: strings, keys, and numbers, whose digits become a text where they are a match. Keys that become the
   * same are numbered, so that no member is lost. The same object where nothing changes.
   *
   * @throws {AgentError} plugin_failed
   */
  json(value: Json): Json {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number") {
      const digits = String(value);
      const left = this.text(digits);
      return left === digits ? value : left;
    }
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const items = value.map((item) => this.json(item));
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    return this.object(value);
  }

  /** @throws {AgentError} plugin_failed */
  object(value: JsonObject): JsonObject {
    const members = new Map<string, Json>();
    const numbers = new Map<string, number>();
    let isSame = true;
    for (const [key, member] of Object.entries(value)) {
      const [name, left] = [this.text(key), this.json(member)];
      isSame &&= name === key && left === member;
      let free = name;
      for (let number = numbers.get(name) ?? 2; members.has(free); number++) {
        free = `${name} (${number})`;
        numbers.set(name, number + 1);
      }
      members.set(free, left);
    }
    return isSame ? value : Object.fromEntries(members);
  }

  /**
   * JSON text with the texts in it redacted, and the text as it is where nothing in it changes; a text that is no JSON, or JSON that is
   * nested too deep, as a text. A match that is written with escapes is found, and what takes its place leaves the JSON whole.
   *
   * @throws {AgentError} plugin_failed
   */
  jsonText(text: string): string {
    const value = parseJson(text);
    if (value === undefined || nestsDeeper(value, MOST_LEVELS)) return this.text(text);
    const left = this.json(value);
    // Of two members with one key the text has both, and the value the last.
    return left === value && this.text(text) === text ? text : argumentsText(left);
  }

  /**
   * Refuses redacted texts that are read as one where a match lies across two of them: what takes its place belongs to neither.
   *
   * @throws {AgentError} plugin_failed
   */
  assertNoneAcross(texts: readonly string[], form: TextForm): void {
    if (texts.length < 2) return;
    for (const stage of this.#stages) {
      const alone = new Redactor([stage]);
      const redact = (text: string) => form === "json" ? alone.jsonText(text) : alone.text(text);
      if (texts.map(redact).join("") === redact(texts.join(""))) continue;
      throw pluginFailed(stage.name, "has found a match across two texts of an answer");
    }
  }

  /** @throws {AgentError} plugin_failed */
  failure(error: ToolFailure): ToolFailure {
    const { message, hint } = error;
    return { ...error, message: this.text(message), hint: hint === undefined ? undefined : this.text(hint) };
  }

  /** The text, or words in its place where a plugin fails: for logs, traces and messages of errors, which stop no step. */
  show(text: string, form: TextForm = "words"): string {
    try {
      return form === "json" ? this.jsonText(text) : this.text(text);
    } catch (thrown) {
      if (thrown instanceof AgentError) return `(withheld: ${thrown.message})`;
      throw thrown;
    }
  }

  /** The same for an object, as arguments of a call are told. */
  showObject(value: JsonObject): JsonObject {
    try {
      return this.object(value);
    } catch (thrown) {
      if (thrown instanceof AgentError) return { withheld: thrown.message };
      throw thrown;
    }
  }

  /** A text that comes in pieces. */
  open(): RedactedText {
    return inStages(this.#stages.map((stage) => new StageText(stage)));
  }
}

/** The redaction of one plugin; what it throws, and what is no text, is its failure. */
class Stage {
  readonly name: string;
  readonly longest: number;
  readonly #plugin: StepPlugin;
  readonly #redact: Redaction;

  constructor({ plugin, redact }: RedactingPlugin) {
    [this.name, this.longest] = [plugin.name, redact.longest];
    [this.#plugin, this.#redact] = [plugin, redact];
  }

  text(text: string): string {
    if (text === "") return text;
    return callHook(this.#plugin, "redact", () => {
      const left: unknown = withoutPromise(this.#redact.text(text));
      if (typeof left !== "string") throw new WrongResult("returned no text");
      return left;
    });
  }
}

/**
 * The redaction of a text that comes in pieces. What `add` and `end` return is together the redaction of the whole text, and nothing of a
 * match comes before it has ended: of the last characters as many are held back as one match may have.
 */
export interface RedactedText {
  /**
   * Takes the next piece, and returns what can be sent.
   *
   * @throws {AgentError} plugin_failed
   */
  add(piece: string): string;
  /**
   * The rest of a text that has ended. One that was broken off has none: its last characters may be the beginning of a match.
   *
   * @throws {AgentError} plugin_failed - also where the pieces are not what the plugin makes of the whole text: its `longest` is too small
   */
  end(): string;
}

/** Each stage takes what the one before it returns. */
function inStages(stages: readonly StageText[]): RedactedText {
  return {
    add: (piece) => stages.reduce((left, stage) => stage.add(left), piece),
    end: () => stages.reduce((left, stage) => stage.add(left) + stage.end(), ""),
  };
}

class StageText {
  readonly #stage: Stage;
  /** All that has come, and what was returned for it. */
  #whole = "";
  #sent = "";
  /** What has come and was not returned: it begins where no match lies across. */
  #held = "";
  /** Characters that have to be held before a place for a cut is looked for. */
  #enough: number;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#enough = stage.longest;
  }

  add(piece: string): string {
    if (piece === "") return "";
    this.#whole += piece;
    this.#held += piece;
    if (this.#held.length < this.#enough) return "";
    const cut = this.#findCut();
    if (cut === undefined) {
      // A match lies over all places, or the text is one run of them. Twice as much, so that all attempts take a time in proportion to
      // the text.
      this.#enough = 2 * this.#held.length;
      return "";
    }
    this.#held = this.#held.slice(cut.at);
    // Every character would be redacted some `longest` times where each piece of one is cut by itself, and within a run of matches once
    // more for each place that was tried.
    this.#enough = this.#held.length + Math.max(Math.ceil(this.#stage.longest / 8), cut.tried);
    this.#sent += cut.text;
    return cut.text;
  }

  end(): string {
    const rest = this.#stage.text(this.#held);
    this.#held = "";
    if (this.#sent + rest !== this.#stage.text(this.#whole)) {
      throw pluginFailed(
        this.#stage.name,
        "redacts a text in pieces to another than the whole; its `longest` is too small",
      );
    }
    this.#sent += rest;
    return rest;
  }

  /**
   * The last place where what is held can be cut: a match that goes on behind it would be longer than one may be, and both parts come to
   * the same as the whole, so none lies across and none decides by what is on the other side.
   */
  #findCut(): { readonly at: number; readonly text: string; readonly tried: number } | undefined {
    const { longest } = this.#stage;
    const held = this.#held;
    const whole = this.#stage.text(held);
    const last = held.length - longest + 1;
    for (let at = last; at >= 1 && at > last - longest; at--) {
      if (splitsPair(held, at)) continue;
      const text = this.#stage.text(held.slice(0, at));
      if (!whole.startsWith(text) || text + this.#stage.text(held.slice(at)) !== whole) continue;
      return { at, text, tried: last - at };
    }
    return undefined;
  }
}

function splitsPair(text: string, at: number): boolean {
  return /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at));
}
