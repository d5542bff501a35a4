import { expect, it } from "vitest";
import { file, importAll, mail, openTestVault } from "./vault-fixture.ts";

const from = (subject: string, day: number, body: string) =>
  mail(
    {
      From: "Esther Hoog <e.hoog@firma.example>",
      To: "Noor Bos <noor@thuis.example>",
      Subject: subject,
      Date: `Thu, ${day} Oct 2026 10:00:00 +0200`,
      "Message-ID": `<${day}@firma.example>`,
    },
    body,
  );

// At the choice the correction stood beside the rule; at the steps behind it, where a chosen passage is read in its paper alone, it did not.
it("what was written later is told of a passage among all papers and of one that is read in its paper alone", async () => {
  const opened = await openTestVault();
  const items = await importAll(opened.vault, [
    file("1.eml", from("Nieuwe bonusregeling", 8, "Wie voor 31 december vertrekt, krijgt geen bonus.")),
    file(
      "2.eml",
      from("Correctie: Nieuwe bonusregeling", 14, "Mijn bericht was niet volledig, de regel geldt pas volgend jaar."),
    ),
  ]);
  const rule = items.find(({ path }) => path === "1.eml")?.docUid ?? "";
  for (const docUid of ["", rule]) {
    const { lists } = await opened.search.rankSentences({
      queries: [{ text: "De regel van 31 december geldt niet voor deze bonus.", docUid }],
      limit: 9,
    });
    const told = lists[0]?.candidates.flatMap(({ evidence, namedLater }) =>
      evidence?.evidenceId === `vault:${rule}` ? namedLater.map(({ title, day, words }) => [title, day, words]) : [],
    );
    expect(told?.[0], docUid).toEqual([
      "Correctie: Nieuwe bonusregeling",
      "2026-10-14",
      "Mijn bericht was niet volledig, de regel geldt pas volgend jaar.",
    ]);
  }
});
