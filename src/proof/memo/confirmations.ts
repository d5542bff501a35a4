import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { CitationLedger } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftText } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { must } from "./broken.ts";
import type { Journal } from "./journal.ts";

/** A person's confirmation of one item of the memo: the last one there is. */
export interface Confirmed {
  readonly itemId: string;
  /** Name of the person. */
  readonly by: string;
  /** RFC 3339 UTC. */
  readonly at: string;
  /** Digest of the proposal that was shown to the person, 64 hex. */
  readonly shown: string;
  /** How many looks were named with it. */
  readonly looks: number;
}

/**
 * Finds who confirmed what the memo stands on: each sentence, quotation and binding. Decisions of anybody but a person break
 * the proof. `carried`: items confirmed in the run that this one is a fork of.
 */
export const checkConfirmations = (
  { events }: Journal,
  draft: DraftText,
  ledger: CitationLedger,
): { readonly confirmed: readonly Confirmed[]; readonly carried: number } => {
  const confirmed = new Map<string, Confirmed>();
  const forked = new Set<string>();
  for (const { seq, event } of events) {
    const { event: one, actor, timeIso } = event;
    if (one.case === "runCreated") for (const { itemId } of one.value.fork?.confirmations ?? []) forked.add(itemId);
    if (one.case !== "itemsDecided") continue;
    must(actor?.kind === Principal_Kind.USER, `event ${seq} decides about items, and no person made it`);
    const { proposalDigest: shown, items } = one.value;
    for (const { itemId, decision, lookFingerprints } of items)
      if (decision === ItemDecision.CONFIRM)
        confirmed.set(itemId, { itemId, by: actor.name, at: timeIso, shown, looks: lookFingerprints.length });
      else {
        confirmed.delete(itemId);
        forked.delete(itemId);
      }
  }
  const items = standingOn(draft, ledger);
  const open = items.find((item) => !confirmed.has(item) && !forked.has(item));
  must(open === undefined, `no person confirmed ${open}`);
  const found = items.flatMap((item) => confirmed.get(item) ?? []);
  return { confirmed: found, carried: items.length - found.length };
};

/** Ids of all that a draft stands on, each once. */
const standingOn = ({ sections }: DraftText, { entries }: CitationLedger): string[] => {
  const sentences = sections.flatMap(({ sentences }) => sentences);
  const cited = new Set(sentences.flatMap(({ entryIds }) => entryIds));
  const used = entries.filter(({ entryId }) => cited.has(entryId));
  return [
    ...new Set([
      ...sentences.map(({ sentenceId }) => sentenceId),
      ...used.map(({ entryId }) => entryId),
      ...used.map(({ bindingId }) => bindingId),
    ]),
  ];
};
