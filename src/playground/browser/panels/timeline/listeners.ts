// What the page does with the timeline.

/** What the page does when something of the timeline is chosen. */
export interface TimelineListeners {
  /** A step was chosen here. */
  readonly onSelect: (number: number) => void;
  /** A person wants to see what the model has read before a version. */
  readonly onInput: (version: number) => void;
}
