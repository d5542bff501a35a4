/** The months by the language they are written in, January first: as Dutch writes them, small, and as English does, with a capital. */
export const monthNames: Readonly<Record<"nl" | "en", readonly string[]>> = {
  nl: "januari februari maart april mei juni juli augustus september oktober november december".split(" "),
  en: "January February March April May June July August September October November December".split(" "),
};

const shortForms = ["jan", "feb febr", "mrt mar", "apr", "", "jun", "jul", "aug", "sep sept", "okt oct", "nov", "dec"];

const numbers: ReadonlyMap<string, number> = new Map(
  shortForms.flatMap((short, at) =>
    [monthNames.nl[at] ?? "", (monthNames.en[at] ?? "").toLowerCase(), ...short.split(" ")]
      .filter((form) => form !== "")
      .map((form) => [form, at + 1] as const),
  ),
);

/** Every word that names a month in Dutch or English, short forms without their dot, in small letters, longest first: for a pattern. */
export const monthForms: readonly string[] = [...numbers.keys()].toSorted((a, b) => b.length - a.length);

/** Month of a word in small letters, 1 to 12; 0 for a word that names none. */
export const monthOf = (word: string): number => numbers.get(word) ?? 0;

/** An ISO 8601 day, alone or before a time, as people write it: `9 december 2025`; empty where it is none. */
export const writtenDay = (iso: string, locale: "nl" | "en"): string => {
  const parts = /\b(\d{4})-(\d{2})-(\d{2})(?!\d)/u.exec(iso);
  const name = monthNames[locale][Number(parts?.[2] ?? 0) - 1];
  return parts && name ? `${Number(parts[3])} ${name} ${parts[1]}` : "";
};
