// A text that a model writes, piece by piece.

import { type ReadonlySignal, signal } from "@preact/signals";

/** The text so far, and whether it is whole. */
export class GrowingText {
  readonly #source = signal("");
  readonly #isWhole = signal(false);

  /** As the model wrote it. */
  get source(): ReadonlySignal<string> {
    return this.#source;
  }

  get isWhole(): ReadonlySignal<boolean> {
    return this.#isWhole;
  }

  /** The next piece. */
  write(piece: string): void {
    this.#source.value += piece;
  }

  /** Nothing comes behind it. */
  end(): void {
    this.#isWhole.value = true;
  }
}
