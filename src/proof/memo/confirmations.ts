import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { CitationLedger, LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftText } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { ItemDecision, type ItemState } from "../../../gen/pincite/run/v1/run_context_pb.ts";
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
  /** How many passages were named as shown beside it. Named is not read: what a person read no proof can tell. */
  readonly compared: number;
}

/**
 * Finds who confirmed what the memo stands on: each sentence, quotation and binding. Decisions of anybody but a person break
 * the proof, and so does a yes to a sentence that is worded anew which does not name exactly the words that it rests on. `carried`: items confirmed in the run that this one is a fork of.
 */
export const checkConfirmations = (
  { events }: Journal,
  draft: DraftText,
  ledger: CitationLedger,
): { readonly confirmed: readonly Confirmed[]; readonly carried: number } => {
  const confirmed = new Map<string, Confirmed>();
  const forked = new Set<string>();
  const compared = new Map<string, string>();
  const carrying = new Carrying(confirmed);
  for (const { seq, event } of events) {
    const { event: one, actor, timeIso } = event;
    if (one.case === "proposalRecorded") {
      const { items, proposal } = one.value;
      for (const { itemId, compareDigests } of items) compared.set(itemId, [...compareDigests].sort().join());
      const shown = proposal?.digest ?? "";
      carrying.changed(items);
      for (const itemId of actor?.kind === Principal_Kind.USER ? confirmedAtOnce(items) : [])
        if (!confirmed.has(itemId))
          confirmed.set(itemId, { itemId, by: actor?.name ?? "", at: timeIso, shown, looks: 0, compared: 0 });
      carrying.proposed(items);
    }
    if (one.case === "runCreated") for (const { itemId } of one.value.fork?.confirmations ?? []) forked.add(itemId);
    if (one.case !== "itemsDecided") continue;
    must(actor?.kind === Principal_Kind.USER, `event ${seq} decides about items, and no person made it`);
    const { proposalDigest: shown, items } = one.value;
    for (const { itemId, decision, lookFingerprints, shownDigests } of items)
      if (decision === ItemDecision.CONFIRM) {
        must(
          [...shownDigests].sort().join() === (compared.get(itemId) ?? ""),
          `event ${seq} confirms ${itemId} without naming the words that stood beside it`,
        );
        const [looks, beside] = [lookFingerprints.length, shownDigests.length];
        confirmed.set(itemId, { itemId, by: actor.name, at: timeIso, shown, looks, compared: beside });
      } else {
        confirmed.delete(itemId);
        forked.delete(itemId);
      }
    carrying.decided(items);
  }
  checkCompared(draft, ledger, compared);
  const items = standingOn(draft, ledger);
  const open = items.find((item) => !confirmed.has(item) && !forked.has(item));
  must(open === undefined, `no person confirmed ${open}`);
  const found = items.flatMap((item) => confirmed.get(item) ?? []);
  return { confirmed: found, carried: items.length - found.length };
};

/**
 * Carries what was confirmed to the same words under another name: who takes a sentence out and puts it in again has confirmed it, and it is numbered anew.
 * The words are the same where everything that the item rests on is, by its fingerprint.
 */
class Carrying {
  readonly #confirmed: Map<string, Confirmed>;
  /** Kind and fingerprint of each item as it was put forward last. */
  readonly #printOf = new Map<string, string>();
  /** Confirmations that were not taken back since, by kind and fingerprint. */
  readonly #byPrint = new Map<string, Confirmed>();

  constructor(confirmed: Map<string, Confirmed>) {
    this.#confirmed = confirmed;
  }

  /** Takes back what was confirmed under a name that stands for other words now. */
  changed(items: readonly ItemState[]): void {
    for (const { itemId, kind, fingerprint } of items) {
      const print = `${kind}/${fingerprint}`;
      if (this.#printOf.has(itemId) && this.#printOf.get(itemId) !== print) this.#confirmed.delete(itemId);
      this.#printOf.set(itemId, print);
    }
  }

  proposed(items: readonly ItemState[]): void {
    this.decided(items.filter(({ decision, carriedOver }) => decision !== ItemDecision.UNSPECIFIED && !carriedOver));
    for (const { itemId, decision, carriedOver } of items) {
      const before = this.#byPrint.get(this.#printOf.get(itemId) ?? "");
      if (decision === ItemDecision.CONFIRM && carriedOver && before && !this.#confirmed.has(itemId))
        this.#confirmed.set(itemId, { ...before, itemId });
    }
  }

  /** Notes what became of items that were just confirmed, or taken back. */
  decided(items: readonly { readonly itemId: string }[]): void {
    for (const { itemId } of items) {
      const [print, now] = [this.#printOf.get(itemId) ?? "", this.#confirmed.get(itemId)];
      if (now) this.#byPrint.set(print, now);
      else this.#byPrint.delete(print);
    }
  }
}

/** Items that a person confirmed in the same breath as putting them forward: an item with looks or beside its words never is. */
const confirmedAtOnce = (items: readonly ItemState[]): string[] =>
  items
    .filter(({ decision, carriedOver }) => decision === ItemDecision.CONFIRM && !carriedOver)
    .filter(({ looks, compareDigests }) => looks.length + compareDigests.length === 0)
    .map(({ itemId }) => itemId);

/** The words beside a sentence are those it cites: a quotation by its digest, nothing else in its place. */
const checkCompared = (
  { sections }: DraftText,
  { entries }: CitationLedger,
  compared: ReadonlyMap<string, string>,
): void => {
  const byId = new Map(entries.map((entry) => [entry.entryId, entry]));
  for (const { sentenceId, entryIds } of sections.flatMap(({ sentences }) => sentences)) {
    const named = compared.get(sentenceId) ?? "";
    if (named === "") continue;
    // A redacted proof has statements without their words: of these it is known that they stood there, and not what they say.
    const digests = entryIds.flatMap((id) => wordsDigestsOf(byId.get(id)));
    const own = new Set(digests.map(({ digest }) => digest));
    must(
      digests.every(({ digest, isTold }) => !isTold || named.includes(digest)) && own.size === named.split(",").length,
      `${sentenceId} was compared with other words than it cites`,
    );
  }
};

/** The words of an entry by digest; `isTold`: they stand in any proof. */
const wordsDigestsOf = (entry: LedgerEntry | undefined): { readonly digest: string; readonly isTold: boolean }[] => {
  const ref = entry?.evidence?.evidence;
  if (entry?.span && entry.span.excerptSha256 !== "") return [{ digest: entry.span.excerptSha256, isTold: true }];
  if (ref?.case === "statement") return [{ digest: ref.value.text, isTold: false }];
  return ref?.case === "search" && ref.value.output ? [{ digest: ref.value.output.digest, isTold: true }] : [];
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
