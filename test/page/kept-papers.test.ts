import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { MatchKind } from "../../gen/pincite/span/v1/span_pb.ts";
import { projectRoot } from "../../scripts/import-rules.ts";
import { openConnection } from "../../src/client/connection.ts";
import { verifyProof } from "../../src/main/verify-proof.ts";
import { cli } from "../cli/support/cli.ts";
import { refusalOf } from "../e2e/support/refusal.ts";
import { openPageVerifier } from "../simulation/proof/in-browser.ts";
import { newFolder } from "../support/new-folder.ts";
import { describeWithBrowser } from "./support/browser.ts";
import { type Journey, journeyOn, runIdOn } from "./support/journey.ts";
import { writeKeptPapers } from "./support/kept-papers.ts";
import { picture } from "./support/pictures.ts";
import { bytesOfFile, type Visit, violationsOn, visit } from "./support/visit.ts";

/** What a note and an exhibit say of words that a machine read. */
const readByMachine = "woorden door een machine gelezen van een afbeelding";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("SKIPPED: a proof of kept papers in a second language needs python3, which is not here");

/** A scanned letter is answered out of photographs, a chat, Outlook's file of mails, a list of hours and a contract, with what the page shows alone. */
describeWithBrowser("papers as people keep them, from the folder to a letter that is final", () => {
  let visited: Visit;
  let journey: Journey;
  let [proof, letter] = ["", ""];
  const folder = newFolder("kept");
  const violations: string[] = [];
  const looked = Promise.withResolvers<void>();
  /** Names of the strips that stood beside quotes in the stage of the quotes. */
  let strips: (string | null)[] = [];
  /** What became of quotes that a machine read, where they were agreed to with others, and without a word of it. */
  const inBulk: string[] = [];
  /** How many yeses could be said while the picture of no quote was there, and once all were. */
  let seen = { before: -1, after: -1 };
  /** What the card of the chat's words says of who sent them, before they are quoted. */
  let sent: Promise<string | null> = Promise.resolve(null);
  let speaker = { before: "", after: "", note: "", again: "" };

  const runId = (): string => runIdOn(visited.page);

  /** The quotes of the run. */
  const ledger = async () => {
    const connection = openConnection(visited.server.url);
    const { runContext } = await connection.orchestrator.getRun({ runId: runId() });
    const ref = runContext?.current.find(({ ref: one }) => one?.kind === CitationLedgerSchema.typeName)?.ref;
    const { content } = await connection.artifacts.getArtifact({ digest: ref?.digest ?? "" });
    connection.close();
    return fromBinary(CitationLedgerSchema, content).entries;
  };

  /** Says yes over the wire to all quotes at once, and to each of a machine as to any other; nothing of it may be taken. */
  const agreeInBulk = async (): Promise<void> => {
    const { orchestrator, close } = openConnection(visited.server.url);
    const { runContext } = await orchestrator.getRun({ runId: runId() });
    const { version = "", items = [], current = [] } = runContext ?? {};
    const proposalDigest = current.find(({ role }) => role === "proposal")?.ref?.digest ?? "";
    const open = items.filter(({ decision }) => decision === ItemDecision.UNSPECIFIED);
    const read = open.filter(({ looks }) => looks.some(({ code }) => code === LookCode.MACHINE_READ));
    const named = open.map(({ itemId, looks, compareDigests: shownDigests }) => {
      const lookFingerprints = looks.map(({ fingerprint }) => fingerprint);
      return { itemId, decision: ItemDecision.CONFIRM, lookFingerprints, shownDigests };
    });
    const unnamed = named.filter(({ itemId }) => read.some((one) => one.itemId === itemId));
    for (const decided of [named, ...unnamed.map((one) => [{ ...one, lookFingerprints: [] }])]) {
      const call = { runId: runId(), idempotencyKey: `bulk-${inBulk.length}`, expectedVersion: version };
      const refused = await refusalOf(orchestrator.confirm({ ...call, proposalDigest, items: decided }));
      inBulk.push(`${decided.length > 1 ? "all" : "one"} ${refused?.reason ?? "taken"}`);
    }
    close();
  };

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
      // From here on no place of words on a picture is told before it was looked whether they can be agreed to.
      if (screen === "stage 4") {
        // The words are chosen on this screen; its card comes after that.
        const card = visited.page.locator('[data-item^="binding:"]', { hasText: "zes overuren gemaakt" }).first();
        sent = card.locator(".badge").textContent();
        await visited.page.route(/LocateOnPages/u, async (route) => {
          await looked.promise;
          await route.continue();
        });
      }
      if (screen !== "stage 5") return;
      const yes = visited.page.locator("[data-look]:enabled");
      await visited.page.locator(".quote-pages [role=status]").nth(2).waitFor();
      const before = await yes.count();
      looked.resolve();
      const framed = visited.page.locator(".quote-strip svg:has(image)");
      await framed.nth(2).waitFor();
      seen = { before, after: await yes.count() };
      strips = await framed.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
      violations.push(...(await violationsOn(visited.page)));
      await agreeInBulk();
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
    const taken = async (format: string): Promise<string> => {
      const download = visited.page.waitForEvent("download");
      await visited.page.locator(`.finish [data-format=${format}]`).click();
      return (await download).path();
    };
    proof = await taken("proof");
    letter = await taken("docx");
    // Reading four pictures takes minutes on a busy machine.
  }, 600_000);

  afterAll(() => visited?.stop());

  it("shows the picture beside each quote of what a machine read, of a photograph and of a scanned PDF", () => {
    expect(strips).toEqual(Array(3).fill("Afbeelding 1, met de geciteerde woorden omlijnd"));
  });

  it("takes a yes to them only once the picture is there", () => expect(seen).toEqual({ before: 0, after: 3 }));

  it("says on the card of a chat's words who sent that message, and when", async () =>
    expect(await sent).toBe("bericht 6 van Fleur Gedroomd (namens de werkgever), 17 december 2025 om 09:20"));

  it("says so in the letter, and calls the chat a chat among the exhibits", () => {
    const text = new TextDecoder()
      .decode(unzipSync(bytesOfFile(letter))["word/document.xml"])
      .replaceAll(/<[^>]*>/gu, "");
    expect(text).toContain("Fleur Gedroomd schreef op 17 december 2025");
    expect(text).toContain("Chat “WhatsApp-chat met Fleur Gedroomd”");
  });

  it("has read the mails out of Outlook's file, each in its folder", async () => {
    const connection = openConnection(visited.server.url);
    const { docs } = await connection.docs.listDocs({ pageSize: 100 });
    connection.close();
    const folders = docs.map(({ path }) => /^Outlook\.pst!\/(.*)\/[^/]*\.msg$/.exec(path)?.[1] ?? "");
    expect(folders.filter(Boolean).sort()).toEqual(["Postvak IN", "Postvak IN", "Verzonden items"]);
  });

  it("takes no yes to words that a machine read with other words, nor one that does not name what is to be seen", () =>
    expect(inBulk).toEqual(["all LOOKS_NOT_NAMED", ...Array(3).fill("one LOOKS_NOT_NAMED")]));

  it("has each of them agreed to alone", async () => {
    const connection = openConnection(visited.server.url);
    const { events } = await connection.audit.listEvents({ runId: runId(), pageSize: 1_000 });
    connection.close();
    const decided = events.flatMap(({ event }) =>
      event?.event.case === "itemsDecided" ? [event.event.value.items.map(({ itemId }) => itemId)] : [],
    );
    const ids = (await ledger()).filter(({ span }) => span?.matchKind === MatchKind.MACHINE_READ);
    expect(ids).toHaveLength(3);
    for (const { entryId } of ids) {
      const calls = decided.filter((items) => items.includes(entryId));
      expect(calls.length).toBeGreaterThan(0);
      expect(calls.every((items) => items.length === 1)).toBe(true);
    }
  });

  it("says in the letter's notes and beside its exhibits what a machine read, and nowhere else", async () => {
    const parts = unzipSync(bytesOfFile(letter));
    const wordsOf = (part: string): string[] =>
      new TextDecoder()
        .decode(parts[part])
        .split(/<\/w:p>/u)
        .map((one) => one.replaceAll(/<[^>]*>/gu, ""));
    const notes = wordsOf("word/footnotes.xml").filter((one) => /\p{L}/u.test(one));
    expect(notes.map((one) => one.includes(readByMachine))).toEqual([true, true, true, false]);
    expect(wordsOf("word/document.xml").filter((one) => one.includes(readByMachine))).toEqual([
      `Bonus en overuren (${readByMachine})`,
      `Bonus over 2025 (${readByMachine}, deels verbeterd door een persoon)`,
    ]);
  });

  it("ends with quotes that a machine read, of which one says what a person set, and one of the chat", async () => {
    const spans = (await ledger()).flatMap(({ span }) => span ?? []);
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
    const { code, err } = await cli(["verify", proof], { verifyProof });
    expect(code, err).toBe(0);
    const verifier = await openPageVerifier("nl-NL");
    expect(await verifier.firstBroken(bytes)).toBeUndefined();
    await verifier.close();
    if (hasPython) execFileSync("python3", [join(projectRoot, "docs/verify-proof.py"), proof]);
  });

  it("breaks no rule of WCAG 2.2 A and AA where quotes of pictures are seen and mended", () =>
    expect(violations).toEqual([]));

  it("says nothing on the console and asks nobody else for anything", () => expect(visited.complaints()).toEqual([]));
});
