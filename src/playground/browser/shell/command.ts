// What can be done from anywhere, as the command palette lists it.

/** A command. */
export interface Command {
  readonly title: string;
  /** The keys that do the same, pressed together or one after the other: `["G", "I"]`. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}
