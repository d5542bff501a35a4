/** What a variable of a dossier stands for. */
export const kinds = ["DATE", "SUM", "NUMBER", "NAME", "FIRM", "PLACE"] as const;

/** A day, sum, number or name that is drawn anew, the same in papers and sentences. */
export interface Variable {
  readonly name: string;
  readonly kind: (typeof kinds)[number];
  /** As the dossier lies there: a day as 2026-03-31, a sum in whole euros or pounds, a number in digits, a name. */
  readonly value: string;
}

/** Languages of the set. */
export type Locale = "nl" | "en";

/** Values of the variables by their names. */
export type Values = ReadonlyMap<string, Variable>;

/** The values that the dossier has as it lies there. */
export const ownValues = (variables: readonly Variable[]): Values => new Map(variables.map((one) => [one.name, one]));

const place = /\{([a-z]+\d*)(?:([+-]\d+))?(?::([a-z]+))?\}/gu;

const dateFormats = ["month", "iso", "mail"];

/** What is wrong with the variables of a text, and what to do; undefined: nothing. */
export const problemIn = (text: string, variables: readonly Variable[]): string | undefined => {
  const values = ownValues(variables);
  for (const [whole, name = "", offset = "", format = ""] of text.matchAll(place)) {
    const kind = values.get(name)?.kind;
    if (kind === undefined) return `has “${whole}”, which variables.tsv has not: add it there, or mend its name`;
    if (offset !== "" && !["DATE", "SUM", "NUMBER"].includes(kind)) return `has “${whole}”: nothing is added to a name`;
    if (format !== "" && (kind !== "DATE" || !dateFormats.includes(format)))
      return `has “${whole}”: only a day has a form, one of ${dateFormats.join(", ")}`;
  }
  return /[{}]/u.test(text.replaceAll(place, ""))
    ? "has a brace that is no variable: write {d1}, {s1+40}, …"
    : undefined;
};

/** The text with its variables' values, as its language writes them. */
export const filled = (text: string, values: Values, locale: Locale): string =>
  text.replaceAll(place, (whole, name: string, offset = "0", format = "") => {
    const one = values.get(name);
    return one === undefined ? whole : written(one, Number(offset), format, locale);
  });

/** Every variable of a text with what is added to it: `s1`, `s1+40`. */
export const placesIn = (text: string): string[] =>
  [...text.matchAll(place)].map(([, name = "", offset = ""]) => `${name}${offset}`);

/** The day, sum or number of a place, as a number; undefined: it is a name. */
export const amountAt = (spot: string, values: Values): number | undefined => {
  const [, name = "", offset = "0"] = /^([a-z]+\d*)(.*)$/u.exec(spot) ?? [];
  const one = values.get(name);
  if (one?.kind === "DATE") return dayOf(one.value, Number(offset)).getTime();
  return one?.kind === "SUM" || one?.kind === "NUMBER" ? Number(one.value) + Number(offset) : undefined;
};

/** A day so many days after another. */
export const dayOf = (iso: string, offset: number): Date => {
  const day = new Date(`${iso}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + offset);
  return day;
};

const isoOf = (day: Date): string => day.toISOString().slice(0, 10);

/** A day as a sentence of the language writes it. */
export const longDay = (iso: string, locale: Locale): string => dayForm(dayOf(iso, 0), locale, "");

const tags: Readonly<Record<Locale, string>> = { nl: "nl-NL", en: "en-GB" };

/** Made once: to make one takes longer than all that it writes. */
const formsOf = (locale: Locale) => {
  const parts = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return {
    month: new Intl.DateTimeFormat(tags[locale], parts),
    day: new Intl.DateTimeFormat(tags[locale], { ...parts, day: "numeric" }),
    sum: new Intl.NumberFormat(tags[locale]),
  };
};
const forms = { nl: formsOf("nl"), en: formsOf("en") };

const dayForm = (day: Date, locale: Locale, format: string): string => {
  if (format === "iso") return isoOf(day);
  if (format === "mail") return day.toUTCString().replace("00:00:00 GMT", "09:00:00 +0000");
  return forms[locale][format === "month" ? "month" : "day"].format(day);
};

const written = ({ kind, value }: Variable, offset: number, format: string, locale: Locale): string => {
  switch (kind) {
    case "DATE":
      return dayForm(dayOf(value, offset), locale, format);
    case "SUM": {
      const sum = forms[locale].sum.format(Number(value) + offset);
      return locale === "en" ? `£${sum}` : `€ ${sum}`;
    }
    case "NUMBER":
      return String(Number(value) + offset);
    default:
      return value;
  }
};
