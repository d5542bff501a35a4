/** Milliseconds since 1970, as the system has them. */
export const clock = { now: () => Date.now() };
