import type { DescEnum } from "@bufbuild/protobuf";

/** The name of an enum value without the enum's prefix, such as `SKELETON`; a number this version does not know as `?9`. */
export const enumWord = (of: DescEnum, value: number): string => of.value[value]?.localName ?? `?${value}`;

/** The value of such a name, in any case and with `-` for `_`; undefined for no such name, and for UNSPECIFIED. */
export const enumValue = (of: DescEnum, word: string): number | undefined => {
  const name = word.toUpperCase().replaceAll("-", "_");
  return of.values.find((value) => value.number !== 0 && value.localName === name)?.number;
};
