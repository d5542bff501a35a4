import { create } from "@bufbuild/protobuf";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { type LedgerEntry, LedgerEntrySchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import {
  type AdverseDismissal,
  AdverseDismissalSchema,
  type DraftTextProposal,
} from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { WordsSchema } from "../../../gen/pincite/memo/v1/words_pb.ts";
import { type DecisionInput, encodeArtifact } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";

/** The claims an entry is marked adverse to, by id, each once. A model adds marks; only a user takes one away. */
export const adverseTo = (
  input: DecisionInput,
  named: readonly string[],
  former: LedgerEntry | undefined,
  path: string,
): string[] => {
  const claims = new Set(
    (input.material.skeleton?.sections ?? []).flatMap((s) => s.claims.map((claim) => claim.claimId)),
  );
  const stray = named.find((id) => !claims.has(id));
  if (stray) throw invalidProposal(`${path}.adverse_claim_ids`, "error.the-skeleton-has-no-claim", { stray });
  const kept = input.actor.kind === Principal_Kind.MODEL ? (former?.adverseClaimIds ?? []) : [];
  return [...new Set([...kept, ...named])].filter((id) => claims.has(id)).toSorted();
};

/** An entry without marks about claims that are gone from the outline. */
export const againstClaimsOf = ({ material }: DecisionInput, entry: LedgerEntry): LedgerEntry => {
  if (entry.adverseClaimIds.length === 0) return entry;
  const claims = new Set((material.skeleton?.sections ?? []).flatMap((s) => s.claims.map((claim) => claim.claimId)));
  return create(LedgerEntrySchema, { ...entry, adverseClaimIds: entry.adverseClaimIds.filter((id) => claims.has(id)) });
};

/** The dismissals of a draft, in order of entry, and the words they name. Earlier ones that are not named stay. */
export const dismissalsOf = (
  input: DecisionInput,
  { adverseDismissals }: DraftTextProposal,
): { dismissals: AdverseDismissal[]; words: string[] } => {
  if (adverseDismissals.length > 0 && input.actor.kind === Principal_Kind.MODEL)
    throw invalidProposal("adverse_dismissals", "error.only-a-user-may-say-that-adverse-evidence");
  const entries = new Map((input.material.ledger?.entries ?? []).map((entry) => [entry.entryId, entry]));
  const isMarked = ({ entryId, claimId }: { readonly entryId: string; readonly claimId: string }): boolean =>
    entries.get(entryId)?.adverseClaimIds.includes(claimId) ?? false;
  const made = adverseDismissals.map((one, at) => {
    if (!isMarked(one))
      throw invalidProposal(`adverse_dismissals[${at}]`, "error.is-not-marked-as-adverse-to-there-is-nothing", {
        entryId: one.entryId,
        claimId: one.claimId,
      });
    const text = one.reason.trim();
    if ([...text].length < reasonMin)
      throw invalidProposal(`adverse_dismissals[${at}].reason`, "error.say-why-in-at-least-characters", { reasonMin });
    const { ref } = encodeArtifact(WordsSchema, create(WordsSchema, { text }), input.sha256);
    const { entryId, claimId } = one;
    return { text, dismissal: create(AdverseDismissalSchema, { entryId, claimId, reasonDigest: ref.digest }) };
  });
  const kept = (input.material.proposals.draft?.adverseDismissals ?? []).filter(isMarked);
  const all = [...kept, ...made.map(({ dismissal }) => dismissal)];
  const unique = [...new Map(all.map((one) => [`${one.entryId} ${one.claimId}`, one])).values()];
  const dismissals = unique.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return { dismissals, words: made.map(({ text }) => text) };
};

/** A reason says something: shorter ones are a key pressed to get on. */
const reasonMin = 10;

const keyOf = ({ entryId, claimId }: AdverseDismissal): string => `${entryId} ${claimId}`;
