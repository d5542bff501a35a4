import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Liberation Sans (SIL Open Font License 1.1), which the reader of PDFs brings along: Latin, Greek and Cyrillic letters. */
export interface Fonts {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
}

let fonts: Fonts | undefined;

/** The letters of PDFs, read once. */
export const liberationSans = (): Fonts => {
  const folder = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  const read = (name: string) => new Uint8Array(readFileSync(join(folder, "standard_fonts", `${name}.ttf`)));
  fonts ??= { regular: read("LiberationSans-Regular"), bold: read("LiberationSans-Bold") };
  return fonts;
};
