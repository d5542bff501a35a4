import { capital, type Locale } from "./prose.ts";

type Phrase = Readonly<Record<Locale, (topic: string) => string>>;

/** How an instruction about a topic becomes a claim of a kind: "challenge written commitments" is no sentence to prove. */
const phrases: Readonly<Record<string, Phrase>> = {
  "assertion-of-letter": {
    nl: (topic) => `${capital(topic)} bevat stellingen die hier worden beantwoord.`,
    en: (topic) => `${withArticle(topic)} makes assertions that are answered here.`,
  },
  promise: {
    nl: (topic) => `Er zijn toezeggingen gedaan: ${topic}.`,
    en: (topic) => `Commitments were made: ${topic}.`,
  },
  notice: {
    nl: (topic) => `Hiervan is melding gedaan: ${topic}.`,
    en: (topic) => `Notice was given of the following: ${topic}.`,
  },
  "non-performance": {
    nl: (topic) => `Dit is niet nagekomen: ${topic}.`,
    en: (topic) => `This was not performed: ${topic}.`,
  },
  "legal-basis": {
    nl: (topic) => `De wet geeft hiervoor de grondslag: ${topic}.`,
    en: (topic) => `The law provides the basis for this: ${topic}.`,
  },
  request: {
    nl: (topic) => `Ik verzoek u om het volgende: ${topic}.`,
    en: (topic) => `I request the following: ${topic}.`,
  },
  reservation: { nl: () => "Ik behoud mij alle rechten voor.", en: () => "I reserve all rights." },
  // A question that is asked indirectly goes on the sentence; whom it is for the sentence says already.
  question: {
    nl: (topic) => `De vraag aan UWV is${indirect(topic) ?? `: ${topic}`}.`,
    en: (topic) => `The question to UWV is${indirect(topic) ?? `: ${topic}`}.`,
  },
};

const indirect = (topic: string): string | undefined => {
  const asked = /^(?:(?:het|the)\s+)?(?:UWV\s+)?(?<asked>(?:of|whether)\s.+)$/iu.exec(topic)?.groups?.asked;
  return asked === undefined ? undefined : ` ${asked}`;
};

/** A claim of the kind about a topic, as a sentence; kinds without a phrase of their own lead with their label. */
export const phraseFor = (kind: string, label: string, about: string, locale: Locale): string => {
  const topic = about.replace(/^(?:De|Het|Een|Mijn|Onze|The|An?|My|Our)(?=\s)/u, (word) => word.toLowerCase());
  const phrase = phrases[kind];
  if (phrase) return phrase[locale](topic);
  const lead = label !== "" ? label : locale === "nl" ? "Het gaat om het volgende" : "The matter is the following";
  return `${capital(lead)}: ${topic}.`;
};

const withArticle = (topic: string): string =>
  /^(?:the|a|an|my|your|his|her|their|our|this|that|these|those)\b/i.test(topic) ? capital(topic) : `The ${topic}`;

/** What a document of its profile nearly always says; put forward as optional where the goal says nothing of the kind. */
const standing: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  "legal-basis": {
    nl: "De werkgever moet zich als een goed werkgever gedragen (art. 7:611 BW).",
    en: "The employer must act as a good employer (art. 7:611 BW).",
  },
  request: {
    nl: "Ik verzoek u binnen veertien dagen schriftelijk te reageren.",
    en: "I ask you to reply in writing within fourteen days.",
  },
  reservation: { nl: "Ik behoud mij alle rechten voor.", en: "I reserve all rights." },
  parties: {
    nl: "Ik ben werknemer en vraag dit oordeel over de re-integratie bij mijn werkgever.",
    en: "I am an employee and ask this opinion about the reintegration with my employer.",
  },
  question: {
    nl: "De vraag aan UWV is of de re-integratie-inspanningen tot nu toe voldoende zijn geweest.",
    en: "The question to UWV is whether the reintegration efforts so far have been sufficient.",
  },
  "illness-start": {
    nl: "Ik heb mij bij mijn werkgever ziek gemeld en ben sindsdien in re-integratie.",
    en: "I reported sick to my employer and have been in reintegration since.",
  },
  "legal-frame": {
    nl: "De werkgever moet de inschakeling van de zieke werknemer in passende arbeid bevorderen (art. 7:658a BW).",
    en: "The employer must further the sick employee's placement in suitable work (art. 7:658a BW).",
  },
  conclusion: {
    nl: "Ik verzoek UWV op grond van het bovenstaande een deskundigenoordeel te geven.",
    en: "On the above I ask UWV to give its expert opinion.",
  },
};

/** What speaks to a reader of whom an answer can be asked by a day: UWV decides in its own time and is asked by the conclusion. */
const toCorrespondents: ReadonlySet<string> = new Set(["request"]);

/** The standing claim of a kind in a memo for this reader; undefined: it has none. */
export const standingClaim = (kind: string, locale: Locale, audience: string): string | undefined =>
  audience === "uwv" && toCorrespondents.has(kind) ? undefined : standing[kind]?.[locale];
