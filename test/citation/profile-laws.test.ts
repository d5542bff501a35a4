import { describe, expect, it } from "vitest";
import { readCitations } from "../../src/citation/read-citations.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { shippedNames } from "../../src/shipped-names.ts";

/** A law as the field writes it: its id (of one book, for a law in books), its names, and two numbers in order as it has them. */
interface FieldLaw {
  readonly id: string;
  readonly names: readonly string[];
  readonly numbers: readonly [first: string, second: string];
}

/** Written by hand from what the public pages of the laws call them; the register's own file is not asked. */
const field: readonly FieldLaw[] = [
  { id: "BWBR0005290", names: ["BW", "Burgerlijk Wetboek"], numbers: ["7:611", "7:658a"] },
  { id: "BWBR0005289", names: ["BW", "Burgerlijk Wetboek"], numbers: ["6:162", "6:248"] },
  { id: "BWBR0005291", names: ["BW", "Burgerlijk Wetboek"], numbers: ["3:33", "3:37"] },
  { id: "BWBR0019057", names: ["WIA", "Wet WIA", "Wet werk en inkomen naar arbeidsvermogen"], numbers: ["25", "26"] },
  {
    id: "BWBR0013060",
    names: ["SUWI", "Wet SUWI", "Wet structuur uitvoeringsorganisatie werk en inkomen"],
    numbers: ["32", "54"],
  },
  { id: "BWBR0001888", names: ["ZW", "Ziektewet"], numbers: ["29", "29b"] },
  { id: "BWBR0005537", names: ["Awb", "Algemene wet bestuursrecht"], numbers: ["3:4", "8:29"] },
  { id: "BWBR0013540", names: ["Regeling procesgang eerste en tweede ziektejaar"], numbers: ["2", "4"] },
  { id: "BWBR0014375", names: ["Beleidsregels beoordelingskader poortwachter"], numbers: ["1", "2"] },
  {
    id: "BWBR0008657",
    names: ["Wajong", "Wet Wajong", "Wet arbeidsongeschiktheidsvoorziening jonggehandicapten"],
    numbers: ["2", "3"],
  },
  { id: "BWBR0002524", names: ["WAO", "Wet op de arbeidsongeschiktheidsverzekering"], numbers: ["18", "43a"] },
  { id: "BWBR0008656", names: ["WAZ", "Wet arbeidsongeschiktheidsverzekering zelfstandigen"], numbers: ["2", "7"] },
  { id: "BWBR0004045", names: ["WW", "Werkloosheidswet"], numbers: ["16", "24"] },
  { id: "BWBR0013008", names: ["Wazo", "Wet arbeid en zorg"], numbers: ["3:1", "5:1"] },
  { id: "BWBR0010346", names: ["Arbowet", "Arbeidsomstandighedenwet"], numbers: ["3", "14"] },
  { id: "BWBR0008498", names: ["Arbobesluit", "Arbeidsomstandighedenbesluit"], numbers: ["2.9", "9.14"] },
  { id: "BWBR0002638", names: ["Wml", "WML", "Wet minimumloon en minimumvakantiebijslag"], numbers: ["7", "15"] },
  { id: "BWBR0007671", names: ["Atw", "Arbeidstijdenwet"], numbers: ["5:3", "5:7"] },
  { id: "BWBR0002747", names: ["WOR", "Wet op de ondernemingsraden"], numbers: ["25", "27"] },
  { id: "BWBR0006502", names: ["AWGB", "Algemene wet gelijke behandeling"], numbers: ["1", "5"] },
  {
    id: "BWBR0014915",
    names: ["WGBH/CZ", "Wet gelijke behandeling op grond van handicap of chronische ziekte"],
    numbers: ["2", "4"],
  },
  { id: "BWBR0011173", names: ["Wfw", "Wet flexibel werken"], numbers: ["2", "3"] },
  { id: "BWBR0011468", names: ["Wbp", "Wet bescherming persoonsgegevens"], numbers: ["8", "35"] },
  {
    id: "BWBR0040940",
    names: ["UAVG", "Uitvoeringswet Algemene verordening gegevensbescherming"],
    numbers: ["30", "46"],
  },
  { id: "CELEX 32016R0679", names: ["AVG", "Algemene verordening gegevensbescherming"], numbers: ["6", "15"] },
  { id: "BWBR0003227", names: ["Wet geluidhinder", "Wgh"], numbers: ["1", "76"] },
  {
    id: "BWBV0001000",
    names: ["EVRM", "Europees Verdrag tot bescherming van de rechten van de mens en de fundamentele vrijheden"],
    numbers: ["6", "8"],
  },
  { id: "BWBR0001840", names: ["Gw", "Grondwet"], numbers: ["1", "10"] },
];

/** The forms in which such a law may be cited, with the numbers that each names. */
const forms: readonly (readonly [write: (law: string, first: string, second: string) => string, both?: "both"])[] = [
  [(law, a) => `art. ${a} ${law}`],
  [(law, a) => `artikel ${a} ${law}`],
  [(law, a) => `art.\u00a0${a}\u00a0${law}`],
  [(law, a) => `art. ${a}\n${law}`],
  [(law, a) => `artikel ${a} van de ${law}`],
  [(law, a) => `artikel ${a}, tweede lid, van de ${law}`],
  [(law, a) => `artikel ${a}, tweede lid, ${law}`],
  [(law, a) => `art. ${a} lid 3 onder g ${law}`],
  [(law, a) => `art. ${a} lid 3, aanhef en onder g, ${law}`],
  [(law, a) => `${a} lid 1, 2 en 4 ${law}`],
  [(law, a) => `artikel ${a}, eerste, tweede en vijfde lid, van de ${law}`],
  [(law, a) => `artikel ${a}, eerste lid, aanhef en onder a, sub 1°, van de ${law}`],
  [(law, a) => `art. ${a} lid 7 jo. lid 5 ${law}`],
  [(law, a) => `art. ${a} e.v. ${law}`],
  [(law, a) => `art. ${a} (oud) ${law}`],
  [(law, a) => `${law} art. ${a}`],
  [(law, a) => `${law}, artikel ${a}, eerste lid`],
  [(law, a, b) => `artt. ${a} en ${b} ${law}`, "both"],
  [(law, a, b) => `art. ${a} en ${b} ${law}`, "both"],
  [(law, a, b) => `artikelen ${a} tot en met ${b} van de ${law}`, "both"],
  [(law, a, b) => `art. ${a} t/m ${b} ${law}`, "both"],
  [(law, a, b) => `art. ${a}-${b} ${law}`, "both"],
  [(law, a, b) => `artikel ${a} juncto ${b} van de ${law}`, "both"],
];

describe("the laws of the field of the shipped profiles", () => {
  const names = { register: shippedNames(), laws: [] };

  it("hold every law that a shipped profile names", () => {
    const ids = new Set(field.map(({ id }) => id));
    const wanted = builtinProfiles().flatMap(({ lawSources }) => lawSources.map(({ lawId }) => lawId));
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter((id) => !ids.has(id))).toEqual([]);
  });

  const cases = field.flatMap(({ id, names: ways, numbers }) => ways.map((way) => [way, id, numbers] as const));
  it.each(cases)("are read by every form: %s (%s)", (way, id, [first, second]) => {
    const unread: string[] = [];
    for (const [write, both] of forms) {
      const text = `Zie ${write(way, first, second)}.`;
      const places = readCitations(text, names).flatMap((each) => each.places.map(({ address }) => address));
      const found = new Set(
        places.map((each) => (each.kind === "provision" ? `${each.lawId} ${each.number}` : "ruling")),
      );
      const wanted = new Set([first, ...(both ? [second] : [])].map((number) => `${id} ${number}`));
      if (found.size !== wanted.size || ![...wanted].every((each) => found.has(each)))
        unread.push(`${text} ${[...found].join(", ")}`);
    }
    expect(unread).toEqual([]);
  });

  it.each([
    "art. 629 Boek 7 BW",
    "artikel 629, eerste lid, van Boek 7 van het Burgerlijk Wetboek",
    "artikel 629 van het Burgerlijk Wetboek Boek 7",
    "artikel 7:629, eerste lid, BW",
    "7:629 BW",
    "BW 7:629",
  ])("are read with the book beside them: %s", (text) => {
    const places = readCitations(`Zie ${text}.`, names).flatMap((each) => each.places.map(({ address }) => address));
    expect(places).toMatchObject([{ lawId: "BWBR0005290", number: "7:629" }]);
  });
});
