import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { fold } from "./words.ts";

/**
 * Nouns for bodies and for people by what they do, with the part they play in a case. The heads are those of the statutes
 * and papers of Dutch labour law (Boek 7 titel 10 BW, Wet WIA, Wet SUWI, Arbowet, WOR), of the organisation of a firm and a
 * legal person (Boek 2 BW), the kinds of bodies in the Register van Overheidsorganisaties and the financial institutions of the
 * Wft and Pensioenwet, heads of titles in the occupational classification ISCO-08, and the names of next of kin.
 * Dutch compounds are built on their head at the right, so `personeelsfunctionaris` and `HR-adviseur` need no row of
 * their own; English ones end in it as a word.
 */
const heads: readonly (readonly [PartyRole, string])[] = [
  [
    PartyRole.AUTHOR,
    "werknemer werkneemster employee ondergetekende verzoeker verzoekster eiser eiseres claimant applicant",
  ],
  [PartyRole.OPPONENT, "werkgever werkgeefster employer gedaagde verweerder verweerster wederpartij respondent"],
  [PartyRole.COMPANY_DOCTOR, "bedrijfsarts arboarts company-doctor occupational-physician"],
  [PartyRole.UWV, "uwv verzekeringsarts uitvoeringsinstituut"],
  [PartyRole.COURT, "rechter kantonrechter rechtbank gerechtshof judge court tribunal"],
  [PartyRole.REPRESENTATIVE, "gemachtigde advocaat raadsman raadsvrouw jurist lawyer attorney solicitor counsel"],
  [
    PartyRole.UNSPECIFIED,
    "directeur directrice directie bestuurder bestuur manager leidinggevende teamleider leider chef hoofd baas voorzitter " +
      "adviseur functionaris medewerker medewerkster consulent coach planner controller secretaris secretaresse assistent " +
      "arbeidsdeskundige deskundige arbodienst casemanager huisarts arts psycholoog therapeut specialist verpleegkundige " +
      "mediator bemiddelaar ondernemingsraad vakbond vakvereniging inspecteur inspectie accountant notaris curator " +
      "vertrouwenspersoon collega getuige ploegleider opzichter supervisor director managing-director board " +
      "head-of-department doctor physician psychologist expert adviser advisor officer colleague witness union " +
      "inspector works-council hr personeelszaken receptionist klant customer client leverancier supplier " +
      // Bodies.
      "gemeente provincie waterschap ministerie minister staatssecretaris wethouder burgemeester politie ombudsman officier " +
      "commissie bank verzekeraar pensioenfonds pensioenuitvoerder aandeelhouder commissaris ziekenhuis municipality " +
      "ministry mayor police ombudsman prosecutor committee insurer pension-fund shareholder hospital council " +
      // Occupations that no ending gives away.
      "makelaar deurwaarder portier aannemer tolk buurman buurvrouw architect mechanic plumber architect contractor bailiff " +
      "surveyor interpreter porter driver neighbour neighbor agent intern predecessor successor voorganger opvolger " +
      "team-leader leasing-company insurance-company uitzendkracht stagiair stagiaire " +
      // Next of kin.
      "echtgenoot echtgenote partner vader moeder broer zuster zoon dochter husband wife spouse father mother brother sister " +
      "son daughter " +
      "betrokkene verhuurder huurder landlord tenant koper verkoper buyer seller opdrachtgever opdrachtnemer",
  ],
];

const roleOf = new Map(
  heads.flatMap(([role, names]) => names.split(/\s+/u).map((name) => [name.replaceAll("-", " "), role])),
);
/** Heads long enough that a word which ends in one is a compound of it; `arts` and `hr` are not. */
const compoundHeads = [...roleOf.keys()].filter((name) => name.length >= 5 && !name.includes(" "));
const shortHeads = ["arts", "chef", "baas"];
/** Heads of compounds that name a body only there: a `raad` may be advice and a `maatschappij` all of us. */
const boundHeads = ["maatschappij", "raad", "fonds", "bond", "administratie", "vereniging", "houder", "uitvoerder"];
/**
 * Endings of nouns for people by their trade (ANS 12.3.1.3, nouns of persons; Marchand 4.59 and 4.61), of words long enough
 * to have a stem before them.
 */
const ofTrade =
  /^(?:\p{L}{3,}(?:loog|loge|iater|teur|seur|nieur|trice|therapeut|therapeute|meester|ologist|iatrist|therapist|ician)|(?!be|ver|ont|ge)\p{L}{2,}(?:al|on|in|or|ar|ur|et|an)iste?)$/u;

/** A noun without its plural: `collega's`, `artsen`, `managers`, `bedrijfsartsen`, `rechters`. */
const singulars = (word: string): string[] => [
  word,
  word.replace(/'s$/u, ""),
  word.replace(/s$/u, ""),
  word.replace(/en$/u, ""),
  word.replace(/([^aeiou])\1en$/u, "$1"),
  word.replace(/n$/u, ""),
];

export interface RoleNoun {
  /** The noun in the singular, folded. */
  readonly noun: string;
  readonly role: PartyRole;
  readonly isPlural: boolean;
}

/** What role a word names; undefined: none. */
export const roleNoun = (written: string): RoleNoun | undefined => {
  if (written === "OR") return { noun: "ondernemingsraad", role: PartyRole.UNSPECIFIED, isPlural: false };
  const word = fold(written).replaceAll(/[-‐‑]/gu, "");
  for (const form of [...new Set(singulars(word))]) {
    const role = roleOf.get(form);
    if (role !== undefined) return { noun: form, role, isPlural: form !== word };
    const head = compoundHeads.find((one) => form.length > one.length + 1 && form.endsWith(one));
    const short = head ?? shortHeads.find((one) => form.length > one.length + 3 && form.endsWith(one));
    if (short !== undefined)
      return { noun: form, role: roleOf.get(short) ?? PartyRole.UNSPECIFIED, isPlural: form !== word };
    const isBody = boundHeads.some((one) => form.length > one.length + 2 && form.endsWith(one));
    if (isBody || ofTrade.test(form)) return { noun: form, role: PartyRole.UNSPECIFIED, isPlural: form !== word };
  }
  return undefined;
};

/** Nouns for the two sides of a contract: whoever has one is a party, on a side that the noun does not tell. */
const contractSides = new Set(
  "verhuurder huurder landlord tenant koper verkoper buyer seller opdrachtgever opdrachtnemer partij party betrokkene".split(
    " ",
  ),
);

/** Whether the noun names a side of a contract, which every memo on it may do. */
export const isContractSide = (noun: string): boolean => contractSides.has(noun);

/** The sides of a contract by their noun in the statutes, and in English. */
const sidesInBoth: readonly (readonly string[])[] = [
  ["verhuurder", "landlord"],
  ["huurder", "tenant"],
  ["koper", "buyer"],
  ["verkoper", "seller"],
];

/**
 * What part in a contract or a case a word names, the same in Dutch and English; undefined: none that a statute's own noun tells in
 * both.
 */
export const partInBoth = (written: string): string | undefined => {
  const found = roleNoun(written);
  if (found === undefined || found.role === PartyRole.REPRESENTATIVE) return undefined;
  if (found.role !== PartyRole.UNSPECIFIED) return `role ${found.role}`;
  return sidesInBoth.find((nouns) => nouns.includes(found.noun))?.[0];
};

/** What role two words name together (`works council`); undefined: none. */
export const rolePair = (one: string, other: string): RoleNoun | undefined => {
  const noun = `${fold(one)} ${fold(other)}`;
  const singular = roleOf.has(noun) ? noun : noun.replace(/s$/u, "");
  const role = roleOf.get(singular);
  return role === undefined ? undefined : { noun: singular, role, isPlural: singular !== noun };
};

/** Bodies by their short and their full name: two names of one thing. */
export const fullNames: readonly (readonly [short: string, full: string])[] = [
  ["uwv", "uitvoeringsinstituut werknemersverzekeringen"],
  ["ap", "autoriteit persoonsgegevens"],
  ["svb", "sociale verzekeringsbank"],
  ["or", "ondernemingsraad"],
];
