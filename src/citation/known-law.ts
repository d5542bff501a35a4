import { furtherLaws } from "./law-register.ts";

/** What a loaded law calls itself, so that citations by that name can be read. */
export interface LawNames {
  readonly lawId: string;
  readonly title: string;
  readonly citationTitle: string;
  /** Abbreviations, the one in use first. */
  readonly abbreviations?: readonly string[];
  /** Further titles by which it is or was cited. */
  readonly titles?: readonly string[];
  /** First day the law was in force, ISO date; "" or absent: not known. */
  readonly inForceFrom?: string;
  /** Day on which it was withdrawn, ISO date; "" or absent: it was not, or that is not known. */
  readonly withdrawnOn?: string;
  /** True of a law that only a register of names tells of: no text of it is loaded. */
  readonly isNotLoaded?: boolean;
}

/** A law that citations may name. A law in books (the Burgerlijk Wetboek) is one law with one regulation per book. */
export interface KnownLaw {
  /** The name that citations are rendered with; names the law in this program. */
  readonly short: string;
  /** The name in full, for formal documents. */
  readonly long: string;
  /** Further names that are accepted. */
  readonly names: readonly string[];
  /** Id of the regulation; "" for a law in books, and for what the BWB does not hold. */
  readonly id: string;
  /** Regulation per book, for a law in books. */
  readonly books?: Readonly<Record<string, string>>;
  /** Identifier elsewhere, for law that the BWB does not hold. */
  readonly elsewhere?: string;
  /** The regulations that share the name, where it is no one's alone: such a name is read and resolves to none without a day. */
  readonly among?: readonly Claimant[];
  /** Official heading, of laws that are loaded or registered. */
  readonly heading?: string;
  /** Day the act was made, as its heading says, ISO date. */
  readonly made?: string;
  /** First day in force and day of withdrawal, ISO dates; "" or absent: not known. */
  readonly inForceFrom?: string;
  readonly withdrawnOn?: string;
}

/** One of the laws that share a name, and when it bears it: from a day until another, which is no more its; "" is not known. */
export interface Claimant {
  readonly id: string;
  readonly from: string;
  readonly until: string;
}

/** A law as a claimant of its name. Nothing is in force before it is made. */
export const claimantOf = ({ id, inForceFrom = "", made = "", withdrawnOn = "" }: KnownLaw): Claimant => ({
  id,
  from: inForceFrom || made,
  until: withdrawnOn,
});

/** A law that stands for several of one name. */
export const sharedName = (name: string, claimants: readonly Claimant[]): KnownLaw => {
  const among = [...new Map(claimants.map((each) => [each.id, each])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { short: `${name} (${among.map(({ id }) => id).join()})`, long: name, names: [], id: "", among };
};

const law = (id: string, short: string, long: string, ...names: string[]): KnownLaw => ({ id, short, long, names });

/** The Burgerlijk Wetboek: `7:611` is article 611 of the regulation of Boek 7. There is no Boek 9. */
const bw: KnownLaw = {
  short: "BW",
  long: "Burgerlijk Wetboek",
  names: ["B.W.", "NBW"],
  id: "",
  books: {
    "1": "BWBR0002656",
    "2": "BWBR0003045",
    "3": "BWBR0005291",
    "4": "BWBR0002761",
    "5": "BWBR0005288",
    "6": "BWBR0005289",
    "7": "BWBR0005290",
    "7A": "BWBR0006000",
    "8": "BWBR0005034",
    "10": "BWBR0030068",
  },
};

const gdpr: KnownLaw = {
  short: "AVG",
  long: "Algemene verordening gegevensbescherming",
  names: ["GDPR"],
  id: "",
  elsewhere: "CELEX 32016R0679",
};

/** Names and ids of the laws that employment and administrative practice cites most. Imported laws add their own names. */
const practiceLaws: readonly KnownLaw[] = [
  bw,
  gdpr,
  law("BWBR0005537", "Awb", "Algemene wet bestuursrecht"),
  law("BWBR0019057", "WIA", "Wet werk en inkomen naar arbeidsvermogen", "Wet WIA"),
  law("BWBR0001888", "ZW", "Ziektewet"),
  law("BWBR0013060", "Wet SUWI", "Wet structuur uitvoeringsorganisatie werk en inkomen", "SUWI"),
  law("BWBR0013008", "Wazo", "Wet arbeid en zorg", "WAZO"),
  law("BWBR0010346", "Arbowet", "Arbeidsomstandighedenwet", "Arbeidsomstandighedenwet 1998"),
  law("BWBR0008498", "Arbobesluit", "Arbeidsomstandighedenbesluit"),
  law("BWBR0002524", "WAO", "Wet op de arbeidsongeschiktheidsverzekering"),
  law("BWBR0004045", "WW", "Werkloosheidswet"),
  law("BWBR0002638", "Wml", "Wet minimumloon en minimumvakantiebijslag", "WML"),
  law("BWBR0007671", "Atw", "Arbeidstijdenwet"),
  law("BWBR0002747", "WOR", "Wet op de ondernemingsraden"),
  law("BWBR0014915", "WGBH/CZ", "Wet gelijke behandeling op grond van handicap of chronische ziekte"),
  law("BWBR0006502", "AWGB", "Algemene wet gelijke behandeling", "Awgb"),
  law("BWBR0011173", "Wfw", "Wet flexibel werken", "Wet aanpassing arbeidsduur"),
  law(
    "BWBR0013540",
    "Regeling procesgang",
    "Regeling procesgang eerste en tweede ziektejaar",
    "Regeling procesgang eerste ziektejaar",
  ),
  law("BWBR0014375", "Beleidsregels poortwachter", "Beleidsregels beoordelingskader poortwachter"),
  law("BWBR0001840", "Gw", "Grondwet", "GrW", "Grw"),
  law("BWBR0001830", "RO", "Wet op de rechterlijke organisatie", "Wet RO"),
  law("BWBR0001827", "Rv", "Wetboek van Burgerlijke Rechtsvordering"),
  law(
    "BWBV0001000",
    "EVRM",
    "Europees Verdrag voor de Rechten van de Mens",
    "Europees Verdrag tot bescherming van de rechten van de mens en de fundamentele vrijheden",
    "Verdrag tot bescherming van de rechten van de mens en de fundamentele vrijheden",
  ),
  law(
    "BWBV0001001",
    "EP EVRM",
    "Eerste Protocol bij het EVRM",
    "Eerste Protocol bij het Europees Verdrag voor de Rechten van de Mens",
  ),
  law("BWBR0040940", "UAVG", "Uitvoeringswet Algemene verordening gegevensbescherming", "Uitvoeringswet AVG"),
  law("BWBR0001903", "Sv", "Wetboek van Strafvordering", "WvSv"),
  law("BWBR0001854", "Sr", "Wetboek van Strafrecht", "WvSr"),
  law("BWBR0001941", "Opiumwet", "Opiumwet"),
  law("BWBR0020449", "Wro", "Wet ruimtelijke ordening"),
  law("BWBR0002375", "WRO", "Wet op de Ruimtelijke Ordening"),
  law("BWBR0024779", "Wabo", "Wet algemene bepalingen omgevingsrecht"),
  law("BWBR0001860", "Fw", "Faillissementswet"),
  law("BWBR0020809", "Pensioenwet", "Pensioenwet"),
  law("BWBR0015703", "Participatiewet", "Participatiewet", "Wet werk en bijstand", "WWB"),
  law("BWBR0005682", "WHW", "Wet op het hoger onderwijs en wetenschappelijk onderzoek"),
  law("BWBR0003738", "RWN", "Rijkswet op het Nederlanderschap"),
  law("BWBR0020368", "Wft", "Wet op het financieel toezicht"),
  law("BWBR0002471", "Wet LB 1964", "Wet op de loonbelasting 1964", "Wet LB", "Wet op de loonbelasting"),
  law("BWBR0011353", "Wet IB 2001", "Wet inkomstenbelasting 2001", "Wet IB"),
  law("BWBR0002629", "Wet OB 1968", "Wet op de omzetbelasting 1968", "Wet OB"),
  law("BWBR0002320", "AWR", "Algemene wet inzake rijksbelastingen"),
  law("BWBR0004770", "IW 1990", "Invorderingswet 1990"),
  law("BWBR0011823", "Vw 2000", "Vreemdelingenwet 2000"),
  law("BWBR0018450", "Zvw", "Zorgverzekeringswet"),
  law("BWBR0003245", "Wm", "Wet milieubeheer"),
  law("BWBR0005416", "Gemw", "Gemeentewet"),
  law("BWBR0005645", "Provw", "Provinciewet"),
  law("BWBR0006622", "WVW 1994", "Wegenverkeerswet 1994"),
  law("BWBR0022463", "Wpg", "Wet politiegegevens"),
  law("BWBR0017745", "Wfsv", "Wet financiering sociale verzekeringen"),
  law("BWBR0009950", "Tw", "Telecommunicatiewet"),
];

/** Every law that is known by name without being loaded; an earlier one keeps a name that a later one claims too. */
export const knownLaws: readonly KnownLaw[] = [...practiceLaws, ...furtherLaws];

const since = (id: string, from: string, until = ""): Claimant => ({ id, from, until });

/**
 * Abbreviations that one law had after the other, or several have at once, with the days on which each bears them: the
 * Participatiewet is so called since 2015, the Omgevingswet took the place of the onteigeningswet. Last in the table, so
 * that a loaded law keeps the abbreviation that its own register of names gives it.
 */
export const sharedAbbreviations: readonly KnownLaw[] = [
  sharedName("Pw", [
    since("BWBR0005645", "1994-01-01"),
    since("BWBR0020809", "2007-01-01"),
    since("BWBR0015703", "2015-01-01"),
  ]),
  sharedName("Ow", [since("BWBR0001842", "1851-08-28", "2024-01-01"), since("BWBR0037885", "2024-01-01")]),
];

const bookOf: ReadonlyMap<string, string> = new Map(Object.entries(bw.books ?? {}).map(([book, id]) => [id, book]));

/** The book whose number stands before the colon when an article of this regulation is cited; "" for laws without books. */
export const bookOfRegulation = (lawId: string): string => bookOf.get(lawId) ?? "";

const shortById: ReadonlyMap<string, string> = new Map([
  ...knownLaws.map((each) => [each.id, each.short] as const),
  ...[...bookOf.keys()].map((id) => [id, bw.short] as const),
]);

/** The name a regulation is cited by; undefined when the table does not hold it. */
export const shortNameOf = (lawId: string): string | undefined => shortById.get(lawId);
