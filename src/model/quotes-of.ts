import { readBack } from "#kit/unseen.ts";
import type { ModelTurn } from "../../gen/pincite/model/v1/model_turn_pb.ts";

/**
 * Every text of a turn that is given as the exact words of a source: `exact_quote` wherever it stands (locators of tools
 * and of the ledger, the evidence statement), and what stands between “ and ” in sentences of a draft.
 */
export const quotesOf = (turn: ModelTurn): string[] => [...exactQuotes(turn), ...draftQuotes(turn)];

const exactQuotes = (value: unknown): string[] => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "exactQuote" && typeof inner === "string" && inner !== "" ? [inner] : exactQuotes(inner),
  );
};

const draftQuotes = ({ turn }: ModelTurn): string[] => {
  const proposal = turn.case === "final" ? turn.value.proposal?.proposal : undefined;
  if (proposal?.case !== "draftText") return [];
  const sentences = proposal.value.sections.flatMap((section) => section.sentences);
  return sentences.flatMap(({ text }) => [...text.matchAll(/“([^“”]*)”/gu)].map((match) => match[1] as string));
};

/** True when every quote stands in the raw output as it is, or as JSON would have written it. */
export const allStandIn = (quotes: readonly string[], raw: Uint8Array): boolean => {
  const text = new TextDecoder().decode(raw);
  const unescaped = text.replace(jsonEscape, (_, code: string) =>
    code.startsWith("u") ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (plain[code] ?? code),
  );
  const read = readBack(unescaped);
  return quotes.every((quote) => text.includes(quote) || unescaped.includes(quote) || read.includes(quote));
};

const jsonEscape = /\\(u[0-9a-fA-F]{4}|["\\/bfnrt])/g;
const plain: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
