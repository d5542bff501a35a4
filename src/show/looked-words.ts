import { type Look, LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import type { RunView } from "./run-view.ts";

type Seen = Pick<RunView, "draft" | "ledger" | "needMap" | "needs">;

/** The words that a look is about, as they stand in the sentence, the claim or the excerpt; empty where it is about the whole of it. */
export const lookedWords = (view: Seen, { subjectId, code, startChar, endChar }: Look): string =>
  endChar <= startChar ? "" : [...textOf(view, subjectId, code)].slice(startChar, endChar).join("");

/** The text whose characters a look counts: of a sentence its own; of a quote that denies, the quote; of other evidence, its claim's. */
const textOf = ({ draft, ledger, needMap, needs }: Seen, subjectId: string, code: LookCode): string => {
  const sentences = (draft?.sections ?? []).flatMap((section) => section.sentences);
  const sentence = sentences.find(({ sentenceId }) => sentenceId === subjectId);
  if (sentence) return sentence.text;
  const entry = ledger?.entries.find(({ entryId }) => entryId === subjectId);
  if (code === LookCode.WORDS_DENY) return entry?.span?.excerpt ?? "";
  const binding = needMap?.bindings.find(({ bindingId }) => bindingId === subjectId);
  const claimId = (entry ?? binding)?.claimId;
  const claims = (needs?.sections ?? []).flatMap((section) => section.claims);
  return claims.find((claim) => claim.claimId === claimId)?.claimText ?? "";
};

/** The words of an excerpt that a look holds its own words against; empty where it names none. */
const wordsAgainst = ({ ledger }: Pick<Seen, "ledger">, { spanDigest, spanStartChar, spanEndChar }: Look): string => {
  const entry = ledger?.entries.find(({ span }) => spanDigest !== "" && span?.excerptSha256 === spanDigest);
  return spanEndChar <= spanStartChar
    ? ""
    : [...(entry?.span?.excerpt ?? "")].slice(spanStartChar, spanEndChar).join("");
};

/** The words that a look is about, and the words of the excerpt that they are held against. */
export const lookedAt = (view: Seen, look: Look): { readonly about: string; readonly against: string } => ({
  about: lookedWords(view, look),
  against: wordsAgainst(view, look),
});
