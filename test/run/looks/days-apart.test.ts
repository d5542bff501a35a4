import { expect, it } from "vitest";
import { daysApart } from "../../../src/run/looks/days-apart.ts";

const of = (claim: string, exactQuote: string, day = "2026-09-04") =>
  daysApart(claim, { day, locator: { exactQuote } as never }).map(({ claimed, said }) => [claimed, ...said]);

// A claim of 4 September stood on a mail of that day which says that it was the 2nd, through four steps: the mail's own day answered for it.
it("a day of the claim that is the paper's alone is told where the words name another", () => {
  const claim = "I gave notice on 4 September 2026.";
  expect(of(claim, "We received your notice on 2 September 2026.")).toEqual([["4 September 2026", "2 September 2026"]]);
  expect(of(claim, "Uw opzegging van 2 september hebben wij ontvangen.")).toEqual([
    ["4 September 2026", "2 september"],
  ]);
});

it.each([
  ["the words name it too", "I gave notice on 4 September 2026.", "On 4 September you gave notice, from 1 October."],
  ["the words name no day", "I gave notice on 4 September 2026.", "We received your notice."],
  [
    "the words name the other day of the claim",
    "On 4 September you moved it to 9 September.",
    "I move it to 9 September.",
  ],
  [
    "it is not the paper's either",
    "I gave notice on 3 September 2026.",
    "We received your notice on 2 September 2026.",
  ],
])("nothing is told where %s", (_, claim, words) => {
  expect(of(claim, words)).toEqual([]);
});
