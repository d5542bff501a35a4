import { describe, expect, it } from "vitest";
import { inSpokenOrder } from "../../src/kit/spoken-name.ts";

describe("a name in the order in which it is said", () => {
  // A letter quoted "de e-mail van 25 maart" without its writer, because her name was filed.
  it.each([
    ["Wit, Jolanda de", "Jolanda de Wit"],
    ["Wit, Jolanda de <j.dewit@gemeente.example>", "Jolanda de Wit <j.dewit@gemeente.example>"],
    ['"Bos, Anna" <a@bos.example>', "Anna Bos <a@bos.example>"],
    ["Berg, J.P. van den", "J.P. van den Berg"],
    ["Dijksma-Vos, Annelies", "Annelies Dijksma-Vos"],
  ])("turns what an address book files: %s", (filed, said) => {
    expect(inSpokenOrder(filed)).toBe(said);
  });

  it.each([
    "Jolanda de Wit",
    "E. Sikkens-Vlieghuis, directeur",
    "Vink, MSc",
    "j.dewit@gemeente.example",
    "Bouwbedrijf Taakema V.O.F., Deventer",
    "",
  ])("leaves any other text: %s", (text) => {
    expect(inSpokenOrder(text)).toBe(text);
  });
});
