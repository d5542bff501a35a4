import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { MatchKind } from "../../gen/pincite/span/v1/span_pb.ts";
import { projectRoot } from "../../scripts/import-rules.ts";
import { openConnection } from "../../src/client/connection.ts";
import { verifyProof } from "../../src/main/verify-proof.ts";
import { openPageVerifier } from "../simulation/proof/in-browser.ts";
import { describeWithBrowser } from "./support/browser.ts";
import { type Journey, journeyOn } from "./support/journey.ts";
import { writeKeptPapers } from "./support/kept-papers.ts";
import { picture } from "./support/pictures.ts";
import { bytesOfFile, type Visit, violationsOn, visit } from "./support/visit.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("SKIPPED: a proof of kept papers in a second language needs python3, which is not here");

/** A scanned letter is answered out of photographs, a chat, a mailbox, a list of hours and a contract, with what the page shows alone. */
describeWithBrowser("papers as people keep them, from the folder to a letter that is final", () => {
  let visited: Visit;
  let journey: Journey;
  let proof = "";
  const folder = mkdtempSync(join(tmpdir(), "pincite-kept-"));
  const violations: string[] = [];
  /** Names of the strips that stood beside quotes in the stage of the quotes. */
  let strips: (string | null)[] = [];
  let speaker = { before: "", after: "", note: "", again: "" };

  const quoteOf = (words: string) => visited.page.locator("[data-item]", { hasText: words }).first();

  /** A person sees another word on the photograph than was read. It was read rightly: to the program that is the same. */
  const correct = async (): Promise<void> => {
    const quote = quoteOf("Hierbij bevestigen wij");
    await quote.getByRole("button", { name: "Op de afbeelding staat iets anders" }).click();
    await quote.getByLabel("In plaats van “bruto”").fill("netto");
    await quote.getByRole("button", { name: "Zo verbeteren" }).click();
    await quoteOf("Hierbij bevestigen wij").locator("[data-excerpt]", { hasText: "netto" }).waitFor();
    await journey.settled();
  };

  /** Who speaks in the chat is said otherwise, and then as the file says again. */
  const sayWhoSpeaks = async (): Promise<void> => {
    const quote = quoteOf("zes overuren gemaakt, ik geef het door");
    await quote.getByRole("button", { name: "Lees het stuk" }).click();
    const says = quote.locator(".quote-badges");
    const before = await says.innerText();
    await quote.getByRole("button", { name: "Iemand anders spreekt, of op een andere dag" }).click();
    await quote.getByLabel("Wie zegt dit").fill("Pim Hersenschim");
    violations.push(...(await violationsOn(visited.page)));
    await quote.getByRole("button", { name: "Zo verbeteren" }).click();
    const note = quote.getByText("heeft een mens gezegd");
    await note.first().waitFor();
    speaker = { ...speaker, before, after: await says.innerText(), note: (await note.first().textContent()) ?? "" };
    await quote.getByRole("button", { name: "Iemand anders spreekt, of op een andere dag" }).click();
    await quote.getByRole("button", { name: "Zoals het bestand zegt" }).click();
    await note.first().waitFor({ state: "detached" });
    speaker = { ...speaker, again: await says.innerText() };
    await quote.getByRole("button", { name: "Sluit het stuk" }).click();
  };

  beforeAll(async () => {
    visited = await visit();
    journey = journeyOn(visited.page, async (screen) => {
      await picture(visited.page, `kept-${screen}`);
      if (screen !== "stage 5") return;
      const framed = visited.page.locator(".quote-strip svg:has(image)");
      await framed.nth(2).waitFor();
      strips = await framed.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
      violations.push(...(await violationsOn(visited.page)));
      await correct();
      await sayWhoSpeaks();
    });
    const { begin, drop, chooseLetter, say, answer, walk } = journey;
    await begin();
    await drop(await writeKeptPapers(visited.context.browser()!, folder));
    await chooseLetter(/bonus en overuren/u);
    await say({ "Otto Verdicht": "werkgever", "Fleur Gedroomd": "namens de werkgever", "Sanne Bedenkt": "uzelf" });
    await answer([
      [
        /nooit een bonus/u,
        "onjuist",
        "op 3 november 2025 heeft Otto Verdicht schriftelijk een bonus van € 1.250,00 bevestigd",
      ],
      [/geen overuren/u, "onjuist", "op 15 en 16 december 2025 zijn zes overuren gemaakt"],
    ]);
    await walk([/Hierbij bevestigen wij/u, /zes overuren gemaakt/u]);
    const download = visited.page.waitForEvent("download");
    await visited.page.locator(".finish [data-format=proof]").click();
    proof = await (await download).path();
  });

  afterAll(async () => {
    await visited?.stop();
    rmSync(folder, { recursive: true });
  });

  it("shows the picture beside each quote of what a machine read, of a photograph and of a scanned PDF", () => {
    expect(strips).toEqual(Array(3).fill("Afbeelding 1, met de geciteerde woorden omlijnd"));
  });

  it("ends with quotes that a machine read, of which one says what a person set, and one of the chat", async () => {
    const connection = openConnection(visited.server.url);
    const runId = visited.page.url().split("/").at(-1) ?? "";
    const { runContext } = await connection.orchestrator.getRun({ runId });
    const ref = runContext?.current.find(({ ref: one }) => one?.kind === CitationLedgerSchema.typeName)?.ref;
    const { content } = await connection.artifacts.getArtifact({ digest: ref?.digest ?? "" });
    connection.close();
    const spans = fromBinary(CitationLedgerSchema, content).entries.flatMap(({ span }) => span ?? []);
    expect(spans.map(({ excerpt, matchKind, corrected }) => [excerpt, matchKind, corrected.length])).toEqual(
      expect.arrayContaining([
        ["Er is u nooit een bonus toegezegd.", MatchKind.MACHINE_READ, 0],
        ["Hierbij bevestigen wij dat u over 2025 een bonus van € 1.250,00 netto ontvangt.", MatchKind.MACHINE_READ, 1],
        ["In december 2025 heeft u geen overuren gemaakt.", MatchKind.MACHINE_READ, 0],
        ["Je hebt op 15 en 16 december zes overuren gemaakt, ik geef het door aan Otto.", MatchKind.EXACT, 0],
      ]),
    );
  });

  it("takes what a person says of who speaks, says so, and goes back to what the file says", () => {
    expect(speaker.before).toContain("Fleur Gedroomd");
    expect(speaker.after).toContain("Pim Hersenschim");
    expect(speaker.note).toContain("heeft een mens gezegd");
    expect(speaker.again).toBe(speaker.before);
  });

  it("has a proof that this program holds, the page that checks proofs, and the reader in Python", async () => {
    const bytes = bytesOfFile(proof);
    const { checks } = await verifyProof(bytes, undefined);
    expect(checks.length).toBeGreaterThan(10);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    const verifier = await openPageVerifier("nl-NL");
    expect(await verifier.firstBroken(bytes)).toBeUndefined();
    await verifier.close();
    if (hasPython) execFileSync("python3", [join(projectRoot, "docs/verify-proof.py"), proof]);
  });

  it("breaks no rule of WCAG 2.2 A and AA where quotes of pictures are seen and mended", () =>
    expect(violations).toEqual([]));

  it("says nothing on the console and asks nobody else for anything", () => expect(visited.complaints()).toEqual([]));
});
