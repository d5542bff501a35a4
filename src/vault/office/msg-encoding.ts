import type { FieldsData } from "@kenjiuno/msgreader";

/** Windows code pages of locales (MS-LCID) whose letters are not those of Western Europe. */
const byLocale: Readonly<Record<number, number>> = {
  1025: 1256,
  1026: 1251,
  1028: 950,
  1029: 1250,
  1032: 1253,
  1037: 1255,
  1038: 1250,
  1041: 932,
  1042: 949,
  1045: 1250,
  1048: 1250,
  1049: 1251,
  1050: 1250,
  1054: 874,
  1055: 1254,
  1058: 1251,
  1061: 1257,
  1062: 1257,
  1063: 1257,
  1066: 1258,
  2052: 936,
};

/**
 * The encoding of an item that is not Unicode, as `cp<number>`: its own code page, else that of its locale, else Western
 * European. The page of its internet form says nothing of the properties and is not used.
 */
export const ansiEncodingOf = ({ messageCodepage, messageLocaleId }: FieldsData): string => {
  const own = messageCodepage !== undefined && messageCodepage < 1_300 ? messageCodepage : undefined;
  return `cp${own ?? byLocale[messageLocaleId ?? 0] ?? 1252}`;
};

/** Windows code pages by number, as Outlook names the encoding of its HTML, in the WHATWG Encoding Standard's spelling. */
export const charsetOf = (codepage: number | undefined): string =>
  codepage === undefined ? "" : (charsets[codepage] ?? `windows-${codepage}`);

const charsets: Readonly<Record<number, string>> = {
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  20127: "us-ascii",
  20866: "koi8-r",
  28591: "iso-8859-1",
  28592: "iso-8859-2",
  28605: "iso-8859-15",
  50220: "iso-2022-jp",
  51932: "euc-jp",
  54936: "gb18030",
  65001: "utf-8",
};
