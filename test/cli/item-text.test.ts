import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { MatchKind, SpanFlag, SpanRefSchema, Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { itemText, slotAsked } from "../../src/cli/print/item-text.ts";
import { saidLine } from "../../src/cli/print/pointed-line.ts";
import type { RunView } from "../../src/client/run-view.ts";
import { speechOf } from "../../src/messages/speech.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";

const english = speechOf("en");

it("says before a quote is confirmed what there is to know of it: its flags, and whose words they are", () => {
  const ledger = create(CitationLedgerSchema, {
    entries: [
      {
        entryId: "entry:1",
        span: {
          startChar: 3,
          endChar: 11,
          excerpt: "Akkoord.",
          address: "p. 2",
          matchKind: MatchKind.NORMALISED,
          flags: [SpanFlag.NOT_AUTHOR],
          voice: Voice.QUOTED,
          speaker: "Bram\nVerzonnen",
          segmentDateText: "12 juni 2025",
        },
      },
      { entryId: "entry:2", span: { startChar: 3, endChar: 11, excerpt: "Akkoord.", voice: Voice.AUTHOR } },
    ],
  });
  const view = { ledger, context: { locale: "en" } } as RunView;
  expect(itemText(view, "entry:1", english)).toBe(
    "“Akkoord.” — p. 2, characters 3–11 [look: typography differs; not author; words of Bram Verzonnen of “12 juni 2025”, quoted in it]",
  );
  expect(itemText(view, "entry:2", english)).toBe("“Akkoord.” — nothing, characters 3–11");
});

it("says of a message of a chat where it stands in the reader's language, and not that a chat quotes whoever wrote it", () => {
  const evidence = { evidence: { case: "document" as const, value: { title: "Chat", location: "message 2" } } };
  const span = { excerpt: "Je hoeft niets te betalen", voice: Voice.QUOTED, speaker: "Balie", unitPath: "/message[2]" };
  const entries = [{ entryId: "entry:1", evidence, span: { ...span, endChar: 25, flags: [SpanFlag.NOT_AUTHOR] } }];
  const view = { ledger: create(CitationLedgerSchema, { entries }), context: { locale: "nl" } } as RunView;
  expect(itemText(view, "entry:1", speechOf("nl"))).toBe("“Je hoeft niets te betalen” — Chat, bericht 2, tekens 0–25");
});

it("says on a binding who sent the message that it points at, and when, or whose words they are", () => {
  const message = {
    ...{ voice: Voice.QUOTED, speaker: "Fleur Gedroomd", unitPath: "/message[6]", address: "message 6" },
    ...{ segmentDateText: "2025-12-17 09:20", flags: [SpanFlag.NOT_AUTHOR] },
  };
  const quoted = { ...message, unitPath: "", segmentDateText: "17 dec 2025" };
  const pointed = new Map(
    [message, quoted, { ...message, voice: Voice.UNSPECIFIED, unitPath: "", speaker: "" }, { voice: Voice.AUTHOR }].map(
      (span, at) => [`binding:${at + 1}`, create(SpanRefSchema, span)],
    ),
  );
  const parties = [{ partyId: "party:1", names: ["Fleur Gedroomd"], role: PartyRole.OPPONENT }];
  const view = { pointed, intent: { parties }, profile: builtinProfiles()[0], context: { items: [] } };
  const lines = (locale: "nl" | "en") =>
    [1, 2, 3, 4].map((at) => saidLine(view as unknown as RunView, `binding:${at}`, speechOf(locale)));
  expect(lines("nl")).toEqual([
    "bericht 6 van Fleur Gedroomd (werkgever), 17 december 2025 om 09:20",
    "daarin aangehaalde woorden van Fleur Gedroomd (werkgever) van “17 dec 2025”",
    "schrijver niet bekend",
    "",
  ]);
  expect(lines("en")[0]).toBe("message 6 by Fleur Gedroomd (other side), 17 December 2025 at 09:20");
});

it("says of a sentence that it leaves out what its source has beside the quoted words", () => {
  const sentence = { text: "Er is “toegezegd”.", kind: SentenceKind.FACT, flags: [SpanFlag.DROPPED_NEGATION] };
  const draft = create(DraftTextSchema, { sections: [{ sentences: [{ ...sentence, sentenceId: "sentence:1" }] }] });
  expect(itemText({ draft } as RunView, "sentence:1", english)).toBe(
    "fact: Er is “toegezegd”. [look: dropped negation]",
  );
});

it("says what a slot seeks in the reader's language, though the memo is in another, and words of a person as they are", () => {
  const slot = (slotId: string, templateName: string, description: string) => ({
    ...{ slotId, templateName, description, kind: SlotKind.QUOTE, candidates: [] },
  });
  const required = [
    slot("slot:1", "commitment", "de toezegging in de woorden van wie haar deed"),
    slot("slot:2", "quote", "De passage die deze stelling draagt"),
    slot("slot:3", "", "het bonnetje"),
  ];
  const claims = [{ claimId: "claim:1", required, optional: [] }];
  const view = { profile: builtinProfiles()[0], needs: { sections: [{ claims }] } } as unknown as RunView;
  expect(required.map(({ slotId }) => slotAsked(view, slotId, english))).toEqual([
    "the commitment in the words of who made it (quote)",
    "The passage this claim rests on (quote)",
    "het bonnetje (quote)",
  ]);
  expect(slotAsked(view, "slot:1", speechOf("nl"))).toBe("de toezegging in de woorden van wie haar deed (citaat)");
});
