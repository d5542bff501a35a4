import { monthNames } from "#kit/months.ts";
import { parseEcli } from "../../../citation/ecli.ts";

/** Courts that lawyers write shorter than they call themselves, by their code in the ECLI. */
const byCode: ReadonlyMap<string, string> = new Map([
  ["HR", "HR"],
  ["PHR", "concl. A-G HR"],
  ["CRVB", "CRvB"],
  ["RVS", "ABRvS"],
  ["CBB", "CBb"],
]);

/** How a court is cited: `HR`, `Hof 's-Hertogenbosch`, `Rb. Den Haag`; by its own name where no short form is in use. */
const courtName = (court: string, ecli: string): string =>
  byCode.get(parseEcli(ecli)?.court ?? "") ?? court.replace(/^Rechtbank /, "Rb. ").replace(/^Gerechtshof /, "Hof ");

/** `2016-01-29` as `29 januari 2016`; what is no such date as it is. */
const dateInDutch = (date: string): string => {
  const [year = "", month = "", day = ""] = date.split("-");
  const name = monthNames.nl[Number(month) - 1];
  return name && day ? `${Number(day)} ${name} ${year}` : date;
};

/**
 * What names a ruling at the least, as Dutch lawyers cite it: court, date and ECLI, such as
 * `HR 29 januari 2016, ECLI:NL:HR:2016:162`. The ECLI alone where the record has neither court nor date.
 */
export const rulingName = (ruling: {
  readonly court: string;
  readonly decidedOn: string;
  readonly ecli: string;
}): string => {
  const { court, decidedOn, ecli } = ruling;
  const named = [courtName(court, ecli), dateInDutch(decidedOn)].filter(Boolean).join(" ");
  return named === "" ? ecli : `${named}, ${ecli}`;
};
