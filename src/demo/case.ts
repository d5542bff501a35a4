import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";

/** A claim of the demo's memo with what it is to rest on. */
export interface CaseClaim {
  readonly text: string;
  /** Name of the claim kind in the profile; empty: one quote from the Vault. */
  readonly kind: string;
  /** By the name of the slot's template in the profile; `quote` for a claim without a kind. */
  readonly slots: Readonly<Record<string, CaseEvidence>>;
}

/** What a slot is to be bound to, and for a text the words to quote from it. */
export type CaseEvidence =
  | { readonly from: "file"; readonly file: string; readonly quote: string }
  | { readonly from: "law"; readonly citation: string; readonly quote: string }
  | { readonly from: "search"; readonly query: string }
  | { readonly from: "statement"; readonly text: string };

/** What the person writes as intent. */
export const intent = {
  goal: "Reageren op de brief van 9 december 2025: er is wél een schriftelijke toezegging over de vaste thuiswerkdag.",
  tone: "zakelijk en hoffelijk",
  audience: "employer",
  referenceDate: "2025-12-15",
  parties: [
    { role: PartyRole.AUTHOR, names: ["Noor Fictief"], addresses: ["n.fictief@zonnewijzer.example"] },
    { role: PartyRole.OPPONENT, names: ["Iris Denkbeeld"], addresses: ["i.denkbeeld@zonnewijzer.example"] },
    { role: PartyRole.REPRESENTATIVE, names: ["Bram Verzonnen"], addresses: ["b.verzonnen@zonnewijzer.example"] },
  ],
  frame: {
    place: "Voorbeeldstad",
    date: "2025-12-15",
    sender: ["Noor Fictief"],
    addressee: ["Zonnewijzer B.V.", "t.a.v. mevrouw I. Denkbeeld"],
    subject: "Uw brief van 9 december 2025 over de vaste thuiswerkdag",
    theirReference: "HR/2025/117",
    salutation: "Geachte mevrouw Denkbeeld,",
    closing: "Met vriendelijke groet,",
  },
};

const letter = "2025-12-09-brief.eml";
const commitment = "2025-03-17-teamafspraak.eml";
const pilot = "2025-06-12-re-teamafspraak-proef.eml";
const contract = "arbeidsovereenkomst.md";

/** The letter that is answered: pinned before anything is searched, as the RFC's example does. */
export const pinnedFile = letter;

const assertion: CaseClaim = {
  text: "De brief van 9 december 2025 stelt dat er nooit een schriftelijke toezegging is gedaan over een vaste thuiswerkdag.",
  kind: "assertion-of-letter",
  slots: {
    assertion: {
      from: "file",
      file: letter,
      quote: "Er is nooit een schriftelijke toezegging gedaan over een vaste thuiswerkdag.",
    },
  },
};

const promise: CaseClaim = {
  text: "De teamleider heeft op 17 maart 2025 namens de directie schriftelijk toegezegd dat de vaste thuiswerkdag op vrijdag blijft gelden.",
  kind: "promise",
  slots: {
    commitment: {
      from: "file",
      file: commitment,
      quote:
        "Ik bevestig hierbij namens de directie dat de vaste thuiswerkdag op vrijdag voor het hele team Planning blijft gelden, ook na 1 januari 2026.",
    },
  },
};

/** The claim as it is first written, and as the rewind makes it: the message says less than the first wording does. */
export const pilotTexts = {
  first: "Dat de teamleider de thuiswerkdag later een proef noemde, is een vergissing.",
  better:
    "Dat de teamleider de thuiswerkdag op 12 juni 2025 een proef noemde, neemt de toezegging van 17 maart 2025 niet terug.",
};

const notice: CaseClaim = {
  text: "Een zwaarwichtig belang is mij, anders dan de arbeidsovereenkomst vraagt, niet schriftelijk meegedeeld.",
  kind: "non-performance",
  slots: {
    obligation: {
      from: "file",
      file: contract,
      quote: "De werkgever deelt een voorgenomen wijziging met haar reden schriftelijk mee.",
    },
    performance: { from: "search", query: '"zwaarwichtig belang"' },
  },
};

const reliance: CaseClaim = {
  text: "Ik heb in vertrouwen op de toezegging de kinderopvang op vrijdag opgezegd.",
  kind: "own-statement",
  slots: {
    statement: {
      from: "statement",
      text: "Ik heb in maart 2025, na het bericht van de teamleider, de kinderopvang op vrijdag opgezegd.",
    },
  },
};

const goodEmployer: CaseClaim = {
  text: "Een werkgever moet zich als een goed werkgever gedragen (art. 7:611 BW).",
  kind: "legal-basis",
  slots: {
    provision: {
      from: "law",
      citation: "art. 7:611 BW",
      quote:
        "De werkgever en de werknemer zijn verplicht zich als een goed werkgever en een goed werknemer te gedragen.",
    },
  },
};

const unilateralChange: CaseClaim = {
  text: "Voor een eenzijdige wijziging is een zwaarwichtig belang nodig (art. 7:613 BW).",
  kind: "legal-basis",
  slots: {
    provision: {
      from: "law",
      citation: "art. 7:613 BW",
      quote: "indien hij bij de wijziging een zodanig zwaarwichtig belang heeft",
    },
  },
};

const request: CaseClaim = {
  text: "Ik verzoek u binnen twee weken schriftelijk te bevestigen dat de vrijdag mijn thuiswerkdag blijft.",
  kind: "request",
  slots: {},
};

const reservation: CaseClaim = { text: "Ik behoud mij alle rechten voor.", kind: "reservation", slots: {} };

const pilotClaim = (text: string): CaseClaim => ({
  text,
  kind: "",
  slots: {
    quote: {
      from: "file",
      file: pilot,
      quote: "Ik heb de thuiswerkdag op vrijdag tegenover de directie een proef genoemd.",
    },
  },
});

/** The outline, with one of the two wordings of the claim about the pilot. */
export const outline = (
  pilotText: string,
): readonly { readonly title: string; readonly claims: readonly CaseClaim[] }[] => [
  { title: "De brief waarop ik antwoord", claims: [assertion] },
  { title: "Mijn reactie", claims: [promise, pilotClaim(pilotText), notice, reliance] },
  { title: "Juridische grondslag", claims: [goodEmployer, unilateralChange] },
  { title: "Verzoek", claims: [request] },
  { title: "Voorbehoud", claims: [reservation] },
];

/** A sentence of the memo. The words of sources stand between “ and ”. */
export interface CaseSentence {
  readonly kind: "FACT" | "LAW" | "ARGUMENT" | "OWN_STATEMENT";
  readonly text: string;
  /** Templates of the slots it rests on; absent: all of its claim. */
  readonly slots?: readonly string[];
}

/** What the memo says about a claim. */
export const sentencesOf = (claim: CaseClaim): readonly CaseSentence[] => sentences[claim.text] ?? [];

const sentences: Readonly<Record<string, readonly CaseSentence[]>> = {
  [assertion.text]: [
    {
      kind: "FACT",
      text: "In uw brief van 9 december 2025 schrijft u: “Er is nooit een schriftelijke toezegging gedaan over een vaste thuiswerkdag.”",
    },
  ],
  [promise.text]: [
    {
      kind: "FACT",
      text: "Dat is onjuist: op 17 maart 2025 schreef de teamleider aan het team: “Ik bevestig hierbij namens de directie dat de vaste thuiswerkdag op vrijdag voor het hele team Planning blijft gelden, ook na 1 januari 2026.”",
    },
  ],
  [pilotTexts.first]: [
    {
      kind: "FACT",
      text: "Dat hij later schreef “Ik heb de thuiswerkdag op vrijdag tegenover de directie een proef genoemd.”, is een vergissing.",
    },
  ],
  [pilotTexts.better]: [
    {
      kind: "FACT",
      text: "Op 12 juni 2025 schreef hij weliswaar: “Ik heb de thuiswerkdag op vrijdag tegenover de directie een proef genoemd.”, maar daarmee nam hij de toezegging aan het team niet terug.",
    },
  ],
  [notice.text]: [
    {
      kind: "FACT",
      text: "De arbeidsovereenkomst bepaalt: “De werkgever deelt een voorgenomen wijziging met haar reden schriftelijk mee.”",
      slots: ["obligation"],
    },
    {
      kind: "FACT",
      text: "In de door mij ontvangen stukken komt een zwaarwichtig belang nergens voor.",
      slots: ["performance"],
    },
  ],
  [reliance.text]: [
    {
      kind: "OWN_STATEMENT",
      text: "Ik heb in maart 2025, na het bericht van de teamleider, de kinderopvang op vrijdag opgezegd.",
    },
  ],
  [goodEmployer.text]: [
    {
      kind: "LAW",
      text: "De wet bepaalt: “De werkgever en de werknemer zijn verplicht zich als een goed werkgever en een goed werknemer te gedragen.”",
    },
  ],
  [unilateralChange.text]: [
    {
      kind: "LAW",
      text: "Op een wijzigingsbeding kan een werkgever alleen een beroep doen “indien hij bij de wijziging een zodanig zwaarwichtig belang heeft” dat mijn belang daarvoor moet wijken.",
    },
  ],
  [request.text]: [{ kind: "ARGUMENT", text: request.text }],
  [reservation.text]: [{ kind: "ARGUMENT", text: reservation.text }],
};

/** Title of the memo: the letter by its day, which its pin has. Its reference stands in no quote, and a title may not say it then. */
export const memoTitle = "Reactie op uw brief van 9 december 2025";
