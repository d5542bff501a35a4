import { expect, it } from "vitest";
import { file, importAll, mail, openTestVault } from "./vault-fixture.ts";

const letter = (address: string, greeting: string, sum: string) =>
  [
    "Loket Noord\nKadeweg 12\n9711 AB Groningen",
    `${address}\nMolenstraat 8\n9712 CD Groningen`,
    "Groningen, 4 mei 2026",
    greeting,
    `Uw toeslag bedraagt ${sum}. Wij betalen uw toeslag op 20 mei 2026.`,
    "Met vriendelijke groet,\n\nLoket Noord\n",
  ].join("\n\n");

// A decision about another man, delivered to her by mistake, was quoted in her letter; no step said to whom it is addressed.
it("a passage of a letter says whom the letter is addressed to, and that of a mail whom its header names", async () => {
  const opened = await openTestVault();
  await importAll(opened.vault, [
    file("eigen.txt", letter("Mevrouw F. Odink", "Beste mevrouw Odink,", "€ 140")),
    file("ander.txt", letter("De heer F. Terpstra", "Beste heer Terpstra,", "€ 310")),
    file(
      "post.eml",
      mail(
        { From: "a@b.example", To: "c@d.example", Subject: "toeslag" },
        "Beste Bas,\n\nDe toeslag van 20 mei is er.",
      ),
    ),
  ]);
  const { lists } = await opened.search.rankSentences({
    queries: [{ text: "De toeslag zou op 20 mei worden betaald." }],
    limit: 9,
  });
  const told = new Set(lists[0]?.candidates.map(({ evidence, addressedTo }) => `${evidence?.docType} ${addressedTo}`));
  expect([...told].sort()).toEqual(["email c@d.example", "text De heer F. Terpstra", "text Mevrouw F. Odink"]);
});
