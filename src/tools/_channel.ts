// A queue between work that happens in parallel and the one generator that reports it.

export interface Channel<T> extends AsyncIterable<T> {
  readonly push: (value: T) => void;
  /** Ends the iteration once everything pushed before has been read. */
  readonly close: () => void;
}

/** A channel for one reader; values wait without limit, which is fine for two events a call. */
export function createChannel<T>(): Channel<T> {
  const waiting: T[] = [];
  let closed = false;
  let wake = () => {};
  return {
    push(value) {
      waiting.push(value);
      wake();
    },
    close() {
      closed = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      while (true) {
        if (waiting.length > 0) yield* waiting.splice(0);
        else if (closed) return;
        else await new Promise<void>((resolve) => wake = resolve);
      }
    },
  };
}
