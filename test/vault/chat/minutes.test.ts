import { describe, expect, it } from "vitest";
import { file, importAll, openTestVault, utf8 } from "../vault-fixture.ts";

const minutes = `Bouwvergadering 2 september

Aanwezig: Henk, Oortgijsen

Henk: De balk moet eruit.
Oortgijsen: Dat wil ik eerst met een prijs zien.
Henk: Die krijg je vrijdag van mij.
Oortgijsen: Dan beslis ik vrijdag.
`;

describe("minutes", () => {
  // Nobody could say who "Henk" is: only writers of mails, letters and chats were asked about.
  it("say who is heard in them, as chats do", async () => {
    const { vault } = await openTestVault();
    const [made] = await importAll(vault, [
      file("verslag.txt", utf8(minutes)),
      file("brief.txt", utf8("De balk moet eruit. Dat zei Henk: het moet.\n")),
    ]);
    const strand = await vault.strand("");
    const speakersOf = (path: string) =>
      strand.catalogue
        .docUids({ includeSuperseded: false, limit: 10 })
        .map((docUid) => strand.record(docUid).detail?.summary)
        .find((one) => one?.path === path)?.speakers;
    expect(made).toBeDefined();
    expect(speakersOf("verslag.txt")).toEqual(["Henk", "Oortgijsen"]);
    expect(speakersOf("brief.txt")).toEqual([]);
  });
});
