import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { startPincite } from "../../src/main.ts";
import { startTestServer } from "../e2e/support/server.ts";
import { newFolder } from "../support/new-folder.ts";
import { cli } from "./support/cli.ts";

const dir = newFolder("own");
const file = join(dir, "club-letter.txtpb");

// `--profile bezwaar` was answered with "the server says which there are", and no command asked it.
it("lists the kinds of memo of a server, and names them where another one is asked for", async () => {
  const server = await startTestServer();
  try {
    const { out } = await cli(["--url", server.url, "profile", "list"]);
    expect(out).toMatch(/^objection-to-decision\s+\S/mu);
    const { code, err } = await cli(["--url", server.url, "run", "new", "--profile", "bezwaar"]);
    expect([code === 0, err]).toEqual([false, expect.stringContaining("objection-to-decision")]);
  } finally {
    await server.stop();
  }
});

describe("a profile of one's own", () => {
  it("begins as a copy that is nobody's yet, and what is wrong with it is told with line and field", async () => {
    expect((await cli(["profile", "new", file, "--like", "complaint-to-board"])).code).toBe(0);
    expect(readFileSync(file, "utf8")).toContain('profile_id: "club-letter"');
    const again = await cli(["profile", "new", file]);
    expect([again.code === 0, again.err]).toEqual([false, expect.stringContaining("ALREADY_EXISTS")]);
    const { code, err } = await cli(["profile", "check", file]);
    expect(code).not.toBe(0);
    expect(err).toMatch(/club-letter\.txtpb:\d+: made_by: /u);
  });

  // Without `--like` a stranger began with five hundred lines about employers, company doctors and wages.
  it("begins with the kind for a letter that no other is for, whose words name no side of another", async () => {
    const plain = join(dir, "plain.txtpb");
    expect((await cli(["profile", "new", plain])).code).toBe(0);
    expect(readFileSync(plain, "utf8")).not.toMatch(/werkgever|employer|bedrijfsarts|huurder|tenant|consument/iu);
  });

  it("is told whose it is, what it is not for and what it leaves out", async () => {
    writeFileSync(file, readFileSync(file, "utf8").replace(/^made_by: .*$/mu, 'made_by: "Jet Zandstra"'));
    const { code, out } = await cli(["profile", "check", file]);
    expect(code).toBe(0);
    for (const said of ["Jet Zandstra", "  ! ", "  ? ", "  answers: left out"]) expect(out).toContain(said);
  });

  // Both were said to be fit for use, and the server that was given them did not start.
  it("is told that it bears the name of a kind that comes along, or of another file", async () => {
    const text = readFileSync(file, "utf8");
    const [ours, twin] = [join(dir, "ours.txtpb"), join(dir, "twin.txtpb")];
    writeFileSync(ours, text.replace("club-letter", "reply-to-letter"));
    writeFileSync(twin, text);
    const over = await cli(["profile", "check", ours]);
    expect([over.code === 0, over.err]).toEqual([false, expect.stringMatching(/ours\.txtpb:\d+: version: /u)]);
    const two = await cli(["profile", "check", file, twin]);
    expect([two.code === 0, two.err]).toEqual([false, expect.stringMatching(/twin\.txtpb:\d+: profile_id: /u)]);
  });

  it("is run over a folder of documents to a letter, and nothing is kept", async () => {
    const dossier = join(dir, "dossier");
    mkdirSync(dossier);
    const head =
      "From: Wiebe Aldersma <w@club.example>\nTo: Jet Zandstra <j@x.example>\nDate: Mon, 2 Nov 2026 10:00:00 +0100\n";
    writeFileSync(
      join(dossier, "brief.eml"),
      `${head}Subject: Uw boot\n\nBeste Jet,\n\nHet bestuur heeft uw ligplaats op 1 november 2026 opgezegd.\n\nWiebe Aldersma\n`,
    );
    const { code, out, err } = await cli(["profile", "try", file, dossier, "--letter", "brief.eml"], {
      start: startPincite,
    });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("Jet Zandstra");
    expect(out).toContain("Ik verzoek u de klacht te onderzoeken");
    expect(out).not.toMatch(/werkgever|employer/iu);
    const shipped = fileURLToPath(new URL("../../profiles/74-complaint-to-board.txtpb", import.meta.url));
    const own = await cli(["profile", "try", shipped, dossier, "--letter", "brief.eml"], { start: startPincite });
    expect([own.code, own.err]).toEqual([0, ""]);
    expect(own.out).toContain("ligplaats");
  });

  // A slot that waited for a choice was given none: the kind for an expert opinion stood still at its fourth step, its screen shown
  // eleven times, half of it in the language of the memo, and the command ended as if there was a letter.
  it("is taken to its end where passages wait for a choice, in the language of the terminal alone", async () => {
    const shipped = fileURLToPath(new URL("../../profiles/20-uwv-deskundigenoordeel.txtpb", import.meta.url));
    const tried = ["profile", "try", shipped, join(dir, "dossier"), "--letter", "brief.eml"];
    const env = { PINCITE_LANG: "", LANG: "en_GB.UTF-8" };
    const { code, out } = await cli(tried, { start: startPincite, env });
    expect(code).toBe(0);
    expect(out).toMatch(/^Step 6 of 6/mu);
    expect(out).not.toMatch(/^Stap |pincite run/mu);
    expect(out).toContain("Ik verzoek UWV");
  });

  it("says in one sentence where it stopped and what is missing, and shows no screen twice", async () => {
    const bad = join(dir, "bad-letter.txtpb");
    const opening = 'text: "In uw {letter} van {day} wijst u mijn klacht af."';
    writeFileSync(bad, readFileSync(file, "utf8").replace(/(?<=opening_of_day \{ locale: "nl" )text: ".*?"/u, opening));
    const said = ["--say", "erbij=Ik heb de boot op 3 november 2026 zelf gezien."];
    const tried = ["profile", "try", bad, join(dir, "dossier"), "--letter", "brief.eml", ...said];
    const { code, out, err } = await cli(tried, { start: startPincite });
    expect(code).toBe(1);
    expect(out.match(/^Step 6 of 6/gmu)?.length).toBeLessThan(3);
    // An English author's own point stood under an English heading in her Dutch letter.
    expect(out).toContain("\nWat er gebeurde\n");
    expect(err).toMatch(/^pincite: Step 6 of 6.*: the trial comes no further\. Needed: .*sentence 1/u);
    expect(out).toContain("Ik heb de boot op 3 november 2026 zelf gezien.");
  });
});

it("a memo begun without its kind is not begun: the kinds are listed, each with what it is for", async () => {
  const server = await startTestServer();
  try {
    const run = (...argv: string[]) => cli(["--url", server.url, ...argv], { env: { PINCITE_LANG: "nl" } });
    const { code, out, err } = await run("run", "new");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(
      /reply-to-debt-collector +Antwoord aan een incassobureau\n +Een incassobureau of deurwaarder schrijft/u,
    );
    expect(err).toContain("pincite run new --profile reply-to-letter");
    expect((await run("run", "list")).out).not.toMatch(/run-/u);
    expect((await run("run", "new", "--profile", "reply-to-debt-collector")).code).toBe(0);
    expect((await run("run", "list")).out).toMatch(/run-.*Antwoord aan een incassobureau/u);
  } finally {
    await server.stop();
  }
});
