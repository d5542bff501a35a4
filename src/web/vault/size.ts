const units = ["B", "kB", "MB", "GB"] as const;

/** A size as people say it, in steps of a thousand. */
export const sizeOf = (bytes: number): string => {
  const step = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1_000 ** step;
  return `${step === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[step]}`;
};
