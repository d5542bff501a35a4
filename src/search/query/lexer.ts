/** A piece of a query as it stands there. */
export type Piece =
  | { readonly kind: "open" | "close" | "and" | "or" | "not"; readonly text: string }
  | { readonly kind: "near"; readonly text: string; readonly within: number; readonly isOrdered: boolean }
  | { readonly kind: "word"; readonly text: string; readonly sign: string }
  | { readonly kind: "phrase"; readonly text: string; readonly sign: string; readonly isPrefix: boolean }
  /** `name:` or `name>=`, with nothing behind it: the value is the next piece. */
  | {
      readonly kind: "field";
      readonly text: string;
      readonly sign: string;
      readonly name: string;
      readonly relation: string;
    }
  /** `NEAR(` of FTS and `near(`: a list of words and a distance follow. */
  | { readonly kind: "nearList"; readonly text: string };

const item = /([+-]?)(?:["“”„]([^"“”„]*)["“”„]?(\*?)|(\()|([^\s"“”„()]+))|(\))/gu;
/** A map, since words such as `constructor` are known to every object. */
const operators: ReadonlyMap<string, "and" | "or" | "not"> = new Map([
  ["AND", "and"],
  ["EN", "and"],
  ["&&", "and"],
  ["OR", "or"],
  ["OF", "or"],
  ["||", "or"],
  ["|", "or"],
  ["NOT", "not"],
  ["NIET", "not"],
] as const);
/** `w/5` of dtSearch and Relativity, `/5` of Westlaw, `NEAR/5` of Outlook; ordered where it is `pre/5`. */
const distance = /^(w|within|near|n|pre|p|onear|)\/(\d{1,3})$/i;
/** The same as Google writes it. */
const around = /(?<=\s)AROUND\s?\((\d{1,3})\)(?=\s)/g;
const ordered = /^(?:pre|p|onear)$/i;
/** A name, a relation, and what stands right behind; not the `//` of an address. */
const field = /^(?!ecli:)(\p{L}[\p{L}_]*)(:(?:>=|<=|>|<|=)?|>=|<=|>|<|=)(?!\/\/)(.*)$/isu;

/** Takes a query apart. Total: every character belongs to a piece, or means nothing. */
export const piecesOf = (text: string, isField: (name: string) => boolean): Piece[] => {
  const pieces: Piece[] = [];
  const plain = text.replaceAll(around, (_, within) => ` w/${within} `);
  for (const match of plain.matchAll(item)) {
    const [whole, sign = "", phrase, star, open, bare, close] = match;
    const before = plain[match.index - 1] ?? " ";
    if (phrase !== undefined) pieces.push({ kind: "phrase", text: phrase, sign, isPrefix: star === "*" });
    else if (close !== undefined) pieces.push({ kind: "close", text: whole });
    else if (open !== undefined) pieces.push(...opened(pieces, sign, before));
    else if (bare !== undefined) pieces.push(...bareOf(bare, sign, isField));
  }
  return pieces;
};

/** A bracket; of `NEAR(` the word before it belongs to it. */
const opened = (pieces: Piece[], sign: string, before: string): Piece[] => {
  const last = pieces.at(-1);
  if (/\S/.test(before) && last?.kind === "word" && /^near$/i.test(last.text)) {
    pieces.pop();
    return [{ kind: "nearList", text: "NEAR(" }];
  }
  const bracket: Piece = { kind: "open", text: "(" };
  if (sign === "-") return [{ kind: "not", text: "-" }, bracket];
  return sign === "+" && pieces.length > 0 ? [{ kind: "and", text: "+" }, bracket] : [bracket];
};

const bareOf = (bare: string, sign: string, isField: (name: string) => boolean): Piece[] => {
  const operator = sign === "" ? operators.get(bare) : undefined;
  if (operator !== undefined) return [{ kind: operator, text: bare }];
  const [, how, within] = (sign === "" && distance.exec(bare)) || [];
  if (how !== undefined) return [{ kind: "near", text: bare, within: Number(within), isOrdered: ordered.test(how) }];
  const [, name = "", relation = "", rest = ""] = field.exec(bare) ?? [];
  if (name === "" || (!relation.startsWith(":") && !isField(name)) || (rest === "" && !isField(name)))
    return [{ kind: "word", text: bare, sign }];
  const head: Piece = { kind: "field", text: name + relation, sign, name: name.toLowerCase(), relation };
  return rest === "" ? [head] : [head, { kind: "word", text: rest, sign: "" }];
};
