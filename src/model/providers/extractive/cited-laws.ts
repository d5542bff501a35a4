import type { EvidenceCandidate } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type Address, contains } from "../../../citation/address.ts";
import { addressOfEvidence } from "../../../citation/evidence-address.ts";
import { readCitations } from "../../../citation/read-citations.ts";
import { shippedNames } from "../../../shipped-names.ts";
import { cut } from "./prose.ts";

/** What a text cites of the law, as it is written there, with the places that it names. */
export interface CitedLaw {
  /** At most 300 characters. */
  readonly raw: string;
  /** Empty where the words name no place that is known, such as a clause of an act that no register has. */
  readonly places: readonly Address[];
}

const rawMax = 300;

/** The provisions that a text cites, in order, each wording once. Rulings and clauses of documents are none. */
export const citedLaws = (text: string): CitedLaw[] => {
  const found = new Map<string, CitedLaw>();
  for (const { target, raw, places } of readCitations(text, { register: shippedNames(), laws: [] })) {
    const written = cut(raw.replace(/\s+/gu, " ").trim(), rawMax);
    if (target === "law" && !found.has(written))
      found.set(written, { raw: written, places: places.map(({ address }) => address) });
  }
  return [...found.values()];
};

/** A number without a law could be of any; with its book it is of one. */
const isOfOneLaw = (one: Address): boolean =>
  one.kind === "provision" && (one.lawId !== "" || (one.law === "" && one.number.includes(":")));

/** Whether a unit of law is what a text cites, a part of it or what is around it: the same article of the same law. */
export const isCited = ({ places }: CitedLaw, { evidenceId, address }: EvidenceCandidate): boolean => {
  const unit = addressOfEvidence(evidenceId, address, shippedNames());
  return (
    unit !== undefined &&
    unit.kind === "provision" &&
    unit.number !== "" &&
    places.some((one) => isOfOneLaw(one) && contains(unit, one))
  );
};

/** The way down from the article to what is named, outermost first: `["lid 3", "onder g"]`; empty for an article, a law, a ruling. */
export const stepsOf = (place: Address): readonly string[] => (place.kind === "provision" ? place.steps : []);

/** The part that a text names of an article, by the article's number (`6:96`); empty where it names none, or several. */
export const partNamed = (text: string, article: string): readonly string[] => {
  const named = citedLaws(text).flatMap(({ places }) =>
    places.filter((one) => one.kind === "provision" && one.number === article && one.steps.length > 0).map(stepsOf),
  );
  return new Set(named.map((steps) => steps.join(" "))).size === 1 ? (named[0] ?? []) : [];
};

/** A text without what it cites of the law: an article's number and the name of its law say nothing of what the article says. */
export const withoutCited = (text: string): string =>
  citedLaws(text).reduce((left, { raw }) => left.replace(/\s+/gu, " ").replace(raw, " "), text);
