import type { Token } from "./analysis.ts";
import type { Clause } from "./query.ts";

/** Columns that hold words in their order, as folded, and those that hold stems and other readings. */
export const wordColumns = "title body people";
export const formColumns = "title_forms body_forms";

/**
 * The clauses as an FTS5 expression, or undefined where none asks for anything. Every term is a folded token in double
 * quotes, and folded tokens hold no quote: nothing a user writes can be read as FTS5 syntax.
 */
export const expressionOf = (clauses: readonly Clause[]): string | undefined => {
  const must = clauses.filter(({ demand }) => demand === "must").map(clauseExpression);
  const may = clauses.filter(({ demand }) => demand === "may").map(clauseExpression);
  if (must.length === 0) return may.length === 0 ? undefined : may.join(" OR ");
  const all = `(${must.join(" AND ")})`;
  // Both branches, so that optional words raise the rank without being asked for.
  return may.length === 0 ? all : `(${all} AND (${may.join(" OR ")})) OR ${all}`;
};

/** What must not match, as one expression. */
export const exclusionOf = (clauses: readonly Clause[]): string | undefined => {
  const not = clauses.filter(({ demand }) => demand === "not").map(clauseExpression);
  return not.length === 0 ? undefined : not.join(" OR ");
};

const clauseExpression = ({ words, extras, isPhrase, isPrefix }: Clause): string => {
  const sequence = `{${wordColumns}} : ${quoted(words.map((word) => word.raw).join(" "))}${isPrefix ? " *" : ""}`;
  const others = isPhrase ? [] : formsOf(words, extras, isPrefix);
  const forms = others.length === 0 ? "" : ` OR {${formColumns}} : (${others.join(" OR ")})`;
  const wholes = isPhrase ? [] : extras.map((extra) => `{${wordColumns}} : ${quoted(extra.raw)}`);
  return `(${[sequence + forms, ...wholes].join(" OR ")})`;
};

/** Stems of a single word, and of the whole of a compound; several words are a sequence and only stand as written. */
const formsOf = (words: readonly Token[], extras: readonly Token[], isPrefix: boolean): string[] => {
  const singles = words.length === 1 ? [...words, ...extras] : extras;
  const forms = new Set<string>();
  for (const token of singles) {
    forms.add(quoted(token.raw) + (isPrefix && words.length === 1 ? " *" : ""));
    if (!isPrefix) for (const stem of token.stems) forms.add(quoted(stem));
  }
  return [...forms];
};

/** A token cannot hold a quotation mark; were one to, it would be dropped here rather than end the string. */
const quoted = (term: string): string => `"${term.replaceAll('"', "")}"`;
