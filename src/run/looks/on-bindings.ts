import type { SearchEvidence } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { Binding } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { type Look, LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { type Validity, Validity_State } from "../../../gen/pincite/span/v1/span_pb.ts";
import { calendarDays, maySameDay } from "../../grounding/claim-tokens.ts";
import { haveWordInCommon } from "../../grounding/content-words.ts";
import { evidenceParts } from "../items.ts";
import type { DecisionInput } from "../kernel.ts";
import { inCodePoints, looksOf, type Sight } from "./look.ts";
import { type Bound, boundIn, claimDays, isDocument, ownDay, speakerSights, writerOf } from "./source.ts";
import { fitsTemplate } from "./template.ts";

/**
 * Looks on bindings, which a person must name one by one, by binding_id. Seen in what the record holds of a document as a whole: who
 * wrote it, its day, its place; looks about its words stand on the quote.
 */
export const bindingLooks = (input: DecisionInput, bindings: readonly Binding[]): ReadonlyMap<string, Look[]> => {
  const all = boundIn(input, bindings);
  return new Map(
    all.map((bound) => {
      const { binding } = bound;
      const looked = { itemId: binding.bindingId, content: evidenceParts(binding.evidence) };
      return [binding.bindingId, looksOf(input.sha256, looked, sightsOn(input, bound, all))];
    }),
  );
};

const sightsOn = (input: DecisionInput, bound: Bound, all: readonly Bound[]): Sight[] => {
  const ref = bound.binding.evidence?.evidence;
  if (ref?.case === "law") return validitySights(ref.value.validity);
  if (ref?.case === "search")
    return [...corpusSights(input, ref.value.corpusRevision), ...searchSights(bound, ref.value)];
  if (ref?.case !== "document") return [];
  const parties = input.material.intent?.parties ?? [];
  // A chat has no writer: who speaks is seen with the words.
  const writer = writerOf(bound.candidate, input.material.letterReading);
  const isChat = bound.candidate?.docType === "chat" && bound.slot.kind === SlotKind.QUOTE;
  return [...(isChat ? [] : speakerSights(bound, writer, parties)), ...daySights(bound), ...placeSights(bound, all)];
};

/** Law that is not in force, or of which nobody knows; nothing where the record does not speak of it. */
export const validitySights = (validity: Validity | undefined): Sight[] => {
  const rest = validity ? [validity.on, validity.from, validity.until, validity.knownOn, validity.authority] : [];
  if (validity?.state === Validity_State.UNKNOWN) return [{ code: LookCode.VALIDITY_UNKNOWN, rest }];
  return validity?.state === Validity_State.NOT_IN_FORCE ? [{ code: LookCode.NOT_IN_FORCE, rest }] : [];
};

/** A search of a corpus that has changed since, as Advance knows it; nothing where either revision is unknown. */
const corpusSights = ({ corpusRevision, snapshot }: DecisionInput, searched: string): Sight[] => {
  const last = snapshot.searchedCorpora.find(({ searchedRevision }) => searchedRevision === searched);
  const now = corpusRevision || last?.corpusRevision || "";
  return now === "" || searched === "" || now === searched
    ? []
    : [{ code: LookCode.CORPUS_CHANGED, rest: [searched, now] }];
};

/**
 * A search that asked for no word of the claim, or of what its slot asks for, shows nothing of it; one that left papers or words out
 * may have missed what says it. Nothing where the record does not keep what was asked.
 */
const searchSights = ({ slot, claimText }: Bound, { query, narrowedBy }: SearchEvidence): Sight[] => {
  if (query === "") return [];
  const isForeign = !haveWordInCommon(query, [claimText, slot.description, ...slot.cues].join(" "));
  return [
    ...(isForeign ? [{ code: LookCode.SEARCH_FOREIGN, rest: [query] }] : []),
    ...(narrowedBy.length > 0 ? [{ code: LookCode.SEARCH_NARROWED, rest: narrowedBy.map(String) }] : []),
  ];
};

/**
 * The claim's day is not the document's. A statement of a day stands in a document of that day, so it shows here
 * where the slot asks for a speaker, and for a place, which has no words; an act of a day may stand in any document,
 * and shows on the quote. A document without a day of its own leaves a place without one.
 */
const daySights = (bound: Bound): Sight[] => {
  const { binding, slot, claimText, candidate } = bound;
  const isPlace = slot.kind === SlotKind.LOCATION;
  const own = ownDay(candidate);
  if (!isPlace && (slot.speakerRoles.length === 0 || own === "")) return [];
  const days = claimDays(bound);
  // Words that were chosen may name the day themselves, as a letter that tells of it does.
  const words = [candidate?.title ?? "", binding.locator?.exactQuote ?? ""];
  const known = [own, ...words.flatMap((text) => calendarDays(text).map(({ value }) => value))];
  const [first] = days;
  if (!first || days.some(({ value }) => known.some((day) => maySameDay(day, value)))) return [];
  return [{ code: LookCode.DAY_DIFFERS, place: inCodePoints(claimText, first), rest: [first.value, own] }];
};

/** One place for several slots: seen on those whose template it fits no better than any other place would. */
const placeSights = (bound: Bound, all: readonly Bound[]): Sight[] => {
  if (bound.slot.kind !== SlotKind.LOCATION) return [];
  const place = evidenceParts(bound.binding.evidence).join("\n");
  const others = all.filter(
    (other) =>
      other.slot.slotId !== bound.slot.slotId &&
      other.slot.kind === SlotKind.LOCATION &&
      isDocument(other) &&
      evidenceParts(other.binding.evidence).join("\n") === place,
  );
  if (others.length === 0 || fitsTemplate(bound.slot, bound.candidate?.title ?? "")) return [];
  return [{ code: LookCode.SPAN_SHARED, relatedIds: others.map(({ binding }) => binding.bindingId) }];
};
