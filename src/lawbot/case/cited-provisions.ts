import type { Jurisdiction } from "../port/jurisdiction.ts";

/** Provisions that are kept of one text: what names more is a list of everything. */
const provisionsMax = 200;

/** What a text cites of laws that are known by name, and what is left of it without those citations. */
export interface CitedProvisions {
  /** Each as its law and number, `BW 7:658`, once; lids and items are left out. */
  readonly provisions: readonly string[];
  readonly words: string;
}

/** Reads which provisions a text cites: a consideration, or what somebody looks for. */
export const citedProvisions = (text: string, jurisdiction: Pick<Jurisdiction, "parseCitations">): CitedProvisions => {
  const found = jurisdiction
    .parseCitations(text, [])
    .filter(({ citation }) => citation.kind === "statute" && citation.law);
  const named = found.flatMap(({ citation: { law, provisions } }) =>
    provisions.flatMap(({ number, through }) => [number, through].filter(Boolean).map((each) => `${law} ${each}`)),
  );
  const words = found.toReversed().reduce((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, text);
  return { provisions: [...new Set(named)].slice(0, provisionsMax), words: words.replace(/\s+/g, " ").trim() };
};
