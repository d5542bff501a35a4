/** Of the people of a mail whoever signed it: all others stand in its header, with an address. */
export const signersIn = ([writer = "", ...others]: readonly string[]): string[] =>
  writer.includes("@") ? others.filter((one) => !one.includes("@")) : [];
