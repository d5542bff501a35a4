import { expect, it } from "vitest";
import { speechOf } from "../../src/messages/speech.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { saysNotShown } from "../../src/show/absence-note.ts";

// A claim that nothing more was required was taken for one of what was not done, and its letter said against it that "the documents do not show
// that it was done".
it("what a letter adds to a claim that rests on what a search did not find is told in its words", () => {
  const [profile] = builtinProfiles();
  const told = ["non-performance", "promise"].map((claimKind) => saysNotShown({ claimKind }, profile));
  expect(told).toEqual([true, false]);
  for (const locale of ["nl", "en"] as const) {
    const { phrase } = speechOf(locale);
    expect(phrase("absent.it-says")).toContain(phrase("clause.absence"));
  }
});
