import { describe, expect, it } from "vitest";
import { itemIdsIn, itemIdTyped, speechOf } from "../../src/messages/speech.ts";

const { itemName, itemTyped } = speechOf("nl");

const ids = ["claim:3", "slot:12", "binding:7:f36d13436714a17f", "entry:2:27a3180ed0f2e82a", "sentence:40", "party:1"];

describe("the names of items", () => {
  it("are Dutch words with the number, and never a hash", () => {
    expect(ids.map((id) => itemName(id))).toEqual([
      ...["stelling 3", "bewijsvraag 12", "koppeling 7", "citaat 2", "zin 40", "partij 1"],
    ]);
  });

  it("come back as the id's beginning when they are typed", () => {
    for (const id of ids) expect(id.startsWith(itemIdTyped(itemTyped(id))), id).toBe(true);
    expect(itemIdTyped("doel")).toBe("intent");
    expect(itemIdTyped("bewijsvraag 3=vault:ab")).toBe("slot:3=vault:ab");
  });

  it("stay as they are where nothing of the kind is meant", () => {
    for (const word of ["claim:3", "zinnen", "stelling:drie", "citaat", "toolreq:01J", "zin:3a", "1=juist", ""])
      expect(itemIdTyped(word)).toBe(word);
    expect(itemName("turn:01J")).toBe("turn:01J");
    expect(itemName("claim:3 and more")).toBe("claim:3 and more");
  });

  it("are known wherever they stand in a line of a text form", () => {
    expect(itemIdsIn("FEIT zin:2 stelling:1 {bewijsvraag:3, bewijsvraag:4} Zin:3 blijft staan.")).toBe(
      "FEIT sentence:2 claim:1 {slot:3, slot:4} Zin:3 blijft staan.",
    );
  });
});
