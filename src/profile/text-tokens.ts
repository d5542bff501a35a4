import { inEnglish, type Said, worded } from "../messages/said.ts";

/** A place in a profile file where it is not what it should be. Lines count from 1. */
export class TextProblem extends Error {
  readonly line: number;
  readonly problem: Said;
  constructor(line: number, problem: Said) {
    super(inEnglish(problem));
    this.line = line;
    this.problem = problem;
  }
}

/** A token of the protobuf text format: a sign such as `{`, a name, a whole number, or the decoded value of a string. */
export interface Token {
  readonly type: "sign" | "name" | "number" | "string" | "end";
  readonly value: string;
  readonly line: number;
}

const blank = /(?:[ \t\r\n]|#[^\n]*)*/y;
const patterns = [
  ["name", /[A-Za-z_][A-Za-z0-9_]*/y],
  ["number", /-?[0-9][0-9A-Za-z_.]*/y],
  ["sign", /[{}[\]:,;]/y],
  ["string", /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y],
] as const;

/**
 * The tokens of a text, and one `end`. Errors: TextProblem, at a character that begins no token: a string that is not
 * closed on its line, or a sign that has no meaning here.
 */
export const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  let [at, line] = [0, 1];
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  for (;;) {
    line += (take(blank) ?? "").split("\n").length - 1;
    if (at >= text.length) return [...tokens, { type: "end", value: "", line }];
    const found = patterns.find(([, pattern]) => {
      pattern.lastIndex = at;
      return pattern.test(text);
    });
    if (!found) throw new TextProblem(line, strange(text.slice(at, at + 1)));
    const [type, pattern] = found;
    const raw = take(pattern) as string;
    tokens.push({ type, value: type === "string" ? unescaped(raw, line) : raw, line });
  }
};

const strange = (char: string): Said =>
  char === '"' || char === "'"
    ? worded("profile-problem.unclosed-text")
    : worded("profile-problem.strange-sign", { sign: JSON.stringify(char) });

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "\\": "\\", '"': '"', "'": "'" };

const unescaped = (raw: string, line: number): string =>
  raw.slice(1, -1).replace(/\\(.)/gu, (_, code: string) => {
    const value = escapes[code];
    if (value === undefined) throw new TextProblem(line, worded("profile-problem.escape", { code: `\\${code}` }));
    return value;
  });
