const startedAt = Date.now();

/** A clock that goes a tenth as fast: a tool that a test holds for a moment is a fast one, behind which nothing asks for inputs that steer. */
export const slowClock = (): number => startedAt + Math.round((Date.now() - startedAt) / 10);
