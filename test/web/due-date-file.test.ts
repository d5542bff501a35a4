import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { LetterReadingSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { dayToCome } from "../../src/web/run/due-date-file.ts";

it.each([
  ["of the letter's own demand, which is sooner", ["2026-12-01"], ["2026-12-09"], "2026-12-01"],
  ["to come, where one names a period", ["", "2026-12-01"], ["2026-11-19"], "2026-12-01"],
  ["of its own, though the letter's term ends sooner", ["2026-12-15"], ["2026-12-01"], "2026-12-15"],
  ["none, where it asks without a day, whatever the letter's term", [""], ["2026-12-01"], ""],
  ["of the letter, where it asks for nothing", [], ["2026-12-01"], "2026-12-01"],
  ["none of today", [], ["2026-11-29"], ""],
  ["none, where every day is over or only a period is named", ["2026-11-01"], ["", "2026-11-19"], ""],
])("the day of a reminder is the first one %s", (_, demands, terms, day) => {
  const intent = create(IntentSeedSchema, { demands: demands.map((dueDate) => ({ text: "Ik verzoek u.", dueDate })) });
  const letterReading = create(LetterReadingSchema, { terms: terms.map((dueDate) => ({ dueDate })) });
  expect(dayToCome({ intent, letterReading }, new Date("2026-11-29T12:00:00Z"))).toBe(day);
});

it("is the day that a period comes to, counted from the letter, where that is sooner than a day it names", () => {
  const letterReading = create(LetterReadingSchema, {
    terms: [{ dueDate: "2026-12-15", countedDate: "2026-12-03" }],
  });
  expect(dayToCome({ intent: undefined, letterReading }, new Date("2026-11-29T12:00:00Z"))).toBe("2026-12-03");
});
