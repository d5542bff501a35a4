import { describe, expect, it } from "vitest";
import { firstAct } from "../../src/grounding/letter-signs.ts";

describe("who does what a claim tells first", () => {
  it.each([
    ["Ik heb op 27 september gevraagd om te bellen over het plan.", "author", true],
    ["Op 27 september verzocht ik Marleen om een gesprek.", "author", true],
    ["Ik heb Marleen gemaild waarom ik maandag niet kwam.", "author", false],
    ["De bedrijfsarts schreef dat ik met twee uur kon beginnen.", "another", false],
    ["De werkgever heeft mij gevraagd om langs te komen.", "another", true],
    ["I asked the landlord to repair the boiler.", "author", true],
    ["Het loon van mei is niet betaald.", undefined, false],
    ["", undefined, false],
  ])("is read off “%s”", (text, by, isAsking) => {
    expect(firstAct(text)).toEqual({ by, isAsking });
  });
});
