import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { LetterReadingSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { AssertionAnswer } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { demandsBefore, memoDay, termsBefore, termsSet, termsToCome } from "../../src/show/late-date.ts";

const letterReading = create(LetterReadingSchema, {
  terms: [
    { partId: "term:1", span: { excerpt: "binnen zes weken bezwaar maken" }, countedDate: "2026-07-15" },
    { partId: "term:2", span: { excerpt: "uiterlijk 1 juni 2026" }, dueDate: "2026-06-01" },
    { partId: "term:3", span: { excerpt: "zo spoedig mogelijk" } },
  ],
});
const told = (date: string, today = "2026-12-01"): string[] =>
  termsBefore(
    { intent: undefined, letterReading, draft: date === "" ? undefined : create(DraftTextSchema, { frame: { date } }) },
    today,
  ).map(({ partId, day }) => `${partId} ${day}`);

// An objection whose term step 1 had reckoned was dated four and a half months after it, and nothing said so.
it("names the terms that have run out on the day that the memo bears, which is that of writing until it is said", () => {
  expect(told("")).toEqual(["term:1 2026-07-15", "term:2 2026-06-01"]);
  expect(told("2026-07-20")).toEqual(["term:1 2026-07-15", "term:2 2026-06-01"]);
  expect(told("2026-07-15")).toEqual(["term:2 2026-06-01"]);
  expect(told("2026-06-01")).toEqual([]);
  expect(memoDay({ intent: undefined, draft: undefined }, "2026-12-01")).toBe("2026-12-01");
});

// The last day for the objection was said at the first step, and not when the letter was ready to be sent.
it("names the terms that still run today, the one that ends first in front", () => {
  const days = (today: string) => termsToCome({ letterReading, skeleton: undefined }, today).map(({ day }) => day);
  expect(days("2026-05-01")).toEqual(["2026-06-01", "2026-07-15"]);
  expect(days("2026-07-15")).toEqual(["2026-07-15"]);
  expect(days("2026-07-16")).toEqual([]);
});

// A letter of 2 December asked for payment by 15 October, and only the other side's terms were held against its day.
it("names the demands whose own last day lies before the day that the memo bears", () => {
  const intent = create(IntentSeedSchema, {
    demands: [{ text: "Ik verzoek u te betalen.", dueDate: "2026-10-15" }, { text: "Ik verzoek u te antwoorden." }],
  });
  const before = (date: string) => {
    const draft = date === "" ? undefined : create(DraftTextSchema, { frame: { date } });
    return demandsBefore({ intent, draft }, "2026-12-02").map(({ dueDate }) => dueDate);
  };
  expect([before(""), before("2026-10-16"), before("2026-10-15")]).toEqual([["2026-10-15"], ["2026-10-15"], []]);
});

// A finished letter that asked for an answer by 17 December told of 31 January alone, the end of a renewal that it disputes.
it("names the days that the memo sets itself, and none that stands in what it calls wrong", () => {
  const demand = (dueDate: string, text: string) => ({ text, dueDate });
  const intent = create(IntentSeedSchema, {
    demands: [
      demand("2026-12-17", "Sluit."),
      demand("2026-12-17", "Betaal."),
      demand("2026-12-10", "Antwoord."),
      demand("", "Groet."),
    ],
  });
  const set = (today: string) => termsSet({ intent }, today).map(({ day, words }) => `${day} ${words}`);
  expect(set("2026-12-03")).toEqual(["2026-12-10 Antwoord.", "2026-12-17 Sluit."]);
  expect(set("2026-12-18")).toEqual([]);
  const renewed = "Uw lidmaatschap is verlengd tot en met 31 januari 2027.";
  const reading = create(LetterReadingSchema, {
    assertions: [{ partId: "assertion:1", span: { excerpt: renewed, startChar: 100, endChar: 155 } }],
    terms: [
      {
        partId: "term:1",
        span: { excerpt: "tot en met 31 januari 2027", startChar: 128, endChar: 154 },
        dueDate: "2027-01-31",
      },
      {
        partId: "term:2",
        span: { excerpt: "binnen drie weken", startChar: 155, endChar: 172 },
        countedDate: "2026-12-14",
      },
    ],
  });
  const days = (answer: AssertionAnswer) => {
    const claims = [{ claimId: "claim:1", answers: [{ assertionId: "assertion:1", answer }] }];
    const skeleton = create(MessageSkeletonSchema, { sections: [{ claims }] });
    return termsToCome({ letterReading: reading, skeleton }, "2026-12-03").map(({ day }) => day);
  };
  expect(days(AssertionAnswer.WRONG)).toEqual(["2026-12-14"]);
  expect(days(AssertionAnswer.RIGHT)).toEqual(["2026-12-14", "2027-01-31"]);
});
