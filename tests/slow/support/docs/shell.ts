/** Shell blocks, read into their commands, those within $(...) included. */

/** One command: its words without quotes, and the variables that are set for it alone. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** `A=1` before the command. */
  readonly variables: readonly string[];
}

/** Commands in order; the parts of a pipeline are commands of their own. Redirections and comments are left out. */
export function commandsIn(code: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  for (const words of new Reader(code).read(commands)) {
    const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
    const variables = first === -1 ? words : words.slice(0, first);
    if (first !== -1) commands.push({ words: words.slice(first), variables });
  }
  return commands;
}

class Reader {
  readonly #code: string;
  #at = 0;

  constructor(code: string) {
    this.#code = code;
  }

  /** The words of each command; those of substitutions go to `inner`. */
  read(inner: ShellCommand[]): string[][] {
    const commands: string[][] = [[]];
    let word: string | undefined;
    let isTarget = false;
    const endWord = () => {
      if (word !== undefined && !isTarget) commands.at(-1)?.push(word);
      if (word !== undefined) isTarget = false;
      word = undefined;
    };
    while (this.#at < this.#code.length) {
      const char = this.#next();
      if (char === "\\") {
        const escaped = this.#next();
        if (escaped !== "\n") word = (word ?? "") + escaped;
      } else if (char === "'") {
        word = (word ?? "") + this.#until("'");
      } else if (char === '"') {
        word = (word ?? "") + this.#quoted(inner);
      } else if (char === "$" && this.#peek() === "(") {
        word = (word ?? "") + this.#substitution(inner);
      } else if (char === "#" && word === undefined) {
        this.#until("\n");
        commands.push([]);
      } else if (char === ">" || char === "<") {
        if (word !== undefined && /^\d+$/.test(word)) word = undefined;
        endWord();
        if (this.#peek() === char || this.#peek() === "&") this.#at++;
        isTarget = true;
      } else if ("\n;|&".includes(char)) {
        endWord();
        commands.push([]);
      } else if (/\s/.test(char)) {
        endWord();
      } else word = (word ?? "") + char;
    }
    endWord();
    return commands.filter((words) => words.length > 0);
  }

  #next(): string {
    return this.#code[this.#at++] ?? "";
  }

  #peek(): string | undefined {
    return this.#code[this.#at];
  }

  #until(end: string): string {
    const to = this.#code.indexOf(end, this.#at);
    const found = this.#code.slice(this.#at, to === -1 ? undefined : to);
    this.#at = to === -1 ? this.#code.length : to + 1;
    return found;
  }

  #quoted(inner: ShellCommand[]): string {
    let text = "";
    for (let char = this.#next(); char !== '"' && char !== ""; char = this.#next()) {
      if (char === "\\") text += this.#next();
      else if (char === "$" && this.#peek() === "(") text += this.#substitution(inner);
      else text += char;
    }
    return text;
  }

  /** Its commands are checked, and its text stands in the word. */
  #substitution(inner: ShellCommand[]): string {
    const start = ++this.#at;
    let depth = 1;
    while (depth > 0 && this.#at < this.#code.length) {
      const char = this.#next();
      if (char === "'") this.#until("'");
      depth += char === "(" ? 1 : char === ")" ? -1 : 0;
    }
    const code = this.#code.slice(start, this.#at - 1);
    inner.push(...commandsIn(code));
    return `$(${code})`;
  }
}
