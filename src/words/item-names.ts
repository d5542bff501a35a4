/** Kinds of items as their ids begin, and the word a Dutch reader knows them by. */
const dutchKinds: Readonly<Record<string, string>> = {
  section: "deel",
  claim: "stelling",
  slot: "bewijsvraag",
  binding: "koppeling",
  entry: "citaat",
  sentence: "zin",
  assertion: "punt",
  party: "partij",
};

const kindOf = new Map(Object.entries(dutchKinds).map(([id, word]) => [word, id]));

/** An id whole: its kind, its number, and for what is made of content the beginning of its hash. */
const wholeId = /^(?<kind>[a-z]+):(?<number>\d{1,6})(?::[0-9a-f]{1,64})?$/u;

/** The id of an item as a sentence in Dutch names it, such as `stelling 3`; undefined for what is no such id. */
export const itemNameInDutch = (id: string): string | undefined => {
  if (id === "intent") return "het doel";
  if (id === "frame") return "de briefkop";
  const { kind = "", number } = wholeId.exec(id)?.groups ?? {};
  const word = dutchKinds[kind];
  return word === undefined ? undefined : `${word} ${number}`;
};

/** The id of an item as a Dutch command line takes it, such as `stelling:3`; any other text stays as it is. */
export const typedInDutch = (id: string): string => {
  if (id === "intent") return "doel";
  if (id === "frame") return "briefkop";
  const { kind = "", number } = wholeId.exec(id)?.groups ?? {};
  const word = dutchKinds[kind];
  return word === undefined ? id : `${word}:${number}`;
};

const typed = new RegExp(`^(?<word>${[...kindOf.keys()].join("|")})[: ]?(?<number>\\d{1,6})(?=$|[=:#])`, "u");

/** Items of which there is one. */
const wholeNames: Readonly<Record<string, string>> = { doel: "intent", briefkop: "frame" };

/** A word of a command line with the id that a Dutch name at its beginning stands for; any other word stays as it is. */
export const itemIdTyped = (word: string): string =>
  wholeNames[word] ?? word.replace(typed, (_, kind: string, number: string) => `${kindOf.get(kind) ?? kind}:${number}`);

const within = new RegExp(
  `(?<![\\p{L}\\d:])(?<word>${[...kindOf.keys()].join("|")}):(?<number>\\d{1,6})(?![\\d])`,
  "gu",
);

/** A line of a text form with its Dutch names of items as ids, wherever in the line they stand. */
export const itemIdsIn = (line: string): string =>
  line.replace(within, (_, kind: string, number: string) => `${kindOf.get(kind) ?? kind}:${number}`);
