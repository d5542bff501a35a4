import type { MessageInitShape } from "@bufbuild/protobuf";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { ConfirmItemSchema } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { ItemDecision, type ItemState } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { toldDay } from "../span/told-day.ts";
import type { RunView } from "./run-view.ts";

/**
 * Whether an item wants a yes of its own: something was seen on it, its words stand beside those of a source, or it is among those against whose
 * paper something is told.
 */
export const wantsOwnYes = (
  { itemId, looks, compareDigests }: Pick<ItemState, "itemId" | "looks" | "compareDigests">,
  { against }: Pick<RunView, "against">,
): boolean => looks.length + compareDigests.length > 0 || (against?.has(itemId) ?? false);

/** Yes to an item, with everything that was shown beside it. */
export const yesTo = ({
  itemId,
  looks,
  compareDigests,
}: Pick<ItemState, "itemId" | "looks" | "compareDigests">): MessageInitShape<typeof ConfirmItemSchema> => ({
  itemId,
  decision: ItemDecision.CONFIRM,
  lookFingerprints: looks.map(({ fingerprint }) => fingerprint),
  shownDigests: [...compareDigests],
});

/** Words that stand beside a sentence that is worded anew. */
export interface Beside {
  readonly entryId: string;
  /** SHA-256 of the excerpt, by which looks name it; empty: no excerpt. */
  readonly digest: string;
  readonly kind: "quote" | "statement" | "search";
  /** Of a search its scope. */
  readonly words: string;
  /** Who speaks, as the source writes the name; empty: not said, or it is law. */
  readonly speaker: string;
  /** ISO 8601 day or instant of the words, or the day as the quoted message writes it; empty: not known. */
  readonly day: string;
  /** The paper, or the address of the law. */
  readonly title: string;
}

/** What a sentence of the draft rests on and is compared with, in the order in which it is cited, each once. */
export const besideSentence = ({ draft, ledger }: Pick<RunView, "draft" | "ledger">, sentenceId: string): Beside[] => {
  const sentences = (draft?.sections ?? []).flatMap((section) => section.sentences);
  const entryIds = sentences.find((one) => one.sentenceId === sentenceId)?.entryIds ?? [];
  const seen = new Set<string>();
  return entryIds
    .flatMap((id) => (ledger?.entries ?? []).filter(({ entryId }) => entryId === id).flatMap(wordsBeside))
    .filter(({ words, title }) => !seen.has(`${title}\n${words}`) && seen.add(`${title}\n${words}`));
};

/** What an entry puts beside a sentence; nothing where it has no words. */
export const wordsBeside = ({ entryId, span, evidence }: LedgerEntry): Beside[] => {
  const ref = evidence?.evidence;
  const bare = { entryId, digest: "", speaker: "", day: "", title: "" };
  if (ref?.case === "statement") return [{ ...bare, kind: "statement", words: ref.value.text }];
  if (ref?.case === "search") return [{ ...bare, kind: "search", words: ref.value.scope }];
  if (!span || span.excerpt === "") return [];
  const document = ref?.case === "document" ? ref.value : undefined;
  return [
    {
      entryId,
      digest: span.excerptSha256,
      kind: "quote",
      words: span.excerpt,
      // Words that somebody quotes, or that are nobody's, are not their paper's author's.
      speaker: span.speaker || (span.voice === Voice.AUTHOR ? (document?.participants[0] ?? "") : ""),
      day: toldDay(span, document),
      title: document?.title || span.address,
    },
  ];
};
