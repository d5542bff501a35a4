import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guideCase } from "../simulation/guide/cases.ts";
import { type Layman, lawFiles, laymanWith } from "./support/layman.ts";
import { hasTmux, openTestTerminal, type TestTerminal } from "./support/tmux.ts";

// The whole way from a letter to its answer in one program at a terminal, which asks one question after the other. What is typed
// is what a person says of the case; everything else that is asked, they agree to.

/** What the person knows: who is who, and what is wrong in the letter. By words of the question. */
const known: readonly (readonly [asked: RegExp, said: string])[] = [
  [/Stef Brandsma/u, "werkgever"],
  [/Anke Kuiper/u, "bedrijfsarts"],
  [/Timo Wessels/u, "collega"],
];
const reasons = [
  "op 14 oktober 2025 heeft Stef Brandsma mij € 2.400 toegezegd als de migratie op 1 december draait",
  "op 3 november 2025 heeft Ilse Terpstra mij toegezegd dat ik dinsdag en donderdag thuis mag werken",
];
const answers = ["onjuist", "onjuist", "juist"];

describe.skipIf(!hasTmux)("`pincite` alone at a terminal", () => {
  let layman: Layman;
  let terminal: TestTerminal;
  beforeAll(async () => {
    layman = await laymanWith(await guideCase("bonus"));
    const imported = await layman.type("vault", "import", "./dossier", "--strand", "zaak");
    await layman.type("law", "import", ...lawFiles);
    const letter = /01-brief\.eml.*(vault:[0-9a-f]{12})$/mu.exec(imported)?.[1] ?? "";
    await layman.type(
      "run",
      "new",
      "--profile",
      "email-reply",
      "--strand",
      "zaak",
      "--on",
      "2026-03-09",
      "--answered",
      letter,
    );
    terminal = openTestTerminal("run", [240, 50]);
  });
  afterAll(async () => {
    terminal.close();
    await layman.stop();
  });

  /** The question on the screen's last line; undefined while none is asked. */
  const question = (): string | undefined => {
    const last = terminal.screen().trimEnd().split("\n").at(-1) ?? "";
    return /(?:nee|\[j\/n; niets: n\]|open\)\?|dag\?|\(niets: [\p{L} ]+\)|later\)\??|blijft\)\?)$/u.test(last)
      ? last
      : undefined;
  };
  const answerTo = (asked: string): string => {
    if (/nee$/u.test(asked)) return "";
    if (/of: open, voorbehoud/u.test(asked)) return "voorbehoud";
    if (/Waarom niet/u.test(asked)) return reasons.shift() ?? "";
    if (/juist, /u.test(asked)) return answers.shift() ?? "";
    if (/welke passage/u.test(asked)) return "1";
    return known.find(([words]) => words.test(asked))?.[1] ?? (asked.endsWith("[j/n; niets: n]") ? "j" : "");
  };

  it("leads from the letter to its answer, with nothing typed but answers", async () => {
    terminal.run(layman.url, "", "nl");
    let asked = 0;
    for (; asked < 60; asked++) {
      await expect
        .poll(() => question() !== undefined || terminal.screen().includes("Uw brief is klaar"), {
          timeout: 60_000,
          interval: 150,
        })
        .toBe(true);
      const now = question();
      if (now === undefined) break;
      terminal.press("-l", answerTo(now));
      terminal.press("Enter");
      await expect.poll(question, { timeout: 60_000, interval: 100 }).not.toBe(now);
    }
    expect(terminal.screen()).toContain("Uw brief is klaar");
    const { out } = await layman.aside("export", "latest");
    expect(out).toContain(
      "Als alles op 1 december draait, krijg je van mij € 2.400 extra bij het salaris van december.",
    );
    expect(out).not.toContain("CONCEPT");
    expect(asked).toBeLessThanOrEqual(24);
  });
});
