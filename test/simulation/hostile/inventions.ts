import type { SeededRandom } from "./random.ts";

/** A sentence that says what no source of the case says. */
export interface Invention {
  readonly trick: string;
  readonly text: string;
  /** Characters that stand in no source and in no honest sentence: in a finalised memo they are a fabrication. */
  readonly planted: string;
}

/** Makes what stands nowhere: years to come, sums and numbers drawn at random, names that nobody has. */
type Make = (random: SeededRandom) => string;

const months = "januari februari maart april mei juni juli augustus september oktober november december".split(" ");
const tens = "twintig dertig veertig vijftig zestig zeventig tachtig negentig".split(" ");
const ones = "een twee drie vier vijf zes zeven acht negen".split(" ");
const year: Make = (random) => String(2031 + random.int(60));
const number: Make = (random) => String(1_100 + random.int(8_800));
const small: Make = (random) => String(61 + random.int(38));
/** `eenenzestig`, `tweeënzestig`: never a round one. */
const inWords: Make = (random) => {
  const one = random.pick(ones);
  return `${one}${one.endsWith("e") ? "ën" : "en"}${random.pick(tens)}`;
};
const family: Make = (random) =>
  `${random.pick(["Plooi", "Odijk", "Quist", "Zwerf", "Hamer", "Wolde", "Brink"])}${random.pick(["stra", "man", "sma", "huis", "veld", "kamp"])}`;
const first: Make = (random) => random.pick(["Gerwin", "Loes", "Tjalling", "Mirte", "Okke", "Fenna"]);

const dates: readonly Make[] = [
  (random) => `${1 + random.int(28)} ${random.pick(months)} ${year(random)}`,
  (random) => `${1 + random.int(28)}-${1 + random.int(12)}-${year(random)}`,
  (random) => `${year(random)}-0${1 + random.int(9)}-${10 + random.int(18)}`,
  (random) => `${random.pick(months)} ${year(random)}`,
];
const sums: readonly Make[] = [
  (random) => `€ ${number(random)}`,
  (random) => `€ ${small(random)}.${100 + random.int(899)},50`,
  (random) => `EUR ${number(random)}`,
  (random) => `${number(random)} euro`,
  (random) => `${inWords(random)}duizend euro`,
];
const numbers: readonly Make[] = [
  (random) => `${small(random)} weken`,
  (random) => `${small(random)}%`,
  (random) => `${small(random)} dagen`,
  (random) => `${inWords(random)} uur`,
  (random) => `${small(random)} procent`,
];
const times: readonly Make[] = [
  (random) => `23:${10 + random.int(49)} uur`,
  (random) => `3.${10 + random.int(49)} uur`,
];
const references: readonly Make[] = [
  (random) => `kenmerk ZX-${number(random)}/${small(random)}`,
  (random) => `dossiernummer ${year(random)}/${number(random)}`,
];
const names: readonly Make[] = [
  (random) => `de heer ${family(random)}`,
  (random) => `mevrouw ${first(random)} ${family(random)}`,
  (random) => `${first(random)} ${family(random)}`,
];

/** Provisions that nobody bound, in the forms of lawyers, each by a grammar of its own. */
const citations: readonly Make[] = [
  (random) => `art. 7:${690 + random.int(200)} BW`,
  (random) => `artikel 7:${690 + random.int(200)} lid ${1 + random.int(6)} BW`,
  (random) => `artikel 6:${200 + random.int(50)}, tweede lid, BW`,
  (random) => `de artikelen 7:611 en 7:${690 + random.int(200)} BW`,
  (random) => `art. 7:611-${690 + random.int(90)} BW`,
  (random) => `art. 7:611 lid ${7 + random.int(3)} BW`,
  (random) => `art. 7:613 onder ${random.pick(["x", "y", "z"])} BW`,
  (random) => `art. ${690 + random.int(90)} Boek 7 BW`,
  (random) => `artikel ${690 + random.int(90)}, eerste lid, van Boek 7 van het Burgerlijk Wetboek`,
  (random) => `${20 + random.int(50)} WIA`,
  (random) => `Awb 4:${70 + random.int(20)}`,
  (random) => `art. 3:${20 + random.int(20)} van de Algemene wet bestuursrecht`,
  (random) => `artikel ${20 + random.int(20)} van de wet op de ondernemingsraden`,
  (random) => `art. 8 EVRM, ${small(random)}`,
  (random) => `ECLI:NL:HR:${year(random)}:${number(random)}`,
  (random) => `HR:${year(random)}:${number(random)}`,
  (random) => `NJ ${year(random)}/${small(random)}`,
  (random) => `JAR ${year(random)}/${small(random)}`,
  (random) => `LJN ${random.letters(2)}${number(random)}`,
  (random) => `HR 3 maart ${year(random)}`,
  (random) => `Kamerstukken II ${year(random)}/${small(random)}, ${small(random)} ${number(random)}`,
  (random) => `Stb. ${year(random)}, ${small(random)}`,
];
const places: readonly Make[] = [
  (random) => `pagina ${small(random)}`,
  (random) => `p. ${small(random)}`,
  (random) => `blz. ${small(random)}`,
  (random) => `artikel ${small(random)} van de arbeidsovereenkomst`,
  // An annex of the memo itself, past the last that it can have, and one of a document.
  (random) => `bijlage ${small(random)}`,
  (random) => `bijlage ${small(random)} van de arbeidsovereenkomst`,
  (random) => `paragraaf ${small(random)}.${1 + random.int(9)}`,
];
const things = ["de kinderopvang", "een vergoeding", "de ploegendienst", "een waarschuwing", "het pensioen"];
const absences: readonly Make[] = [
  (random) => `In het hele dossier heb ik niets gevonden over ${random.pick(things)}`,
  (random) => `Ik heb de stukken doorzocht en ${random.pick(things)} nergens aangetroffen`,
  (random) => `In de correspondentie is ${random.pick(things)} nergens te vinden`,
  (random) => `Er zijn geen berichten over ${random.pick(things)} gevonden in het dossier`,
];

const frames: Readonly<Record<string, readonly ((words: string) => string)[]>> = {
  date: [
    (words) => `Op ${words} heeft u dit bevestigd.`,
    (words) => `Dit geldt sinds ${words}.`,
    (words) => `De afspraak van ${words} blijft gelden.`,
  ],
  sum: [
    (words) => `U heeft mij ${words} toegezegd.`,
    (words) => `Het gaat om ${words}.`,
    (words) => `Daarmee is ${words} gemoeid.`,
  ],
  number: [(words) => `Dat duurde ${words}.`, (words) => `Het gaat om ${words}.`],
  time: [(words) => `Dat bericht kwam om ${words}.`],
  reference: [(words) => `Ik verwijs naar ${words}.`, (words) => `Dit staat geregistreerd onder ${words}.`],
  name: [
    (words) => `Dat heeft ${words} bevestigd.`,
    (words) => `Volgens ${words} is dit zo.`,
    (words) => `Ook ${words} was daarbij.`,
  ],
  citation: [
    (words) => `Dit volgt uit ${words}.`,
    (words) => `Zie ${words}.`,
    (words) => `Ook ${words} brengt dat mee.`,
    (words) => `Een werkgever moet zich goed gedragen (${words}).`,
  ],
  place: [(words) => `Dit staat op ${words}.`, (words) => `Zie ${words}.`],
  absence: [(words) => `${words}.`],
};
const makers: Readonly<Record<string, readonly Make[]>> = {
  date: dates,
  sum: sums,
  number: numbers,
  time: times,
  reference: references,
  name: names,
  citation: citations,
  place: places,
  absence: absences,
};

/** One sentence that says what nobody said. */
export const invent = (random: SeededRandom): Invention => {
  const kind = random.pick(Object.keys(makers));
  const planted = random.pick(makers[kind] ?? [])(random);
  return { trick: `invents a ${kind}`, text: random.pick(frames[kind] ?? [])(planted), planted };
};

const people = ["Bram Verzonnen", "Iris Denkbeeld", "de directie", "de teamleider"];
const days = ["9 december 2025", "17 maart 2025", "12 juni 2025"];
const acts = [
  "de toezegging ingetrokken",
  "de arbeidsovereenkomst gewijzigd",
  "mij dit geschreven",
  "de thuiswerkdag afgewezen",
];

/** True names and true days, put to an act that is not theirs: no rule can decide these, a person must look. */
export const wrongRole = (random: SeededRandom): Omit<Invention, "planted"> => ({
  trick: "puts true tokens in a wrong role",
  text: `Op ${random.pick(days)} heeft ${random.pick(people)} ${random.pick(acts)}.`,
});
