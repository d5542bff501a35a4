/** The interval in which a share lies with 95 in 100 (Wilson's score interval). */
export const wilson = (part: number, whole: number): readonly [low: number, high: number] => {
  if (whole === 0) return [0, 1];
  const z = 1.96;
  const share = part / whole;
  const middle = share + (z * z) / (2 * whole);
  const half = z * Math.sqrt((share * (1 - share)) / whole + (z * z) / (4 * whole * whole));
  const base = 1 + (z * z) / whole;
  return [Math.max(0, (middle - half) / base), Math.min(1, (middle + half) / base)];
};
