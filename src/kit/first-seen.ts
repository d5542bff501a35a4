/** Numbers from 1 in order of first appearance. What appears again keeps its number. */
export const firstSeen = <T>(all: Iterable<T>): ReadonlyMap<T, number> => {
  const numbers = new Map<T, number>();
  for (const one of all) if (!numbers.has(one)) numbers.set(one, numbers.size + 1);
  return numbers;
};
