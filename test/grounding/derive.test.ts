import { describe, expect, it } from "vitest";
import { DraftRule } from "../../gen/pincite/run/v1/look_pb.ts";
import { author, head, paper } from "./papers.ts";
import { judge } from "./rule-examples.ts";

const ledger = [
  paper("mail", {
    excerpt: "Ik heb mij op 2 september 2024 afgemeld. Dat wij elkaar niet hebben gesproken, komt door de drukte.",
    title: "Afmelding",
    day: "2024-09-18",
    people: [head, author],
  }),
];

describe("a day that is one away from a day of the evidence", () => {
  it.each([
    "Daags voor 3 september 2024 was er een afmelding.",
    "Daags na 1 september 2024 was er een afmelding.",
    "De dag voor 3 september 2024 was er een afmelding.",
  ])("is derived from it: %s", (text) => {
    expect(judge({ text, entryIds: ["mail"] }, ledger).rules).toEqual([]);
  });

  it.each([
    "Daags voor 4 september 2024 was er een afmelding.",
    "Daags na 3 september 2024 was er een afmelding.",
    "Voor 3 september 2024 was er een afmelding.",
  ])("is refused where it is another day, or not said to be beside it: %s", (text) => {
    expect(judge({ text, entryIds: ["mail"] }, ledger).rules).toEqual([DraftRule.DATE]);
  });
});
