import { describe, expect, it } from "vitest";
import { normaliseSubject, saysForwarded } from "../../src/kit/mail-subject.ts";

describe("subjects", () => {
  const cases: [string, string, boolean][] = [
    ["Loon", "loon", false],
    ["RE: Antw: FW: Loon", "loon", true],
    ["Re[2]: Loon", "loon", true],
    ["[lijst] Betr:  Loon  januari", "loon januari", true],
    ["[lijst] Loon", "loon", false],
    ["Regeling", "regeling", false],
    ["Re:", "", true],
  ];
  for (const [subject, base, isReply] of cases) {
    it(`compares "${subject}" as "${base}"`, () => expect(normaliseSubject(subject)).toEqual({ base, isReply }));
  }

  it("knows a forward from a reply", () => {
    expect(["Fw: x", "Doorst: x", "RE: FW: x"].map(saysForwarded)).toEqual([true, true, true]);
    expect(["Re: x", "x", "Forward: x"].map(saysForwarded)).toEqual([false, false, false]);
  });
});
