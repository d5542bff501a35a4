import { describe, expect, it } from "vitest";
import { LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { judge } from "./rule-examples.ts";

const looked = (text: string, ...entryIds: string[]): boolean =>
  judge({ text, entryIds }).codes.includes(LookCode.NOUN_NOT_IN_EVIDENCE);

describe("a sentence that says what a provision says", () => {
  it("is looked at where the provision has no word of it", () => {
    expect(looked("Artikel 7:611 BW geeft recht op een wettelijke verhoging.", "law")).toBe(true);
  });

  it("is left alone where it says it in the provision's words, or argues from it", () => {
    expect(looked("Artikel 7:611 BW verplicht de werkgever zich als een goed werkgever te gedragen.", "law")).toBe(
      false,
    );
    expect(looked("Ik beroep mij op artikel 7:611 BW.", "law")).toBe(false);
  });
});
