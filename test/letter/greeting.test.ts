import { describe, expect, it } from "vitest";
import { greetingOf } from "../../src/letter/greeting.ts";

describe("the greeting of a letter", () => {
  it.each([
    [
      "both titles where none is said",
      ["Vinder B.V.", "S. Vinder", "Kade 1, 1234 AB Elders"],
      "Geachte heer/mevrouw Vinder,",
    ],
    ["no degree", ["mr. P. Vinder"], "Geachte heer/mevrouw Vinder,"],
    ["a first name with its surname", ["Wietske van der Berg"], "Geachte Wietske van der Berg,"],
    ["the title that the address says", ["Vinder B.V.", "mevrouw S. Vinder"], "Geachte mevrouw Vinder,"],
    ["a capital for a small word behind a title", ["t.a.v. dhr. J.S. van den Berg"], "Geachte heer Van den Berg,"],
    ["both titles where two are said", ["de heer/mevrouw S. Vinder"], "Geachte heer/mevrouw Vinder,"],
    ["two people", ["de heer en mevrouw S. van Vinder"], "Geachte heer en mevrouw Van Vinder,"],
  ])("has %s", (_, address, greeting) => {
    expect(greetingOf(address, "nl").words).toBe(greeting);
  });

  it.each([
    ["an executive", ["burgemeester en wethouders van Elders", "mr. P. Vinder", "Postbus 1"], "Geacht college,"],
    ["an executive by its whole name", ["Aan het College van burgemeester en wethouders"], "Geacht college,"],
    ["a board", ["Bestuur van de vereniging Denkbeeld", "Kade 1, 1234 AB Elders"], "Geacht bestuur,"],
  ])("greets %s as one", (_, address, greeting) => {
    expect(greetingOf(address, "nl").words).toBe(greeting);
  });

  it("greets who is to read it within a board, and takes no other word for a board", () => {
    expect(greetingOf(["Bestuur van Denkbeeld", "t.a.v. mevrouw S. Vinder"], "nl").words).toBe(
      "Geachte mevrouw Vinder,",
    );
    expect(greetingOf(["Bestuursbureau", "S. Vinder"], "nl").words).toBe("Geachte heer/mevrouw Vinder,");
    expect(greetingOf(["Bestuur Denkbeeld"], "en").words).toBe("Dear Members of the Board,");
  });

  it("names nobody where the address names no person, or several", () => {
    expect(greetingOf(["Vinder B.V.", "Kade 1, 1234 AB Elders"], "nl").words).toBe("");
    expect(greetingOf(["S. Vinder", "J. Denkbeeld"], "nl").words).toBe("");
  });

  it("speaks the language of the letter", () => {
    expect(greetingOf(["mw. S. Vinder"], "en").words).toBe("Dear Ms Vinder,");
    expect(greetingOf(["S. Vinder"], "en").words).toBe("Dear S. Vinder,");
  });
});

it("names one person, a board or nobody: in English a letter closes by it", () => {
  expect(["S. Vinder", "Bestuur Denkbeeld", "Vinder B.V."].map((one) => greetingOf([one], "en").isByName)).toEqual([
    true,
    false,
    false,
  ]);
});
