// What the hooks use of React, which is the same in 18 and 19. The types of React's own would bring the names of the DOM into every module
// of the project.

/** A value of a component; `initial` is called once. */
export function useState<Value>(initial: () => Value): readonly [Value, (next: Value) => void];

/** A value that is made again when one of `inputs` is another. */
export function useMemo<Value>(make: () => Value, inputs: readonly unknown[]): Value;

/** Runs `effect` after a render in which one of `inputs` is another, and what it returned before the next one. */
export function useEffect(effect: () => (() => void) | undefined, inputs: readonly unknown[]): void;

/** Runs `effect` after each render, before the effects of all components. */
export function useInsertionEffect(effect: () => void): void;

/** The state of a store; the component renders when it is another. */
export function useSyncExternalStore<State>(
  subscribe: (onChange: () => void) => () => void,
  getSnapshot: () => State,
  getServerSnapshot: () => State,
): State;
