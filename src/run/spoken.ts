import { create } from "@bufbuild/protobuf";
import type { EvidenceCandidate } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { Binding } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import type { Party } from "../../gen/pincite/memo/v1/party_pb.ts";
import { ItemKind, type ItemState, type Spoken, SpokenSchema } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { partyOf } from "../grounding/speaker.ts";
import type { Material } from "./kernel.ts";
import { isOthers, wordsDay } from "./looks/on-quotes.ts";
import { ownDay, writerOf } from "./looks/source.ts";

/** The contents that say who speaks in what is bound or quoted. */
export type SpokenMaterial = Pick<Material, "intent" | "needMap" | "ledger" | "evidenceSet" | "letterReading"> & {
  readonly proposals?: Material["proposals"];
};

/** The items with who speaks in each, by the same rules as the looks ask by; those of no document stay as they are. */
export const withSpoken = (items: readonly ItemState[], material: SpokenMaterial): readonly ItemState[] => {
  const isOne = ({ kind }: ItemState): boolean => kind === ItemKind.BINDING || kind === ItemKind.LEDGER_ENTRY;
  if (!items.some(isOne)) return items;
  const { evidenceSet, needMap, ledger, proposals } = material;
  const parties = material.intent?.parties ?? [];
  const candidates = new Map((evidenceSet?.entries ?? []).map(({ candidate }) => [candidate?.evidenceId, candidate]));
  const byId = new Map<string, Binding | LedgerEntry>();
  for (const one of [...(needMap?.bindings ?? []), ...(proposals?.needMap?.bindings ?? [])])
    byId.set(one.bindingId, one);
  for (const one of [...(ledger?.entries ?? []), ...(proposals?.ledger?.entries ?? [])]) byId.set(one.entryId, one);
  return items.map((item) => {
    const one = isOne(item) ? byId.get(item.itemId) : undefined;
    const spoken = one && spokenIn(one, candidates, { parties, letterReading: material.letterReading });
    return spoken ? { ...item, spoken } : item;
  });
};

const spokenIn = (
  one: Binding | LedgerEntry,
  candidates: ReadonlyMap<string | undefined, EvidenceCandidate | undefined>,
  {
    parties,
    letterReading,
  }: { readonly parties: readonly Party[]; readonly letterReading: Material["letterReading"] | undefined },
): Spoken | undefined => {
  const ref = one.evidence?.evidence;
  if (ref?.case !== "document") return undefined;
  const candidate = candidates.get(ref.value.evidenceId);
  const span = "span" in one ? one.span : undefined;
  // A chat as a whole has no single writer.
  if (candidate?.docType === "chat" && !span) return undefined;
  // Words of somebody else are theirs, whoever wrote the document around them.
  const speaker = span && isOthers(span) ? span.speaker : writerOf(candidate, letterReading) || (span?.speaker ?? "");
  return create(SpokenSchema, {
    partyId: (speaker === "" ? undefined : partyOf(speaker, parties))?.partyId ?? "",
    day: span ? wordsDay(candidate, span) : ownDay(candidate),
    voice: span?.voice ?? Voice.UNSPECIFIED,
  });
};
