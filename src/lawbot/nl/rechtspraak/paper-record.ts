import { isDay } from "#kit/day.ts";
import { monthOf } from "#kit/months.ts";
import type { RulingField } from "#kit/ruling-page.ts";
import { Refusal } from "../../port/reading.ts";
import type { IdentifiedMetadata } from "./metadata.ts";

/** Values of one field that are kept, and their length: a record stays small whatever a file holds. */
const valuesMax = 100;
const lengthMax = 500;

/** Values of the fields that a page or its print shows, in order. */
export type PaperFields = ReadonlyMap<RulingField, readonly string[]>;

/** The record of a ruling as its page shows it. What the page does not show is "", never taken from elsewhere. */
export const paperMetadata = (
  fields: PaperFields,
  about: { readonly ecli: string; readonly kind: string; readonly title: string },
): IdentifiedMetadata => {
  const all = (field: RulingField) =>
    (fields.get(field) ?? []).slice(0, valuesMax).map((value) => value.slice(0, lengthMax));
  return {
    identifier: about.ecli,
    court: all("court").join(" "),
    decidedOn: dayOnPage(all("decidedOn").join(" ")),
    kind: about.kind,
    title: about.title.slice(0, lengthMax),
    caseNumbers: all("caseNumbers"),
    subjects: all("subjects"),
    reporters: all("reporters"),
    ljn: /:([A-Z]{2}\d{4})$/.exec(about.ecli)?.[1] ?? "",
  };
};

/** `29-01-2016` or `29 januari 2016` as an ISO day; "" for anything else. */
export const dayOnPage = (written: string): string => {
  const [, day = "", name = "", year = ""] =
    /^(\d{1,2})(?:-|\s)(\d{1,2}|\p{L}+)(?:-|\s)(\d{4})$/u.exec(written.trim()) ?? [];
  const month = /^\d/.test(name) ? name : String(monthOf(name.toLowerCase()));
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(iso) ? iso : "";
};

/** What a person does with a page or PDF that is none of a ruling. */
const whatToDo =
  "save the ruling's page at uitspraken.rechtspraak.nl, or its PDF, or take its XML with `pincite law fetch ECLI`; a statute is imported from its XML";

/** The refusal of a file that is no ruling's page. */
export const noRuling = (why: string): Refusal => new Refusal("NO_RULING", `${why}: ${whatToDo}`);

/** The one ECLI that a page says it is of, in whichever places it says so. Throws Refusal where it says none, or two. */
export const oneEcli = (said: readonly string[]): string => {
  const [ecli, another] = new Set(said);
  if (ecli === undefined)
    throw noRuling("it does not say of which ruling it is, since no ECLI stands above its record");
  if (another !== undefined)
    throw new Refusal("BAD_ID", `it says it is of ${ecli} and of ${another}; save the page of one ruling`);
  return ecli;
};
