// Why a pattern is not run.

/** Thrown for a pattern that is no regular expression, or is larger than the engine takes. The message lacks its subject. */
export class PatternUnusable extends Error {
  override readonly name = "PatternUnusable";
}
