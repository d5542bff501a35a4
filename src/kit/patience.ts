/**
 * Does something once this long nothing came, and gives what calls it off. A thread that was at other work finds its timers due before it has read
 * what came meanwhile: it is given one round more, in which that is read.
 */
export const patience = (forMs: number, isOver: () => void): (() => void) => {
  let round: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (round = setImmediate(isOver)), forMs);
  return () => {
    clearTimeout(timer);
    clearImmediate(round);
  };
};
