import { create } from "@bufbuild/protobuf";
import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import type { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { MatchKind, type SpanRef, SpanRefSchema, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { bindingFor, settle } from "../drive.ts";
import { letterCandidate, type Source, sampleProfile } from "../sample-content.ts";
import { TestRun } from "../support.ts";

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export interface Who {
  readonly role: PartyRole;
  readonly names: string[];
  readonly addresses: string[];
}
export const chief: Who = { role: PartyRole.REPRESENTATIVE, names: ["Kees Vlieger"], addresses: ["kees@werk.example"] };
export const author: Who = { role: PartyRole.AUTHOR, names: ["Anna Bos"], addresses: ["anna@thuis.example"] };

/** The sample's profile, whose promise must be in the words of the other side. */
export const profile = () => {
  const made = sampleProfile();
  made.claimKinds[0]!.slots[0]!.speakerRoles = [PartyRole.OPPONENT, PartyRole.REPRESENTATIVE];
  return made;
};

/** What a claim, its paper and its quote are in a case; what is not said is as in one without looks. */
export interface Case {
  readonly claim?: string;
  /** Default: a promise; empty: of no kind, which asks for nobody's words. */
  readonly kind?: string;
  readonly from?: string;
  readonly day?: string;
  readonly quote?: string;
  readonly span?: Partial<
    Pick<
      SpanRef,
      "voice" | "speaker" | "segmentDateText" | "matchKind" | "flags" | "corrected" | "shownBefore" | "shownAfter"
    >
  >;
  readonly parties?: readonly Who[];
  /** Kind of the paper; default: a mail. */
  readonly docType?: string;
  /** Default: `Bericht`. */
  readonly title?: string;
  /** The quote is chosen with the paper already. */
  readonly isChosen?: boolean;
}

export const claimText = "De werkgever heeft op 17 maart 2025 een opleiding toegezegd.";
export const source = (quote: string): Source => ({
  docUid: "letter-a",
  text: `Dag. ${quote} Groet.`,
  quotes: [quote],
});

/** A run with one claim, one document and one quote, standing where the quote waits for a person. */
export const quoted = ({
  claim = claimText,
  kind = "promise",
  from = "Kees Vlieger <kees@werk.example>",
  day = "2025-03-17",
  ...more
}: Case) => {
  const run = new TestRun({ profile: profile() });
  const { quote = "Wij betalen uw opleiding volledig.", span, parties = [chief, author], isChosen } = more;
  run.propose(
    { case: "intentSeed", value: { goal: "Betaling van de opleiding", parties: [...parties] } },
    { confirm: true },
  );
  run.advance().propose({
    case: "skeleton",
    value: { sections: [{ title: "Feiten", claims: [{ text: claim, claimKind: kind }] }] },
  });
  run.confirmAll().advance();
  const letter = source(quote);
  const known = letterCandidate(letter);
  const people = more.docType === "chat" || from === "" ? [] : [from];
  const found = {
    ...{ ...known, docType: more.docType ?? known.docType, title: more.title ?? "Bericht" },
    ...{ participants: people, occurredAtIso: day },
  };
  run.search("slot:1", [found]);
  settle(run).advance();
  const locator = isChosen ? { locator: { docUid: letter.docUid, exactQuote: quote } } : {};
  run.propose({ case: "needMap", value: { bindings: [{ ...bindingFor(run, "slot:1"), ...locator }] } });
  const onBinding = looksOf(run);
  run.confirmAll().advance();
  const at = [...letter.text.slice(0, letter.text.indexOf(quote))].length;
  const words = create(SpanRefSchema, {
    ...{ docUid: letter.docUid, startChar: at, endChar: at + [...quote].length, excerpt: quote },
    ...{
      excerptSha256: sha256Hex(utf8(quote)),
      sourceDigest: sha256Hex(utf8(letter.text)),
      matchKind: MatchKind.EXACT,
    },
    ...{ voice: Voice.AUTHOR, ...span },
  });
  const bindingId = run.material.needMap?.bindings[0]?.bindingId ?? "";
  const resolved = { toolResultId: run.getSpans([words]), answerIndex: 0, spanIndex: 0 };
  run.propose({
    case: "citationLedger",
    value: { spans: [{ bindingId, span: { case: "resolved", value: resolved } }] },
  });
  return { run, onBinding, onQuote: looksOf(run) };
};

/** Codes of the looks that stand now. */
export const looksOf = (run: TestRun): LookCode[] =>
  run.record?.items.flatMap((item) => item.looks.map(({ code }) => code)) ?? [];
