import { create } from "@bufbuild/protobuf";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftRule, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import { type MissingInput, MissingInputSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { RunView } from "./run-view.ts";
import { refusedWordsOf } from "./settle-draft.ts";

/** A claim that its sentence could say whole if it cited what other claims rest on as well. */
export interface CitedBesides {
  readonly claimId: string;
  /** Words of the claim that its own evidence lacks, each with the entry that has them. */
  readonly having: readonly { readonly words: string; readonly entry: LedgerEntry }[];
}

type Drafted = Pick<RunView, "context" | "draft" | "skeleton" | "ledger" | "letterReading">;

/**
 * Claims whose words are gone from the draft, and would stand in it if their sentence cited entries of other claims too. A claim of which
 * anything is refused that no entry has is none; what the answered letter says shows no claim of the author's, though a word of it stands there.
 */
export const citableBesides = ({ context, draft, skeleton, ledger, letterReading }: Drafted): CitedBesides[] => {
  const letter = new Set((letterReading?.assertions ?? []).flatMap(({ span }) => span?.docUid ?? []));
  const said = new Set(draft?.sections.flatMap(({ sentences }) => sentences.map(({ claimId }) => claimId)));
  const entryOf = (id: string | undefined): LedgerEntry | undefined =>
    ledger?.entries.find(({ entryId }) => entryId === id);
  const gone = context.missingInputs.filter(({ rule }) => rule === DraftRule.REQUIRED_WORDS_GONE);
  return [...Map.groupBy(gone, ({ subjectId }) => subjectId)].flatMap(([claimId, [first]]) => {
    const refused = first && said.has(claimId) ? refusedWordsOf(first, skeleton) : [];
    const having = refused.flatMap(({ words, refused: { entryIds } }) => {
      const entry = entryIds.map(entryOf).find((one) => one && !letter.has(one.span?.docUid ?? ""));
      return words !== "" && entry ? [{ words, entry }] : [];
    });
    return refused.length > 0 && having.length === refused.length ? [{ claimId, having }] : [];
  });
};

/** What mends a draft so: the words of each claim before what its sentence quotes, and the entries to cite besides. */
export const citingBesides = (
  { draft, skeleton }: Drafted,
  claims: readonly CitedBesides[],
): { readonly findings: MissingInput[]; readonly words: Map<string, string> } => {
  const texts = new Map(skeleton?.sections.flatMap((one) => one.claims.map(({ claimId, text }) => [claimId, text])));
  const sentences = (draft?.sections ?? []).flatMap((section) => section.sentences);
  const words = new Map<string, string>();
  const findings = claims.flatMap(({ claimId, having }) => {
    const sentence = sentences.find((one) => one.claimId === claimId);
    if (!sentence) return [];
    words.set(sentence.sentenceId, leading(texts.get(claimId) ?? "", sentence.text));
    const entryIds = [...new Set(having.map(({ entry }) => entry.entryId))];
    return entryIds.map((entryId) =>
      create(MissingInputSchema, {
        subjectId: sentence.sentenceId,
        remedy: { kind: Remedy_Kind.CITE_ENTRY, entryIds: [entryId] },
      }),
    );
  });
  return { findings, words };
};

/** A claim's words before its quotation, as the guide joins them: a colon where the quotation comes at once, else a semicolon. */
const leading = (claim: string, text: string): string => {
  const open = claim.trim().replace(/(?<!\.\p{L})[.\s]+$/u, "");
  if (/^["“„«]/u.test(text)) return `${open}: ${text}`;
  return `${open}; ${text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())}`;
};
