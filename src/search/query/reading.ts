import type { Clause, Expression } from "./expression.ts";

/** A query in the words of its own language, brackets where they matter: how it was understood. */
export const readingOf = (expression: Expression): string => read(expression, false);

const read = (part: Expression, isInner: boolean): string => {
  switch (part.kind) {
    case "clause":
      return clauseText(part.clause);
    case "field":
      return `${part.name}:${clauseText(part.clause)}`;
    case "period":
      return part.from === part.to ? `date:${part.from}` : `date:${part.from}..${part.to}`;
    case "near":
      return part.sides.map(sideText).join(` ${part.isOrdered ? "pre" : "w"}/${part.within} `);
    case "not":
      return `NOT ${read(part.part, true)}`;
    case "all":
    case "some":
      return bracketed(
        part.parts.map((one) => read(one, true)).join(part.kind === "all" ? " AND " : " OR "),
        isInner && part.parts.length > 1,
      );
    case "row": {
      const any = part.may.map((one) => read(one, true)).join(" OR ");
      const needed = [...part.filters, ...part.must].map((one) => read(one, true));
      const may =
        part.must.length > 0 ? "" : bracketed(any, part.may.length > 1 && needed.length + part.not.length > 0);
      const all = [...needed, may, ...part.not.map((one) => `NOT ${read(one, true)}`)].filter(Boolean);
      return bracketed(all.join(" AND "), isInner && (all.length > 1 || part.may.length > 1));
    }
  }
};

const bracketed = (text: string, isNeeded: boolean): string => (isNeeded ? `(${text})` : text);

const sideText = (side: readonly Clause[]): string => bracketed(side.map(clauseText).join(" OR "), side.length > 1);

const clauseText = ({ words, isPhrase, isPrefix, pattern }: Clause): string => {
  if (pattern !== undefined) return pattern;
  const text = words.map(({ raw }) => raw).join(" ");
  return `${isPhrase || words.length > 1 ? `"${text}"` : text}${isPrefix ? "*" : ""}`;
};
