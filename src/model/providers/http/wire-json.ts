/** A value of a provider's own JSON, of which nothing is known yet. */
export type Wire = unknown;

/** Parses a provider's JSON; undefined where it is none. Its content is checked by whoever asks for members of it. */
export const parseWire = (text: string): Wire => {
  try {
    return JSON.parse(text) as Wire;
  } catch {
    return undefined;
  }
};

/** The member under a path of keys and indexes; undefined where any step is missing. */
export const at = (value: Wire, ...path: (string | number)[]): Wire =>
  path.reduce<Wire>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string | number, Wire>)[key]
        : undefined,
    value,
  );

/** A string, or undefined. */
export const textOf = (value: Wire): string | undefined => (typeof value === "string" ? value : undefined);

/** A list; anything else is an empty one. */
export const listOf = (value: Wire): readonly Wire[] => (Array.isArray(value) ? value : []);

/** A count of tokens: a whole number that fits uint32; anything else counts as unknown, zero. */
export const countOf = (value: Wire): number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0xffffffff ? value : 0;

/** True for an absent member: null and an empty list say as much as nothing. */
export const isNothing = (value: Wire): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);
