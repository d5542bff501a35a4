import { readFileSync } from "node:fs";
import type { JsonValue } from "@bufbuild/protobuf";
import { packageRoot } from "../package-root.ts";

/** A claim of the demo's memo with what it is to rest on, and what the memo says about it. */
export interface CaseClaim {
  readonly text: string;
  /** Name of the claim kind in the profile; empty: one quote from the Vault. */
  readonly kind: string;
  /** By the name of the slot's template in the profile; `quote` for a claim without a kind. */
  readonly slots: Readonly<Record<string, CaseEvidence>>;
  readonly sentences: readonly CaseSentence[];
}

/** What a slot is to be bound to, and for a text the words to quote from it. */
export type CaseEvidence =
  | { readonly from: "file"; readonly file: string; readonly quote: string }
  | { readonly from: "law"; readonly citation: string; readonly quote: string }
  | { readonly from: "search"; readonly query: string }
  | { readonly from: "statement"; readonly text: string };

/** A sentence of the memo. The words of sources stand between “ and ”. */
export interface CaseSentence {
  readonly kind: "FACT" | "LAW" | "ARGUMENT" | "OWN_STATEMENT";
  readonly text: string;
  /** Templates of the slots it rests on; absent: all of its claim. */
  readonly slots?: readonly string[];
}

/** A claim that may have been written otherwise before. */
type WrittenClaim = CaseClaim & { readonly before?: Pick<CaseClaim, "text" | "sentences"> };

interface Case {
  readonly title: string;
  readonly intent: { readonly [field: string]: JsonValue } & { readonly goal: string; readonly referenceDate: string };
  readonly pinnedFile: string;
  readonly outline: readonly { readonly title: string; readonly claims: readonly WrittenClaim[] }[];
}

const written: Case = JSON.parse(readFileSync(new URL("demo/case.json", packageRoot), "utf8"));

/**
 * Of `demo/case.json`: what the person writes as intent, as an IntentSeedProposal; the letter that is answered, pinned before anything
 * is searched, as the RFC's example does; and the memo's title, the letter by its day, which its pin has. Its reference stands in no
 * quote, and a title may not say it then.
 */
export const { intent, pinnedFile, title: memoTitle } = written;

const reworded = written.outline.flatMap(({ claims }) => claims).find(({ before }) => before !== undefined);

/** The claim as it is first written, and as the rewind makes it: the message says less than the first wording does. */
export const pilotTexts = { first: reworded?.before?.text ?? "", better: reworded?.text ?? "" };

/** The outline, with one of the two wordings of the claim about the pilot. */
export const outline = (
  pilotText: string,
): readonly { readonly title: string; readonly claims: readonly CaseClaim[] }[] =>
  written.outline.map(({ title, claims }) => ({
    title,
    claims: claims.map(({ before, ...claim }) => (before?.text === pilotText ? { ...claim, ...before } : claim)),
  }));
