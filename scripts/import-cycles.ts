import { importsOf, ownFile, type SourceFile } from "./import-rules.ts";

// Files that import one another in a circle, types counted: none of them can be read, moved or tested without the others.
// A circle of types alone runs without harm, and is the first sign that a file holds two ideas.

/** Each circle of imports as one sentence that names its files; empty when there is none. */
export const importCycles = (files: readonly SourceFile[]): string[] =>
  knotsOf(new Map(files.map((file) => [file.path, targetsOf(file)]))).map(
    (knot) => `${knot.sort().join(", ")}: import one another, types counted; move what they share to a file of its own`,
  );

const targetsOf = ({ path, text }: SourceFile): string[] =>
  importsOf(text)
    .map((specifier) => ownFile(path, specifier))
    .filter((target) => target !== undefined);

/** The sets of two or more files that all reach one another, by Tarjan's algorithm. */
const knotsOf = (targets: ReadonlyMap<string, readonly string[]>): string[][] => {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  /** Visits a file and gives the oldest open file it leads back to. */
  const visit = (path: string): number => {
    const mine = order.size;
    order.set(path, mine);
    const depth = open.push(path) - 1;
    let oldest = mine;
    for (const target of targets.get(path) ?? []) {
      if (!order.has(target)) oldest = Math.min(oldest, visit(target));
      else if (open.includes(target)) oldest = Math.min(oldest, order.get(target)!);
    }
    if (oldest === mine) {
      const knot = open.splice(depth);
      if (knot.length > 1) found.push(knot);
    }
    return oldest;
  };
  for (const path of targets.keys()) if (!order.has(path)) visit(path);
  return found;
};
