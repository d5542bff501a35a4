import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { LetterReadingSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { dayToCome, dueDaysFile } from "../../src/web/run/due-date-file.ts";

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

// The file of an objection said “Antwoord verwacht” on the last day of objecting, and nothing of that.
it("each day is an entry of its own, in lines that no reader cuts", async () => {
  const words =
    "Termijn in hun brief: “Doe dit binnen zes weken; daarna, zo schrijven wij, is het te laat — voorgoed.”";
  const days = [
    { day: "2026-12-14", text: "Antwoord verwacht" },
    { day: "2026-12-21", text: words },
  ];
  const text = await dueDaysFile("run-1", days).text();
  const lines = text.split("\r\n");
  expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75);
  const whole = text.replaceAll("\r\n ", "").split("\r\n");
  expect(whole.filter((line) => /^(?:UID|DTSTART|SUMMARY)/u.test(line))).toEqual([
    "UID:run-1@pincite",
    "DTSTART;VALUE=DATE:20261214",
    "SUMMARY:Antwoord verwacht",
    "UID:run-1-2@pincite",
    "DTSTART;VALUE=DATE:20261221",
    `SUMMARY:${words.replaceAll(/[;,]/gu, (char) => `\\${char}`)}`,
  ]);
});
