import type { IStylesOptions } from "docx";

/** A language with its country, as Word wants it: `nl-NL`; English is British where no country is named. */
export const wordLanguage = (language: string): string =>
  /^[a-z]{2}-[A-Z]{2}$/u.test(language) ? language : language.startsWith("en") ? "en-GB" : "nl-NL";

/** Sizes in half points, distances in twentieths of a point. */
export const docxStyles = (language: string): IStylesOptions => ({
  default: {
    document: {
      run: { font: "Liberation Serif", size: 22, language: { value: language } },
      paragraph: { spacing: { after: 200, line: 276 } },
    },
    title: { run: { size: 32, bold: true, color: "000000" }, paragraph: { spacing: { after: 240 } } },
    heading1: {
      run: { size: 24, bold: true, color: "000000" },
      paragraph: { keepNext: true, spacing: { before: 280, after: 100 } },
    },
    footnoteText: { run: { size: 18 }, paragraph: { spacing: { after: 40, line: 240 } } },
    hyperlink: { run: { color: "000000" } },
  },
  paragraphStyles: [
    {
      id: "TableText",
      name: "Table Text",
      basedOn: "Normal",
      run: { size: 18 },
      paragraph: { spacing: { before: 40, after: 40, line: 240 } },
    },
  ],
});
