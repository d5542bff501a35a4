import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AssertionAnswer as A } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { answersProposal } from "../../src/cli/proposal/answers.ts";
import { parseFrame } from "../../src/cli/proposal/frame.ts";
import type { RunningPincite } from "../../src/cli/types.ts";
import { startPincite } from "../../src/main.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { cli } from "./support/cli.ts";

const dossier = fileURLToPath(new URL("../../demo/dossier/", import.meta.url));
let server: RunningPincite;
beforeAll(async () => {
  server = await startPincite({ dataDir: undefined, port: 0, user: "tester", log: "silent" });
});
afterAll(() => server.stop());

const run = (...argv: string[]) => cli(["run", ...argv], { env: { PINCITE_URL: server.url, PINCITE_LANG: "" } });
const type = async (...argv: string[]) => {
  const { out, err, code } = await run(...argv);
  expect([err, code], argv.join(" ")).toEqual(["", 0]);
  return out;
};
const idOf = async (name: string) => {
  const { readFileSync } = await import("node:fs");
  return `vault:${sha256Hex(readFileSync(`${dossier}${name}`))}`;
};

describe("the letter on the command line", () => {
  it("is pinned, shown with numbers, and answered in one command that makes the outline", async () => {
    await cli(["vault", "import", dossier, "--strand", "zaak"], { env: { PINCITE_URL: server.url } });
    await type("new", "--title", "Antwoord", "--strand", "zaak", "--profile", "email-reply");
    const none = await run("letter", "latest");
    expect([none.code, none.err]).toEqual([3, expect.stringContaining("--answered")]);
    expect(await type("pin", "latest", await idOf("2025-12-09-brief.eml"), "--answered")).toContain(
      "vervallen thuiswerkdag",
    );
    expect(await type("letter", "latest")).toContain("nog niet uit elkaar gehaald");
    const second = await run("pin", "latest", await idOf("arbeidsovereenkomst.md"), "--answered");
    expect(second.err).toContain("LETTER_PINNED");

    await type("guide", "latest");
    const shown = await type("letter", "latest");
    expect(shown).toContain("kenmerk van de schrijver HR/2025/117");
    expect(shown).toMatch(/^ {2}4 {3}“Er is nooit een schriftelijke toezegging/mu);
    const early = await run("letter", "latest", "4=onjuist");
    expect(early.err).toContain("in de stap van de opzet");
    await type("confirm", "latest", "--all");
    await type("propose", "latest", "--frame", "place=Voorbeeldstad", "--frame", "enclosures=Contract", "--confirm");
    expect(await type("letter", "latest")).toMatch(/uw kenmerk: HR\/2025\/117[\s\S]*bijlagen: Contract/u);
    await type("advance", "latest");

    const answered = await type("letter", "latest", "1=juist", "4=onjuist: het is op 17 maart 2025 toegezegd", "3=nvt");
    expect(answered).toContain("uw antwoord: onjuist, want het is op 17 maart 2025 toegezegd (stelling 2, stelling 3)");
    expect(answered).toMatch(/Nu: Keur de opzet goed/u);
    const outline = await type("show", "latest");
    expect(outline).toContain("Het is op 17 maart 2025 toegezegd. [Toezegging of afspraak]");
    const bad = await run("letter", "latest", "9=juist");
    expect(bad.err).toContain("PROPOSAL_INVALID");
    await type("letter", "latest", "2=juist", "--confirm");
    await type("advance", "latest");
    expect((await run("letter", "latest", "1=juist")).err).toContain("--to skeleton");
  });
});

describe("a letter pinned after the outline", () => {
  it("is told not to be read there, with the command that has it read, and is read after it", async () => {
    const late = (...argv: string[]) => cli(["run", ...argv], { env: { PINCITE_URL: server.url, PINCITE_LANG: "en" } });
    await cli(["vault", "import", dossier, "--strand", "late"], { env: { PINCITE_URL: server.url } });
    const made = await late("new", "--title", "Late", "--strand", "late", "--profile", "email-reply");
    await late("propose", "latest", "--goal", "Answer the letter about working at home.", "--confirm");
    const runId = /run-[0-9A-Z]{20,}/u.exec(made.out)?.[0] ?? "latest";
    expect((await late("advance", runId)).err).toBe("");
    const pinned = await late("pin", runId, await idOf("2025-12-09-brief.eml"), "--answered");
    expect(pinned.out).toContain("nothing is read of it here");
    const command = /pincite run (rewind \S+ --to intent-seed)/u.exec(pinned.out)?.[1]?.split(" ") ?? [];
    expect(command[1]).toBe(runId);
    // Whoever opens the run later is told as well.
    expect((await late("show", runId)).out).toContain("nothing is read of it here");
    expect((await late(...command)).err).toBe("");
    expect((await late("guide", runId)).err).toBe("");
    expect((await late("show", runId)).out).not.toContain("nothing is read of it here");
    expect((await late("letter", runId)).out).toContain("HR/2025/117");
  });
});

describe("answers and frame as a person types them", () => {
  it("take the words of either language, with a reason behind a colon", () => {
    const { proposal } = answersProposal(["1=wrong: no: never", "assertion:2=klopt", "3=weet-niet", "4=BESIDE"], "en");
    expect(proposal.value).toMatchObject({
      answers: [
        { assertionId: "assertion:1", answer: A.WRONG, why: "no: never" },
        { assertionId: "assertion:2", answer: A.RIGHT, why: "" },
        { assertionId: "assertion:3", answer: A.UNKNOWN },
        { assertionId: "assertion:4", answer: A.BESIDE },
      ],
    });
    expect(parseFrame(["place=Utrecht", "sender=A. Bos", "sender=Dorpsweg 1", "their-reference=X=1"])).toMatchObject({
      ...{ place: "Utrecht", sender: ["A. Bos", "Dorpsweg 1"], theirReference: "X=1" },
    });
    // As the terminal shows the lines of an address.
    // "datum=20-06-2026" was refused with a regular expression.
    expect(parseFrame(["datum=20-06-2026"]).date).toBe("2026-06-20");
    expect(parseFrame(["datum=20/6/2026", "plaats=1-2-2026"])).toMatchObject({ date: "2026-06-20", place: "1-2-2026" });
    expect(parseFrame(["sender=A. Bos; Dorpsweg 1;"]).sender).toEqual(["A. Bos", "Dorpsweg 1"]);
  });

  it("take a reason behind a comma or nothing, and words that begin as an answer for what is said to a question", () => {
    const { proposal } = answersProposal(
      ["1=onjuist, want ik was er", "2=wrong I was there", "3=open is dat niet"],
      "nl",
      [{ partId: "question:3" }],
    );
    expect(proposal.value).toMatchObject({
      answers: [
        { assertionId: "assertion:1", answer: A.WRONG, why: "want ik was er" },
        { assertionId: "assertion:2", answer: A.WRONG, why: "I was there" },
        { assertionId: "question:3", answer: A.REPLIED, why: "open is dat niet" },
      ],
    });
  });

  it.each<[string, "nl" | "en"]>([
    ["1", "en"],
    ["1=perhaps", "en"],
    ["0=right", "en"],
    ["x=juist", "nl"],
  ])("are refused as %s, with the words there are in the language", (given, locale) => {
    expect(() => answersProposal([given], locale)).toThrow(locale === "nl" ? /juist, onjuist/u : /right, wrong/u);
    expect(() => parseFrame([given])).toThrow(/says nothing of the frame/u);
  });
});
