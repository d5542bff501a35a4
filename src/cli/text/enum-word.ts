import type { DescEnum } from "@bufbuild/protobuf";

/** Names an enum value without the enum's prefix, such as `SKELETON`; writes a number unknown to this version as `?9`. */
export const enumWord = (of: DescEnum, value: number): string => of.value[value]?.localName ?? `?${value}`;

/** Finds the value of such a name, in any case and with `-` for `_`; undefined for an unknown name and for UNSPECIFIED. */
export const enumValue = (of: DescEnum, word: string): number | undefined => {
  const name = word.toUpperCase().replaceAll("-", "_");
  return of.values.find((value) => value.number !== 0 && value.localName === name)?.number;
};
