import { create } from "@bufbuild/protobuf";
import type { IdCounters } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import {
  type DraftSection,
  type DraftSentence,
  DraftSentenceSchema,
  type DraftTextProposal,
  type SentenceProposal,
} from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { SkeletonSection } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { type DecisionInput, withCounters } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";

/** Finds the ids of sentences that an edited draft keeps and mints those of new ones. */
export class SentenceMinting {
  readonly #input: DecisionInput;
  readonly #former: readonly DraftSection[];
  readonly #claims: ReadonlySet<string>;
  readonly #entries: ReadonlyMap<string, LedgerEntry>;
  readonly #taken = new Set<string>();
  /** Ids that the proposal names: no other sentence takes one of them for being equal. */
  readonly #named: ReadonlySet<string>;
  #count: number;

  constructor(input: DecisionInput, sections: readonly SkeletonSection[], proposal: DraftTextProposal) {
    this.#input = input;
    this.#former = input.material.proposals.draft?.sections ?? [];
    this.#claims = new Set(sections.flatMap((section) => section.claims.map(({ claimId }) => claimId)));
    this.#entries = new Map((input.material.ledger?.entries ?? []).map((entry) => [entry.entryId, entry]));
    this.#named = new Set(proposal.sections.flatMap((one) => one.sentences.map(({ sentenceId }) => sentenceId)));
    // Drafts of rules 1 numbered their sentences by place and counted none.
    this.#count = Math.max(input.snapshot.counters?.sentences ?? 0, ...this.#all.map(numberOf));
  }

  get counters(): IdCounters {
    return withCounters(this.#input.snapshot.counters, { sentences: this.#count });
  }

  get #all(): DraftSentence[] {
    return this.#former.flatMap(({ sentences }) => sentences);
  }

  sentence(proposal: SentenceProposal, sectionId: string, path: string): DraftSentence {
    if (proposal.claimId && !this.#claims.has(proposal.claimId))
      throw invalidProposal(`${path}.claim_id`, "error.the-skeleton-has-no-claim", { stray: proposal.claimId });
    const stray = proposal.entryIds.find((id) => !this.#entries.has(id));
    if (stray) throw invalidProposal(`${path}.entry_ids`, "error.the-confirmed-ledger-has-no-entry", { stray });
    const text = proposal.text.trim();
    const entryIds = [...new Set(proposal.entryIds)];
    const claimId = proposal.claimId || this.#sharedClaim(entryIds);
    const made = { text, kind: proposal.kind, claimId, entryIds };
    return create(DraftSentenceSchema, {
      ...made,
      sentenceId: this.#idFor(proposal.sentenceId, made, sectionId, path),
    });
  }

  /** The claim of all its entries, where they have one in common. */
  #sharedClaim(entryIds: readonly string[]): string {
    const claims = new Set(entryIds.map((id) => this.#entries.get(id)?.claimId ?? ""));
    const [only = ""] = claims;
    return claims.size === 1 && this.#claims.has(only) ? only : "";
  }

  #idFor(named: string, made: Made, sectionId: string, path: string): string {
    if (named !== "" && !this.#all.some(({ sentenceId }) => sentenceId === named))
      throw invalidProposal(`${path}.sentence_id`, "error.there-is-no-sentence-to-keep-or-edit", { named });
    if (this.#taken.has(named))
      throw invalidProposal(`${path}.sentence_id`, "error.stands-twice-in-the-draft", { named });
    const section = this.#former.find((one) => one.sectionId === sectionId);
    const same = section?.sentences.find(
      (one) => !this.#taken.has(one.sentenceId) && !this.#named.has(one.sentenceId) && isSame(one, made),
    );
    const id = named || same?.sentenceId || `sentence:${++this.#count}`;
    this.#taken.add(id);
    return id;
  }
}

type Made = Pick<DraftSentence, "text" | "kind" | "claimId" | "entryIds">;

const isSame = (one: Made, other: Made): boolean =>
  one.text === other.text &&
  one.kind === other.kind &&
  one.claimId === other.claimId &&
  one.entryIds.join() === other.entryIds.join();

const numberOf = ({ sentenceId }: DraftSentence): number => Number(/^sentence:(\d+)$/u.exec(sentenceId)?.[1] ?? 0);
