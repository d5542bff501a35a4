import { list } from "./grammar.ts";

/**
 * Verbs and nouns that deny, refuse, contradict or take back, by stem: the synsets deny.v.01, contradict.v.02, refute.v.01,
 * reject.v.01, refuse.v.01, retract.v.01 and falsehood.n.01 of Princeton WordNet 3.1 with their synonyms, and the Dutch words
 * that Open Dutch WordNet 1.3 has in the same synsets. Forms with a sound change stand beside their infinitive.
 */
export const dutchDenials = list(`
ontken loochen betwist bestrijd bestreed bestreden weerspre weersprak weersproken tegenspre tegensprak tegengesproken weerleg
weerlegd ontkracht ontzenuw logenstraf verwerp verwierp verworpen afwijs afwijz afgewezen weiger geweigerd verloochen onjuist onwaar ongegrond verzinsel leugen
onwaarheid verzonnen
`);
export const englishDenials = list(`
deny denie denial contradict gainsay refut rebut disprov disput contest controvert reject repudiat disavow disclaim declin
refus untrue incorrect false falsehood fabricat lie= lied
`).map((stem) => (stem.endsWith("=") ? `=${stem.slice(0, -1)}` : stem));

/**
 * Verbs that take back what was said (retract.v.01) or tell that it holds no longer (`vervallen`, with the noun `verval`): they turn the words they bring, as a denial does, and say no of nothing
 * else: a right to withdraw is no negation.
 */
export const dutchRetractions = list(
  "herroep herriep ingetrokken intrek introk teruggenomen teruggetrokken terugtrok terugnam verval verviel",
);
export const englishRetractions = list("retract recant withdrew withdraw revok rescind");

/**
 * Verbs of not having and not being there (lack.v.01 and miss of WordNet 3.1, with the Dutch words that Open Dutch WordNet 1.3 has
 * there), by stem: "er ontbrak een kap" says what "er was geen kap" says.
 */
export const lackings = list(
  "ontbre ontbra ontbro ontbeer ontbeert ontber =mist =missen =miste =misten lack missing absen",
);

/**
 * Adjectives and participles that the prefix `on-` turns into their contrary (ANS 12.3.3.2): told by the ending or the participle
 * behind it, which `onder-` and `ont-` have not. A noun of it (`ongeschiktheid`) denies nothing.
 */
export const isUnWord = (folded: string): boolean =>
  /^on(?!der|t|middellijk|langs|geveer|\p{L}*heid$)(?:(?:ge|be|ver)\p{L}{2,}(?:d|t|en)e?|\p{L}{3,}(?:lijke?|ige?|ba(?:ar|re)|za(?:am|me)))$/u.test(
    folded,
  );

/** A finite verb with its particle apart at the end of its clause: `trok … terug`, `wees … af`. */
export const separableDenials: readonly (readonly [verb: string, particle: string])[] = [
  ["spre", "tegen"],
  ["sprak", "tegen"],
  ["wijs", "af"],
  ["wijz", "af"],
  ["wees", "af"],
  ["wezen", "af"],
  ["trek", "in"],
  ["trok", "in"],
  ["trek", "terug"],
  ["trok", "terug"],
  ["neem", "terug"],
  ["nam", "terug"],
  ["kom", "terug"],
  ["kwam", "terug"],
];
