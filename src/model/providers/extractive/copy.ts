import type { Locale } from "./prose.ts";

/**
 * What the extractive provider says, in both languages. It speaks of candidates, bindings and quotes that stand in the
 * run, never of having searched: which searches ran is on record elsewhere.
 */
export const copy = {
  askGoal: {
    nl: "Wat wilt u met dit stuk bereiken, en waarop reageert u?",
    en: "What do you want to reach with this document, and what do you answer?",
  },
  noGoal: {
    nl: "Het doel ontbreekt nog. Beschrijf in een of twee zinnen wat u wilt bereiken.",
    en: "The goal is still missing. Describe in one or two sentences what you want to reach.",
  },
  intent: {
    nl: (goal: string) => `Ik begrijp het doel zo: ${goal} Klopt dit, sla het dan op; anders past u het aan.`,
    en: (goal: string) => `I understand the goal as follows: ${goal} If that is right, save it; if not, change it.`,
  },
  intentPlain: {
    nl: "Uw doel staat klaar in uw eigen woorden. Klopt het, sla het dan op.",
    en: "Your goal is ready in your own words. If it is right, save it.",
  },
  askDate: { nl: "Van welke datum is de brief waarop u antwoordt?", en: "What is the date of the letter you answer?" },
  answerLetter: {
    nl: (day: string) => (day === "" ? "Antwoorden op de brief." : `Antwoorden op de brief van ${day}.`),
    en: (day: string) => (day === "" ? "Answer the letter." : `Answer the letter of ${day}.`),
  },
  letterRead: {
    nl: (count: number) =>
      `De brief waarop u antwoordt is uit elkaar gehaald; ${count === 1 ? "er staat één stelling" : `er staan ${count} stellingen`} in. Kijk na of dat klopt.`,
    en: (count: number) =>
      `The letter you answer was taken apart; it makes ${count === 1 ? "one assertion" : `${count} assertions`}. See whether that is right.`,
  },
  letterAnswers: {
    nl: (count: number) =>
      ` Op ${count === 1 ? "één stelling" : `${count} stellingen`} van de brief is nog geen antwoord: zeg van elk of zij juist is, onjuist, u niet bekend, of hier niet van belang, en waarom.`,
    en: (count: number) =>
      ` ${count === 1 ? "One assertion" : `${count} assertions`} of the letter have no answer yet: say of each whether it is right, wrong, not known to you, or beside the point here, and why.`,
  },
  skeleton: {
    nl: (sections: number, claims: number) =>
      `Hier is een opzet met ${sections} onderdelen en ${claims} stellingen. Bevestig wat klopt, en wijs af wat u niet wilt stellen.`,
    en: (sections: number, claims: number) =>
      `Here is an outline with ${sections} sections and ${claims} claims. Confirm what is right and reject what you do not want to claim.`,
  },
  noIntent: {
    nl: "Zonder doel is er geen opzet te maken; vul eerst het doel in.",
    en: "Without a goal there is no outline to make; state the goal first.",
  },
  needs: {
    nl: (filled: number, all: number) => `Voor ${filled} van de ${all} bewijsvragen staan kandidaten klaar.`,
    en: (filled: number, all: number) => `${filled} of ${all} evidence slots have candidates.`,
  },
  pinOrRefine: {
    nl: " Voor de overige kunt u zelf een stuk vastpinnen of met andere woorden laten zoeken.",
    en: " For the others, pin a document yourself or have other words tried.",
  },
  slotOpen: {
    nl: (what: string) => `Er is nog geen stuk voor: ${what}.`,
    en: (what: string) => `There is no document yet for: ${what}.`,
  },
  pinFor: {
    nl: (what: string) => `Pin een stuk vast, of zoek met andere woorden, voor: ${what}.`,
    en: (what: string) => `Pin a document, or search with other words, for: ${what}.`,
  },
  bindings: {
    nl: (count: number) =>
      count === 1
        ? "Eén koppeling staat buiten twijfel. Bevestig haar als zij klopt."
        : `${count} koppelingen staan buiten twijfel. Bevestig elke koppeling die klopt.`,
    en: (count: number) =>
      count === 1
        ? "One binding is beyond doubt. Confirm it if it is right."
        : `${count} bindings are beyond doubt. Confirm each one that is right.`,
  },
  noBindings: {
    nl: "Ik heb niets te koppelen dat buiten twijfel staat.",
    en: "I have nothing to bind that is beyond doubt.",
  },
  chooseYourself: {
    nl: (count: number) =>
      ` ${count === 1 ? "Voor één bewijsvraag" : `Voor ${count} bewijsvragen`} kiest u zelf de passage die het zegt.`,
    en: (count: number) => ` For ${count === 1 ? "one slot" : `${count} slots`} you choose the passage that says it.`,
  },
  slotUnsure: { nl: (what: string) => `Nog te kiezen: ${what}.`, en: (what: string) => `Still to be chosen: ${what}.` },
  chooseFor: {
    nl: (what: string) => `Kies een van de passages, of wijs zelf de woorden aan, voor: ${what}.`,
    en: (what: string) => `Choose one of the passages, or point at the words yourself, for: ${what}.`,
  },
  quotes: {
    nl: (count: number) => `Er staan ${count} citaten klaar. Lees elk citaat in zijn verband en bevestig wat klopt.`,
    en: (count: number) => `${count} quotes are ready. Read each one in its context and confirm what is right.`,
  },
  noQuotes: { nl: "Er is geen citaat voor te stellen.", en: "There is no quote to put forward." },
  quoteOpen: {
    nl: "Voor een koppeling is nog geen passende passage te citeren; kies de woorden zelf of koppel een ander stuk.",
    en: "For one binding no fitting passage can be quoted yet; choose the words yourself or bind another document.",
  },
  draft: {
    nl: (count: number) => `Het concept telt ${count} zinnen, elk uit gekoppeld bewijs. Controleer ze en bevestig.`,
    en: (count: number) => `The draft has ${count} sentences, each from bound evidence. Check and confirm them.`,
  },
  claimOpen: {
    nl: (claim: string) =>
      `Deze stelling staat nog niet in het concept, omdat er geen bevestigd citaat voor is: ${claim}`,
    en: (claim: string) => `This claim is not in the draft yet, because no confirmed quote carries it: ${claim}`,
  },
  claimQuoted: {
    nl: (claim: string) =>
      `Van deze stelling staat alleen het citaat in het concept, omdat zij iets noemt dat in geen citaat staat: ${claim}`,
    en: (claim: string) =>
      `Of this claim only the quote is in the draft, because it names something that no quote has: ${claim}`,
  },
} as const satisfies Record<string, Record<Locale, unknown>>;

/** Reasons of tool requests; the person sees them beside the request. */
export const requestReasons = {
  search: { nl: "Bewijs zoeken voor deze bewijsvraag", en: "Look for evidence for this slot" },
  refine: {
    nl: "Andere woorden, omdat de vorige niets opleverden",
    en: "Other words, because the former gave nothing",
  },
  widen: {
    nl: "Minder woorden: vindt meer, en vaker iets wat er niet bij hoort",
    en: "Fewer words: finds more, and more often what does not belong here",
  },
  absence: {
    nl: "Vastleggen dat hierover niets in de stukken staat",
    en: "Record that the documents hold nothing about this",
  },
  resolve: { nl: "Passages tonen om de koppeling te kiezen", en: "Show passages to choose the binding by" },
  passages: { nl: "Passages tonen om uit te citeren", en: "Show passages to quote from" },
  quote: {
    nl: "Nagaan of deze woorden precies zo in de bron staan",
    en: "See whether these words stand in the source exactly",
  },
} as const satisfies Record<string, Record<Locale, string>>;
