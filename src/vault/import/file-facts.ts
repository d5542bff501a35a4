import { DateSource } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { type ExtractedDocument, fileName } from "../reader/port.ts";

/** The date of a file that is no message. */
export type FileDate = Pick<ExtractedDocument, "authoredAtIso" | "authoredAtText"> & {
  readonly dateSource: DateSource;
};

/** Where a letter says its date, in UTF-16 units. */
const headChars = 2_000;

/**
 * The date of a file: the day in its name, which a person gave it; else the only day that its first lines name; else what a
 * program wrote into it, which is often the day of printing. A day alone is its midnight in UTC.
 */
export const fileDate = (
  path: string,
  text: string,
  metadata: { readonly iso: string; readonly text: string } = { iso: "", text: "" },
): FileDate => {
  const named = onlyDay(fileName(path));
  if (named !== undefined) return { ...named, dateSource: DateSource.NAME };
  const said = onlyDay(text.slice(0, headChars));
  if (said !== undefined) return { ...said, dateSource: DateSource.TEXT };
  const dateSource = metadata.text === "" ? DateSource.NONE : DateSource.METADATA;
  return { authoredAtIso: metadata.iso, authoredAtText: metadata.text, dateSource };
};

/** Month names of the languages in which letters come here, as the platform knows them; three letters tell them apart. */
const monthNames: ReadonlyMap<string, number> = new Map(
  ["nl", "en", "de", "fr", "es", "it"].flatMap((locale) => {
    const format = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });
    return Array.from(
      { length: 12 },
      (_, month) => [format.format(Date.UTC(2000, month, 1)).toLowerCase(), month + 1] as const,
    );
  }),
);

const forms: readonly [pattern: RegExp, order: readonly [year: number, month: number, day: number]][] = [
  [/(?<!\d)((?:19|20)\d{2})([-_. ]?)(\d{2})\2(\d{2})(?!\d)/g, [1, 3, 4]],
  [/(?<!\d)(\d{1,2})([-.])(\d{1,2})\2((?:19|20)\d{2})(?!\d)/g, [4, 3, 1]],
  [
    /(?<!\d)(\d{1,2})(?:e|er|st|nd|rd|th|\.)?\s+(?:de\s+)?(\p{L}{3,12})\.?\s+(?:de\s+)?((?:19|20)\d{2})(?!\d)/gu,
    [3, 2, 1],
  ],
  [/(?<!\p{L})(\p{L}{3,12})\s+(\d{1,2})(?:st|nd|rd|th)?,\s+((?:19|20)\d{2})(?!\d)/gu, [3, 1, 2]],
];

/** The only day that words name; undefined for none, and for more than one. `3/4/2025` has two readings and counts as none. */
const onlyDay = (words: string): { authoredAtIso: string; authoredAtText: string } | undefined => {
  const found = new Map<string, string>();
  for (const [pattern, [year, month, day]] of forms) {
    for (const match of words.matchAll(pattern)) {
      const iso = dayOf(match[year] ?? "", match[month] ?? "", match[day] ?? "");
      if (iso !== "") found.set(iso, match[0]);
    }
  }
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? undefined : { authoredAtIso: only[0], authoredAtText: only[1] };
};

const dayOf = (year: string, monthWord: string, day: string): string => {
  const month = /^\d+$/.test(monthWord) ? Number(monthWord) : (monthNames.get(monthWord.toLowerCase()) ?? 0);
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  return month >= 1 && month <= 12 && date.getUTCDate() === Number(day) ? date.toISOString() : "";
};

/** A name that a program gave: a word for any file, perhaps numbered. */
const nobodysName =
  /^(?:part|document|scan|img|image|file|download|untitled|naamloos|noname|bijlage|attachment|print)?[-_ ()\d]*$/i;
const titleCharsMax = 200;

/** The title of a file: its name, else its first line of words, else what a program wrote into it. */
export const fileTitle = (path: string, text: string, metadata: string): string => {
  const name = fileName(path);
  if (!nobodysName.test(name.replace(/\.[^.]{1,5}$/, ""))) return name;
  const line = text.split("\n").find((one) => /\p{L}{2}.*\p{L}{2}/u.test(one) && one.length <= titleCharsMax);
  return line?.trim() || metadata || name;
};
