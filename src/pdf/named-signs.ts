import type { PDFPageProxy } from "pdfjs-dist";
import shipped from "./glyph-names.json" with { type: "json" };
import { operations } from "./open-pdf.ts";

const lettersByName: ReadonlyMap<string, string> = new Map(Object.entries(shipped.names));

/** What is used of a font, which the library gives with its extra properties. */
interface Font {
  /** Names of signs by their numbers, as the file has them (ISO 32000-1, 9.6.6). */
  readonly differences?: unknown;
}

/** What is used of a sign that is shown. */
interface Shown {
  readonly originalCharCode: number;
  readonly unicode: string;
}

/**
 * What a name says that a sign is (Adobe Glyph List Specification, 2): what stands behind its first full stop tells how it is drawn, and
 * names that are joined are letters one behind the other. undefined: nothing.
 */
export const letterOf = (name: string): string | undefined => {
  const [base = ""] = name.split(".");
  const letters = base.split("_").map((part) => lettersByName.get(part));
  return letters.includes(undefined) ? undefined : letters.join("");
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for
export const unnamedSign = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufffd\ue000-\uf8ff]/g;

/**
 * The letters of signs that the library knows no name of, and writes the number of instead: by font, and by what it wrote. A name that it does not
 * know has a letter in front of a full stop (`three.tnum`), or is of signs that Unicode has no place for (`threeoldstyle`). Where two signs of a font
 * are written alike none of them is told.
 */
export const namedSigns = async (page: PDFPageProxy): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> => {
  const { OPS, noAnnotations } = await operations();
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: noAnnotations });
  const shown = new Map<string, Map<number, string>>();
  let signs = new Map<number, string>();
  const kept: (typeof signs)[] = [];
  for (const [at, operation] of fnArray.entries()) {
    const args = argsArray[at] as readonly unknown[];
    if (operation === OPS.save || operation === OPS.paintFormXObjectBegin) kept.push(signs);
    else if (operation === OPS.restore || operation === OPS.paintFormXObjectEnd) signs = kept.pop() ?? signs;
    else if (operation === OPS.setFont) signs = getOr(shown, args[0] as string);
    else if (operation === OPS.showText)
      for (const sign of args[0] as readonly (Shown | number)[])
        if (typeof sign !== "number") signs.set(sign.originalCharCode, sign.unicode);
  }
  return new Map([...shown].map(([name, of]) => [name, told(namesOf(page, name), of)]));
};

const getOr = (shown: Map<string, Map<number, string>>, name: string): Map<number, string> => {
  const known = shown.get(name) ?? new Map<number, string>();
  shown.set(name, known);
  return known;
};

const namesOf = (page: PDFPageProxy, font: string): ReadonlyMap<number, string> => {
  try {
    const { differences } = page.commonObjs.get(font) as Font;
    return differences instanceof Map ? (differences as Map<number, string>) : new Map();
  } catch {
    return new Map();
  }
};

const told = (names: ReadonlyMap<number, string>, shown: ReadonlyMap<number, string>): ReadonlyMap<string, string> => {
  const letters = new Map<string, string>();
  const alike = Map.groupBy(shown.values(), (unicode) => unicode);
  for (const [code, unicode] of shown) {
    const name = names.get(code) ?? "";
    if (alike.get(unicode)?.length !== 1 || !(isUnnamed(unicode) || isNumberOf(unicode, code, name))) continue;
    const letter = letterOf(name);
    // A small capital is the letter that the file says it is.
    if (letter !== undefined && letter.toLowerCase() !== unicode.toLowerCase()) letters.set(unicode, letter);
  }
  return letters;
};

const isUnnamed = (unicode: string): boolean => unicode.length === 1 && unicode.search(unnamedSign) === 0;

/** Of a name that the library knows it writes the letter; what it writes otherwise is what the file says. */
const isNumberOf = (unicode: string, code: number, name: string): boolean =>
  unicode === String.fromCharCode(code) && /[._]/.test(name);
