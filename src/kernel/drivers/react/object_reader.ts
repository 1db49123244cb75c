// Reads one JSON object while its text arrives: which keys it has, where it ends, and the text of two of its values as it
// comes. It checks no grammar; JSON.parse does, when the object is whole.

/** Takes the text of values as it comes, until a key stands twice. */
export interface ValueSinks {
  /** Decoded text of `thought`. */
  thought(text: string): void;
  /** Decoded text of `answer`, or its JSON text where the answer is an object; only after `type` is `final_answer`. */
  answer(text: string): void;
}

/** What the answer is: text, or an object whose JSON text is streamed. */
export type AnswerKind = "text" | "object";

/** Most characters of a key that is compared. */
const KEY_LENGTH = 64;

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** The reader of one object. Each character is looked at once. */
export class ObjectReader {
  readonly #sinks: ValueSinks | undefined;
  readonly #answerKind: AnswerKind;
  readonly #keys = new Set<string>();
  #hasDuplicate = false;
  /** Objects and lists that are open; 1 is the object itself. */
  #depth = 0;
  #expects: "key" | "value" = "key";
  #key = "";
  /** The text of the string value at depth 1, as far as it matters: that of `type`. */
  #type = "";
  /** What the characters belong to. */
  #inString: "" | "key" | "type" | "thought" | "answer" | "other" = "";
  /** `\` and the characters of an escape behind it. */
  #escape = "";
  #isRaw = false;
  #out = "";
  #outTo: "thought" | "answer" = "thought";

  constructor(sinks: ValueSinks | undefined, answerKind: AnswerKind) {
    this.#sinks = sinks;
    this.#answerKind = answerKind;
  }

  /** A key stands twice in the object, so that two readers may read two decisions. */
  get hasDuplicate(): boolean {
    return this.#hasDuplicate;
  }

  /** Takes the next character, from the opening brace on. True when the object has ended with it. */
  take(char: string): boolean {
    if (this.#isRaw) this.#put("answer", char);
    if (this.#inString !== "") this.#inText(char);
    else this.#between(char);
    return this.#depth === 0;
  }

  /** Gives the text since the last call to the sinks; the first half of a surrogate pair waits for the second. */
  flush(): void {
    const last = this.#out.charCodeAt(this.#out.length - 1);
    const end = last >= 0xd800 && last < 0xdc00 ? this.#out.length - 1 : this.#out.length;
    this.#emit(this.#out.slice(0, end));
    this.#out = this.#out.slice(end);
  }

  #between(char: string): void {
    switch (char) {
      case '"':
        this.#inString = this.#depth !== 1 ? "other" : this.#expects === "key" ? "key" : this.#valueOf();
        if (this.#inString === "key") this.#key = "";
        if (this.#inString === "type") this.#type = "";
        return;
      case "{":
      case "[":
        if (this.#depth === 1 && char === "{" && this.#streamsAnswer("object")) {
          this.#isRaw = true;
          this.#put("answer", char);
        }
        this.#depth++;
        return;
      case "}":
      case "]":
        this.#depth--;
        if (this.#depth === 1) this.#isRaw = false;
        return;
      case ":":
        if (this.#depth === 1) this.#expects = "value";
        return;
      case ",":
        if (this.#depth === 1) this.#expects = "key";
        return;
    }
  }

  #valueOf(): "type" | "thought" | "answer" | "other" {
    if (this.#hasDuplicate) return "other";
    if (this.#key === "type" || this.#key === "thought") return this.#key;
    return this.#streamsAnswer("text") ? "answer" : "other";
  }

  #streamsAnswer(kind: AnswerKind): boolean {
    return this.#answerKind === kind && this.#expects === "value" && this.#key === "answer" &&
      this.#type === "final_answer";
  }

  #inText(char: string): void {
    if (this.#escape !== "") this.#inEscape(char);
    else if (char === "\\") this.#escape = char;
    else if (char === '"') this.#endText();
    else this.#append(char);
  }

  #inEscape(char: string): void {
    this.#escape += char;
    if (this.#escape[1] !== "u") {
      this.#append(ESCAPES[char] ?? char);
      this.#escape = "";
    } else if (this.#escape.length === 6) {
      const code = Number.parseInt(this.#escape.slice(2), 16);
      if (!Number.isNaN(code)) this.#append(String.fromCharCode(code));
      this.#escape = "";
    }
  }

  #append(char: string): void {
    switch (this.#inString) {
      case "key":
        if (this.#key.length < KEY_LENGTH) this.#key += char;
        return;
      case "type":
        if (this.#type.length < KEY_LENGTH) this.#type += char;
        return;
      case "thought":
      case "answer":
        return this.#put(this.#inString, char);
    }
  }

  #endText(): void {
    if (this.#inString === "key") {
      if (this.#keys.has(this.#key)) this.#hasDuplicate = true;
      this.#keys.add(this.#key);
    }
    this.#inString = "";
  }

  #put(to: "thought" | "answer", char: string): void {
    if (this.#sinks === undefined || this.#hasDuplicate) return;
    if (to !== this.#outTo) {
      this.#emit(this.#out);
      this.#out = "";
      this.#outTo = to;
    }
    this.#out += char;
  }

  #emit(text: string): void {
    if (text !== "") this.#sinks?.[this.#outTo](text.toWellFormed());
  }
}
