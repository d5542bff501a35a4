/** What `work` comes to, or the signal's reason as soon as it aborts; a port that ignores it holds nobody up. */
export const within = async <T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  signal.throwIfAborted();
  let give: (reason: unknown) => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => (give = reject));
  const onAbort = (): void => give(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(signal), aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
};
