// Pushed events as a generator, and a generator as pushed events, for tests that read or write a stream step by step.

/** Work that emits events and settles with its result; it ends when the signal aborts. */
type Pushing<Event, Result> = (emit: (event: Event) => void, signal: AbortSignal) => Promise<Result>;

/** The events in their order, then the result. A reader that leaves early aborts the signal of the work. */
export async function* toGenerator<Event, Result>(
  start: Pushing<Event, Result>,
): AsyncGenerator<Event, Result> {
  const events: Event[] = [];
  let wake = () => {};
  let settled = false;
  const abort = new AbortController();
  const working = start((event) => {
    events.push(event);
    wake();
  }, abort.signal);
  working.catch(() => {}).then(() => {
    settled = true;
    wake();
  });
  try {
    for (;;) {
      if (events.length > 0) yield* events.splice(0);
      else if (settled) return await working;
      else await new Promise<void>((resolve) => wake = resolve);
    }
  } finally {
    abort.abort(new DOMException("The reader left.", "AbortError"));
  }
}

/** Emits what the generator yields; the promise of what it returns. */
export async function emitAll<Event, Result>(
  events: AsyncGenerator<Event, Result> | Generator<Event, Result>,
  emit: (event: Event) => void,
): Promise<Result> {
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value;
    emit(next.value);
  }
}
