import { readCitations } from "../../../src/citation/read-citations.ts";
import { shippedNames } from "../../../src/shipped-names.ts";
import { Draw, framed, lawsOf, type NamedLaw } from "./draw.ts";

/** One place: law, number as it is cited, and the way down. */
export interface Place {
  readonly lawId: string;
  readonly number: string;
  readonly steps: readonly string[];
}

/** A sentence with one citation, and all that it says. */
export interface AddressForm {
  readonly kind: string;
  readonly text: string;
  readonly places: readonly Place[];
  readonly isFormer: boolean;
  readonly goesOn: boolean;
}

const ordinals = ["eerste", "tweede", "derde", "vierde", "vijfde", "zesde", "zevende", "achtste"] as const;

/** A number as the law has them: the book or chapter, and the rest. */
const numberIn = (law: NamedLaw, draw: Draw, from: number): { prefix: string; rest: string } => {
  const letter = draw.below(4) === 0 ? draw.of(["a", "b", "c"]) : "";
  if (law.numbers === "plain") return { prefix: "", rest: `${from % 140 || 1}${letter}` };
  const prefix = law.numbers === "chapter" ? `${draw.between(1, 8)}:` : law.numbers;
  return { prefix, rest: `${law.numbers === "chapter" ? (from % 40) + 1 : from + 100}${letter}` };
};

interface Part {
  readonly words: string;
  readonly steps: readonly string[];
}

const lidOf = (draw: Draw): Part => {
  const lid = draw.between(1, 8);
  const mark = `lid ${lid}`;
  return { words: draw.below(3) > 0 ? `lid ${lid}` : `${ordinals[lid - 1]} lid`, steps: [mark] };
};

const itemOf = (draw: Draw): Part => {
  const letter = draw.of(["a", "b", "c", "f", "g", "h"]);
  const way = draw.of(["onder", "onder", "onderdeel", "sub", "aanhef en onder", "aanhef en onderdeel"]);
  return { words: `${way} ${letter}`, steps: [`onder ${letter}`] };
};

/** A lid, an item, or an item of a lid, with what parts them. */
const partOf = (draw: Draw): Part => {
  const lid = lidOf(draw);
  const item = itemOf(draw);
  const both = { words: `${lid.words}${draw.of([" ", ", "])}${item.words}`, steps: [...lid.steps, ...item.steps] };
  return draw.of([lid, lid, item, both]);
};

/** `A.w.b.`; a name of two words stays as it is. */
const stopped = (name: string): string => (/[ .]/.test(name) ? name : `${name.split("").join(".")}.`);

const caps = (name: string): boolean => !/\s/.test(name) && name.length <= 6;

/** Forms of address as Dutch lawyers write them, each built from the places that it names. */
export const addressForms = (count: number, seed: number): AddressForm[] => {
  const draw = new Draw(seed);
  const laws = lawsOf();
  return Array.from({ length: count }, () => formOf(draw, draw.of(laws), laws));
};

const formOf = (draw: Draw, law: NamedLaw, laws: readonly [NamedLaw, ...NamedLaw[]]): AddressForm => {
  const name = draw.of(law.names);
  const base = draw.between(2, 300);
  const one = numberIn(law, draw, base);
  const number = one.prefix + one.rest;
  const keyword = draw.of(["artikel", "artikel", "art.", "art", "Artikel", "Art."]);
  const of = caps(name) ? draw.of([" ", " ", ", ", " van het ", " van de "]) : draw.of([" van de ", ", van het ", " "]);
  const place = (steps: readonly string[] = [], at = number, lawId = law.id): Place => ({ lawId, number: at, steps });
  const part = partOf(draw);
  const second = numberIn(law, draw, base + draw.between(1, 6));
  const secondNumber = law.numbers === "chapter" ? one.prefix + second.rest : second.prefix + second.rest;
  const other = draw.of(laws);
  const otherNumber = ((each) => each.prefix + each.rest)(numberIn(other, draw, base + 9));
  const made = (
    kind: string,
    words: string,
    places: readonly Place[],
    said: Partial<AddressForm> = {},
  ): AddressForm => ({
    kind,
    text: framed(draw, words).text,
    places,
    isFormer: false,
    goesOn: false,
    ...said,
  });
  const kinds: (() => AddressForm)[] = [
    () => made("plain", `${keyword} ${number}${of}${name}`, [place()]),
    () => made("part", `${keyword} ${number}${draw.of([" ", ", "])}${part.words}${of}${name}`, [place(part.steps)]),
    () =>
      made("part behind the law", `${keyword} ${number} ${law.names[0]}${draw.of([", ", " "])}${part.words}`, [
        place(part.steps),
      ]),
    () => made("part in brackets", `${keyword} ${number} ${law.names[0]} (${part.words})`, [place(part.steps)]),
    () => {
      const lid = lidOf(draw);
      return made(
        "lid first",
        `het ${ordinals[Number(lid.steps[0]?.slice(4)) - 1]} lid van ${keyword.toLowerCase()} ${number}${of}${name}`,
        [place(lid.steps)],
      );
    },
    () =>
      made("following", `${keyword} ${number} ${draw.of(["e.v.", "ev.", "e.v"])}${of}${name}`, [place()], {
        goesOn: true,
      }),
    () => made("following behind the law", `${keyword} ${number} ${law.names[0]} e.v.`, [place()], { goesOn: true }),
    () =>
      made(
        "range",
        `${draw.of(["artikelen", "artt.", "art."])} ${number} ${draw.of(["t/m", "tot en met", "–"])} ${secondNumber}${of}${name}`,
        [place(), place([], secondNumber)],
      ),
    () =>
      made("two", `${draw.of(["artikelen", "artt.", "art."])} ${number} en ${secondNumber}${of}${name}`, [
        place(),
        place([], secondNumber),
      ]),
    () =>
      made("together", `${keyword} ${number} ${draw.of(["jo.", "jo", "juncto", "j°"])} ${secondNumber}${of}${name}`, [
        place(),
        place([], secondNumber),
      ]),
    () =>
      made(
        "together with another law",
        `${keyword} ${number} ${law.names[0]} ${draw.of(["jo.", "jo", "juncto"])} ${draw.of(["art.", "artikel"])} ${otherNumber} ${other.names[0]}`,
        [place(), place([], otherNumber, other.id)],
      ),
    () =>
      made(
        "former",
        `${keyword} ${number} ${draw.of([`(oud) ${name}`, `${law.names[0]} (oud)`, `${law.names[0]}-oud`, `${law.names[0]} oud`])}`,
        [place()],
        {
          isFormer: true,
        },
      ),
    () =>
      made("law first", `${law.names[0]}${draw.of([" ", ", "])}${draw.of(["art.", "artikel"])} ${number}`, [place()]),
    () => made("two leden", `${keyword} ${number} lid 1 en 3${of}${name}`, [place(["lid 1"]), place(["lid 3"])]),
    () => made("no keyword", `${number} lid 2 ${law.names[0]}`, [place(["lid 2"])]),
  ];
  const [from, next] = [draw.between(1, 3), draw.between(4, 6)];
  kinds.push(
    () =>
      made("three leden", `${keyword} ${number} lid ${from}, ${next} en ${next + 1}${of}${name}`, [
        place([`lid ${from}`]),
        place([`lid ${next}`]),
        place([`lid ${next + 1}`]),
      ]),
    () =>
      made(
        "range of leden",
        `${keyword} ${number} lid ${from} ${draw.of(["t/m", "tot en met", "-"])} ${next}${of}${name}`,
        [place([`lid ${from}`]), place([`lid ${next}`])],
      ),
    () =>
      made(
        "two items",
        `${keyword} ${number} lid ${from} ${draw.of(["onder", "sub", "aanhef en onder"])} a en c${of}${name}`,
        [place([`lid ${from}`, "onder a"]), place([`lid ${from}`, "onder c"])],
      ),
    () =>
      made(
        "item in item",
        `${keyword} ${number} lid ${from} ${draw.of(["onder", "sub"])} b ${draw.of(["onder", "sub"])} 2°${of}${name}`,
        [place([`lid ${from}`, "onder b", "onder 2"])],
      ),
    () =>
      made("sentence", `${keyword} ${number}${draw.of([" ", ", "])}${part.words}, tweede volzin${of}${name}`, [
        place([...part.steps, "volzin 2"]),
      ]),
    () =>
      made("following a lid", `${keyword} ${number} lid ${from} e.v.${of}${name}`, [place([`lid ${from}`])], {
        goesOn: true,
      }),
    () =>
      made(
        "together, each with its lid",
        `${keyword} ${number} lid ${from} ${draw.of(["jo.", "jo", "j°"])} ${secondNumber} lid ${next}${of}${name}`,
        [place([`lid ${from}`]), place([`lid ${next}`], secondNumber)],
      ),
    () =>
      made(
        "item behind the law",
        `${keyword} ${number} lid ${from} ${law.names[0]}, ${draw.of(["onder", "sub", "onderdeel"])} g`,
        [place([`lid ${from}`, "onder g"])],
      ),
    () =>
      made(
        "part behind the law, then another",
        `${keyword} ${number} ${law.names[0]}, lid ${from}, en ${draw.of(["art.", "artikel"])} ${otherNumber} ${other.names[0]}`,
        [place([`lid ${from}`]), place([], otherNumber, other.id)],
      ),
    () =>
      made("marks in brackets", `${keyword} ${number}(${from})(b) ${law.names[0]}`, [
        place([`lid ${from}`, "onder b"]),
      ]),
    () =>
      made(
        "overseas",
        `${keyword} ${number} ${law.names.at(-1)} ${draw.of(["van Curaçao", "van Aruba", "van Sint Maarten"])}`,
        [],
      ),
    () =>
      made("white space", `${keyword}\u00a0${number}\u00a0lid\u00a0${from}\n${law.names[0]}`, [place([`lid ${from}`])]),
    () => made("points", `${keyword} ${number}, lid ${from}, ${stopped(law.names[0])}`, [place([`lid ${from}`])]),
  );
  if (law.numbers.endsWith(":"))
    kinds.push(() =>
      made(
        "book behind",
        `${keyword} ${one.rest}${draw.of([" ", ", "])}${draw.of(["Boek", "boek"])} ${law.numbers.slice(0, -1)} BW`,
        [place()],
      ),
    );
  if (one.prefix !== "") {
    const lid = draw.between(1, 8);
    kinds.push(
      () => made("space inside", `${keyword} ${one.prefix} ${one.rest} ${name}`, [place()]),
      () =>
        made("space inside, with a lid", `${keyword} ${one.prefix} ${one.rest} lid ${lid} ${name}`, [
          place([`lid ${lid}`]),
        ]),
      () => made("hyphen lid", `${keyword} ${number}-${lid} ${law.names[0]}`, [place([`lid ${lid}`])]),
      () =>
        made(
          "no keyword",
          `${number}${draw.of([" ", ", "])}${lid === 1 ? "eerste lid" : `lid ${lid}`} ${law.names[0]}`,
          [place([`lid ${lid}`])],
        ),
      () => made("no keyword, lid behind", `${number} ${law.names[0]}, lid ${lid}`, [place([`lid ${lid}`])]),
    );
  }
  const [first, ...others] = kinds;
  return first ? draw.of([first, ...others])() : made("plain", "", []);
};

export interface FormCounts {
  /** Forms that name a place of a law that is known; the others name none, and are asked for being left alone. */
  readonly asked: number;
  readonly read: number;
  /** Read as another place than the sentence names. */
  readonly wrong: readonly string[];
  /** A place that the sentence names is read without a part of it, or beside one that is not read. */
  readonly half: readonly string[];
  readonly refused: readonly string[];
}

/** What becomes of the forms with the names that are shipped. */
export const measureForms = (forms: readonly AddressForm[]): FormCounts => {
  const names = { register: shippedNames(), laws: [] };
  const namesNone = ({ places }: AddressForm) => places.length === 0;
  const told = forms.map((form) => {
    const readings = readCitations(form.text, names);
    const found = readings.flatMap(({ places }) => places.map(({ address }) => address));
    const known = found.flatMap((each) => (each.kind === "provision" && each.lawId !== "" ? [each] : []));
    const provisions = readings.flatMap(({ citation }) => citation.provisions);
    const isSaid =
      provisions.some(({ former }) => former) === form.isFormer &&
      provisions.some(({ andFollowing }) => andFollowing) === form.goesOn;
    const shown = `${form.kind}: ${form.text} = ${found.map((each) => JSON.stringify(each)).join(" ")}`;
    return { become: becameOf(form.places.map(keyOf), known.map(keyOf), isSaid), shown };
  });
  const those = (become: Become) => told.filter((each) => each.become === become).map(({ shown }) => shown);
  return {
    asked: forms.length - forms.filter(namesNone).length,
    read: those("read").length,
    wrong: those("wrong"),
    half: those("half"),
    refused: those("refused"),
  };
};

type Become = "read" | "wrong" | "half" | "refused" | "left alone";

const keyOf = ({ lawId, number, steps }: Place): string =>
  [lawId.replace(/^CELEX\s/, ""), number, ...steps].join(" > ");

const becameOf = (wanted: readonly string[], found: readonly string[], isSaid: boolean): Become => {
  if (found.length === 0) return wanted.length === 0 ? "left alone" : "refused";
  if (found.some((each) => !wanted.some((one) => `${one} > `.startsWith(`${each} > `)))) return "wrong";
  return isSaid && wanted.every((each) => found.includes(each)) ? "read" : "half";
};

/** `npm run campaign -- address-forms [count] [seed] [quiet]`, by default 500 and 1; quiet 1: figures, no sentence. */
export const runAddressForms = (given: readonly string[]): boolean => {
  const [count = 500, seed = 1, quiet = 0] = given.map(Number);
  const { asked, read, wrong, half, refused } = measureForms(addressForms(count, seed));
  console.log(
    `address-forms: ${read} of ${asked} read, ${wrong.length} wrong, ${half.length} half read, ${refused.length} not read (seed ${seed})`,
  );
  if (!quiet)
    for (const [what, list] of Object.entries({ wrong, half, refused }))
      for (const shown of list) console.error(`${what}: ${shown}`);
  return wrong.length === 0 && half.length === 0 && read >= asked * readShare;
};

/** The share of the forms that must be read: what is written so that nobody can tell is refused. */
const readShare = 0.92;
