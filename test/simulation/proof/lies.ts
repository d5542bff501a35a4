import { type DescMessage, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { CitationLedgerSchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { Random } from "./changes.ts";
import type { Forgery } from "./forge.ts";

/** A rule broken in what was recorded; false where this run gives no occasion for it. */
type Lie = (forgery: Forgery, random: Random) => boolean;

type Case = NonNullable<RunEvent["event"]["case"]>;
type Value<C extends Case> = Extract<RunEvent["event"], { case: C }>["value"];

/** Changes one event of a kind, drawn among those that the lie can be told in. */
const inEvent =
  <C extends Case>(name: C, tell: (value: Value<C>, event: RunEvent, random: Random) => boolean): Lie =>
  ({ events }, random) => {
    const found = events.filter(({ event }) => event.case === name);
    for (const event of rotated(found, random)) if (tell(event.event.value as Value<C>, event, random)) return true;
    return false;
  };

/** Changes one artifact of a kind, drawn. The last of drafts and ledgers is the one that counts. */
const inArtifact =
  <D extends DescMessage>(schema: D, tell: (message: MessageShape<D>, random: Random) => boolean): Lie =>
  ({ artifacts }, random) => {
    const found = [...artifacts.values()].filter(({ kind }) => kind === schema.typeName);
    for (const part of rotated(found, random)) {
      const message = fromBinary(schema, part.bytes);
      const before = part.bytes.length;
      if (!tell(message, random)) continue;
      const bytes = toBinary(schema, message);
      if (bytes.length !== before) continue;
      part.bytes = bytes;
      return true;
    }
    return false;
  };

const rotated = <T>(list: readonly T[], random: Random): readonly T[] => {
  const at = list.length === 0 ? 0 : random(list.length);
  return [...list.slice(at), ...list.slice(0, at)];
};

/** Another letter or digit in place of one: as long in UTF-8, and another word. */
const misspelt = (text: string, random: Random): string | undefined => {
  const places = [...text.matchAll(/[a-z0-9]/g)].map(({ index }) => index);
  const at = places[random(places.length || 1)];
  if (at === undefined) return undefined;
  const other = /[0-9]/.test(text[at] ?? "")
    ? String((Number(text[at]) + 1 + random(8)) % 10)
    : text[at] === "x"
      ? "q"
      : "x";
  return text.slice(0, at) + other + text.slice(at + 1);
};

/** What someone with the key could record that the rules do not allow, each as one step away from the truth. */
export const lies: Readonly<Record<string, Lie>> = {
  "other words in a sentence": inArtifact(DraftTextSchema, ({ sections }, random) => {
    const sentence = rotated(
      sections.flatMap(({ sentences }) => sentences),
      random,
    )[0];
    const text = sentence && misspelt(sentence.text, random);
    if (!sentence || text === undefined) return false;
    sentence.text = text;
    return true;
  }),
  "a sentence of another kind": inArtifact(DraftTextSchema, ({ sections }, random) => {
    const sentence = rotated(
      sections.flatMap(({ sentences }) => sentences),
      random,
    )[0];
    if (!sentence) return false;
    sentence.kind = sentence.kind === SentenceKind.ARGUMENT ? SentenceKind.CONNECTIVE : SentenceKind.ARGUMENT;
    return true;
  }),
  "a sentence on another entry": inArtifact(DraftTextSchema, ({ sections }, random) => {
    const all = sections.flatMap(({ sentences }) => sentences).filter(({ entryIds }) => entryIds.length > 0);
    const [one, other] = rotated(all, random);
    if (!one || !other || one.entryIds[0] === other.entryIds[0]) return false;
    [one.entryIds, other.entryIds] = [other.entryIds, one.entryIds];
    return true;
  }),
  "other words in a quotation": inArtifact(CitationLedgerSchema, ({ entries }, random) => {
    const span = rotated(entries, random).find((entry) => entry.span)?.span;
    const excerpt = span && misspelt(span.excerpt, random);
    if (!span || excerpt === undefined) return false;
    span.excerpt = excerpt;
    return true;
  }),
  "another speaker of a quotation": inArtifact(CitationLedgerSchema, ({ entries }, random) => {
    const span = rotated(entries, random).find((entry) => entry.span?.speaker)?.span;
    const speaker = span && misspelt(span.speaker, random);
    if (!span || speaker === undefined) return false;
    span.speaker = speaker;
    return true;
  }),
  "other words shown around a quotation": inArtifact(CitationLedgerSchema, ({ entries }, random) => {
    const span = rotated(entries, random).find((entry) => entry.span?.shownBefore)?.span;
    const shown = span && misspelt(span.shownBefore, random);
    if (!span || shown === undefined) return false;
    span.shownBefore = shown;
    return true;
  }),
  "a decision left out": ({ events }, random) => {
    const at = rotated([...events.keys()], random).find((each) => events[each]?.event.case === "itemsDecided");
    if (at === undefined) return false;
    events.splice(at, 1);
    return true;
  },
  "a decision by the model": inEvent("itemsDecided", (_, event) => {
    if (!event.actor) return false;
    event.actor.kind = Principal_Kind.MODEL;
    return true;
  }),
  "a refusal made a confirmation": inEvent("itemsDecided", ({ items }) => {
    const refused = items.find(({ decision }) => decision !== ItemDecision.CONFIRM);
    if (!refused) return false;
    refused.decision = ItemDecision.CONFIRM;
    return true;
  }),
  "another proposal shown": inEvent("itemsDecided", (value) => {
    value.proposalDigest = value.proposalDigest.replace(/./g, (digit) => (digit === "0" ? "1" : "0"));
    return true;
  }),
  "a look not named": inEvent("itemsDecided", ({ items }) => {
    const looked = items.find(({ lookFingerprints }) => lookFingerprints.length > 0);
    if (!looked) return false;
    looked.lookFingerprints = [];
    return true;
  }),
  "words beside a sentence not named": inEvent("itemsDecided", ({ items }) => {
    const compared = items.find(({ shownDigests }) => shownDigests.length > 0);
    if (!compared) return false;
    compared.shownDigests = compared.shownDigests.slice(1);
    return true;
  }),
  "other words beside a sentence": inEvent("itemsDecided", ({ items }) => {
    const compared = items.find(({ shownDigests }) => shownDigests.length > 0);
    const [first] = compared?.shownDigests ?? [];
    if (!compared || first === undefined) return false;
    compared.shownDigests[0] = first.replace(/./g, (digit) => (digit === "0" ? "1" : "0"));
    return true;
  }),
  "a look never raised": inEvent("proposalRecorded", ({ items }) => {
    const looked = items.find(({ looks }) => looks.length > 0);
    if (!looked) return false;
    looked.looks = [];
    return true;
  }),
  "a finding never made": inEvent("proposalRecorded", (value) => {
    if (value.findings.length === 0) return false;
    value.findings = [];
    return true;
  }),
  "an item that need not be confirmed": inEvent("proposalRecorded", ({ items }) => {
    const item = items.find(({ required }) => required);
    if (!item) return false;
    item.required = false;
    return true;
  }),
  "another fingerprint": inEvent("proposalRecorded", ({ items }, _, random) => {
    const item = rotated(items, random)[0];
    if (!item) return false;
    item.fingerprint = item.fingerprint.replace(/./g, (digit) => (digit === "0" ? "1" : "0"));
    return true;
  }),
  "a stage passed over": ({ events }, random) => {
    const at = rotated([...events.keys()], random).find((each) => events[each]?.event.case === "stageAdvanced");
    if (at === undefined) return false;
    events.splice(at, 1);
    return true;
  },
  "another policy": inEvent("toolRequested", (value) => {
    value.policy = value.policy === "ALLOW" ? "CONFIRM" : "ALLOW";
    return true;
  }),
  "a model's search as a person's": inEvent("toolRequested", (value) => {
    if (value.requestedBy === "user") return false;
    value.requestedBy = "user";
    return true;
  }),
  // The day of the run's beginning is a person's word, and counts only until her intent names another.
  "another day that the law is read on": inEvent("proposalRecorded", (value) => {
    if (value.referenceDate === "") return false;
    value.referenceDate = "1999-12-31";
    return true;
  }),
  "another day that the run began with": inEvent("runCreated", (value) => {
    value.referenceDate = "1999-12-31";
    return true;
  }),
  "a decision twice": ({ events }, random) => {
    const at = rotated([...events.keys()], random).find((each) => events[each]?.event.case === "itemsDecided");
    const event = at === undefined ? undefined : events[at];
    if (at === undefined || !event) return false;
    events.splice(at, 0, event);
    return true;
  },
  "older rules": inEvent("runCreated", (value) => {
    value.rulesVersion = 1;
    return true;
  }),
  "a call that ended otherwise": inEvent("toolFinished", (value) => {
    value.status = value.status === "OK" ? "EMPTY" : "OK";
    return true;
  }),
  "an event twice": ({ events }, random) => {
    // A person may do the same thing twice: that is no lie about the rules, but about the person.
    const found = [...events.keys()].filter((at) => events[at]?.actor?.kind !== Principal_Kind.USER);
    const at = rotated(found, random)[0];
    const event = at === undefined ? undefined : events[at];
    if (at === undefined || !event) return false;
    events.splice(at, 0, event);
    return true;
  },
  "an id counted on": inEvent("proposalRecorded", ({ counters }) => {
    if (!counters) return false;
    counters.claims += 1;
    return true;
  }),
};
