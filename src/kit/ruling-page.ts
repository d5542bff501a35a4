import page from "./ruling-page.json" with { type: "json" };

/** What a field of a ruling's page is about. */
export type RulingField = keyof typeof page.labels;

/** Fields by their label as the page writes it, in the page's order. */
export const rulingFields: ReadonlyMap<string, RulingField> = new Map(
  Object.entries(page.labels).map(([field, label]) => [label, field as RulingField]),
);

/** The headings under which the words of the court, or of the advocate-general, begin. */
export const rulingBodies: readonly string[] = page.bodies;

/** An ECLI that is all of a line. */
const ecliLine = /^ECLI:[A-Z]{2}:[A-Z][A-Z0-9]{0,6}:\d{4}:[A-Z0-9][A-Z0-9.]{0,24}$/;

/** The ECLI that a line consists of; undefined for any other line. */
export const ecliOfLine = (line: string): string | undefined => ecliLine.exec(line.trim())?.[0];

/** A field that begins with the line, and what stands behind its label; undefined for any other line. */
export const fieldOfLine = (line: string): { readonly field: RulingField; readonly rest: string } | undefined => {
  const text = line.trim();
  for (const [label, field] of rulingFields) {
    const rest = text.slice(label.length);
    // A page's label and its value may stand together where its style alone parts them.
    if (text.startsWith(label) && !/^\p{Ll}/u.test(rest)) return { field, rest: rest.replace(/^\s*:?\s*/, "") };
  }
  return undefined;
};

/** So many lines may stand above the record of a ruling, and in it up to the day of the ruling. */
const [aboveMax, recordMax] = [80, 12];

/**
 * The ECLI of the ruling whose page, or print of it, a text is: a line of its own near the beginning, and below it the fields of
 * court and day. Undefined for every other text, one that cites a ruling in its head included.
 */
export const rulingOfPaper = (text: string): string | undefined => {
  const lines = text
    .slice(0, 20_000)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const at = lines.slice(0, aboveMax).findIndex((line) => ecliOfLine(line) !== undefined);
  if (at < 0) return undefined;
  const fields = lines.slice(at + 1, at + 1 + recordMax).map((line) => fieldOfLine(line)?.field);
  return fields.includes("court") && fields.includes("decidedOn") ? ecliOfLine(lines[at] ?? "") : undefined;
};
