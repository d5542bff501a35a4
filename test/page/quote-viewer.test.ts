import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SpanLocatorSchema, type SpanRef, SpanRefSchema } from "../../gen/pincite/span/v1/span_pb.ts";
import { importFiles, importLaw } from "../e2e/support/server.ts";
import { pictureOf } from "../vault/support/pictures.ts";
import { bigPdf } from "./support/big-pdf.ts";
import {
  accessFaults,
  describeWithBrowser,
  openBrowser,
  openContext,
  openWatched,
  picture,
  soon,
  type Watched,
} from "./support/browser.ts";
import { type PageServer, startPageServer } from "./support/page-server.ts";
import { picture as screens } from "./support/pictures.ts";

const demo = join(import.meta.dirname, "../../demo");
const lawFile = "BWBR0005290_2023-07-01_uittreksel.xml";
const oldLaw = "BWBR0005290@2023-07-01";
const quoteOfLaw = "als een goed werkgever en een goed werknemer";

/** A note with what makes quotes hard: the same words twice, typography, a denial, and marks that turn the reading. */
const note = `De vrijdag blijft een thuiswerkdag. Niemand hoeft daarvoor iets te doen.

Zij zei: “De vrijdag blijft een\nthuiswerkdag.” Dat geldt niet in december. De kamer is dan dicht.

Turned \u202Esdrow\u202C here.
`;

describeWithBrowser("the quote viewer", () => {
  let server: PageServer;
  let watched: Watched;
  let page: Page;
  const uids = new Map<string, string>();

  beforeAll(async () => {
    server = await startPageServer({ withLaw: true });
    const files = readdirSync(join(demo, "dossier")).map((path) => ({
      path,
      bytes: new Uint8Array(readFileSync(join(demo, "dossier", path))),
    }));
    const items = await importFiles(server, [
      ...files,
      { path: "note.txt", bytes: new TextEncoder().encode(note) },
      { path: "rapport.pdf", bytes: await bigPdf(3) },
      { path: "brief.png", bytes: pictureOf("letter.png") },
    ]);
    for (const { path, docUid } of items) uids.set(path, docUid);
    const law = readFileSync(join(demo, "law", lawFile), "utf8");
    await importLaw(server, { path: lawFile, bytes: new TextEncoder().encode(law) });
    const newer = law
      .replaceAll("2023-07-01", "2025-01-01")
      .replace(
        "als een goed werkgever en een goed werknemer",
        "als een goed en zorgvuldig werkgever en een goed werknemer",
      );
    await importLaw(server, { path: "BWBR0005290_2025-01-01.xml", bytes: new TextEncoder().encode(newer) });
    const context = await openContext(await openBrowser(), { viewport: { width: 900, height: 1000 }, locale: "nl-NL" });
    watched = await openWatched(context, server.url, server.wayIn("/test/index.html"));
    page = watched.page;
    await page.waitForFunction(() => "ask" in globalThis);
  });
  afterAll(async () => {
    await watched?.page.context().close();
    await server?.stop();
  });

  const ask = async (docUid: string, exactQuote: string, more: Record<string, string> = {}): Promise<void> => {
    const bytes = [...toBinary(SpanLocatorSchema, create(SpanLocatorSchema, { docUid, exactQuote }))];
    await page.evaluate(() => globalThis.window.ask({ kind: "nothing" }));
    await page.evaluate((given) => globalThis.window.ask(given), { kind: "locator" as const, bytes, ...more });
  };
  const uid = (path: string): string => uids.get(path)!;
  const viewer = () => page.locator(".quote-viewer");
  const mark = () => page.locator(".quote-words");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  /** Presses a button and waits until these words are marked. */
  const pressed = async (name: string, words: RegExp | string): Promise<void> => {
    await button(name).click();
    const marked = soon(() => mark().textContent());
    await (typeof words === "string" ? marked.toBe(words) : marked.toMatch(words));
  };
  const proposed = async (): Promise<SpanRef> => {
    await page.waitForFunction(() => globalThis.window.proposed.length > 0);
    const bytes = await page.evaluate(() => globalThis.window.proposed.splice(0).at(-1)!);
    return fromBinary(SpanRefSchema, Uint8Array.from(bytes));
  };

  it("grows and shrinks by characters, sentences and passages, and proposes what the source resolved", async () => {
    await ask(uid("note.txt"), "Niemand hoeft daarvoor iets");
    await page.getByLabel("teken", { exact: true }).check();
    await pressed("Later eindigen", "Niemand hoeft daarvoor iets ");
    await pressed("Eerder beginnen", " Niemand hoeft daarvoor iets ");
    await pressed("Later beginnen", "Niemand hoeft daarvoor iets ");
    await pressed("Eerder eindigen", "Niemand hoeft daarvoor iets");
    await page.getByLabel("zin", { exact: true }).check();
    await pressed("Later eindigen", "Niemand hoeft daarvoor iets te doen.");
    await pressed("Eerder beginnen", "De vrijdag blijft een thuiswerkdag. Niemand hoeft daarvoor iets te doen.");
    await picture(page, "quote-exact");
    expect(await accessFaults(page)).toEqual([]);
    await button("Deze woorden gebruiken").click();
    const span = await proposed();
    expect(span.excerpt).toBe("De vrijdag blijft een thuiswerkdag. Niemand hoeft daarvoor iets te doen.");
    expect(span.locator?.exactQuote).toBe(span.excerpt);
    await button("Terug naar de oorspronkelijke woorden").click();
    await soon(() => mark().textContent()).toBe("Niemand hoeft daarvoor iets");
    await page.getByLabel("passage", { exact: true }).check();
    await pressed("Later eindigen", /^.{101}/su);
  });

  it("shows what stands around the words as not included, more of it when asked", async () => {
    await ask(uid("2025-12-09-brief.eml"), "vervalt de thuiswerkdag op vrijdag");
    await mark().waitFor();
    await page.getByText("niet opgenomen", { exact: true }).waitFor();
    const around = () => page.locator(".quote-context").allInnerTexts();
    const before = (await around()).join("").length;
    await button("Meer eromheen tonen").click();
    await soon(async () => (await around()).join("").length).toBeGreaterThan(before);
    await soon(() => mark().textContent()).toBe("vervalt de thuiswerkdag op vrijdag");
  });

  it("shows mail with its headers and its thread", async () => {
    await ask(uid("2025-06-12-re-teamafspraak-proef.eml"), "een proef genoemd");
    await page.getByText("3 berichten in deze wisseling").click();
    for (const words of ["Re: Teamafspraak thuiswerken", "b.verzonnen@zonnewijzer.example", "(dit bericht)"])
      await soon(() => page.locator(".quote-source").innerText()).toContain(words);
    await picture(page, "quote-mail");
    expect(await accessFaults(page)).toEqual([]);
  });

  it("shows each difference of a quote that the source writes otherwise, and marks the source's own characters", async () => {
    await ask(uid("note.txt"), 'zei: "De vrijdag blijft een thuiswerkdag."');
    await soon(() => mark().textContent()).toBe("zei: “De vrijdag blijft een\nthuiswerkdag.”");
    const differences = await page.locator(".quote-differences li").allInnerTexts();
    expect(differences).toHaveLength(3);
    expect(differences[1]).toBe(
      "In de bron staat “een regeleinde” waar “een spatie” was gevraagd (witruimte of regeleinden)",
    );
    await picture(page, "quote-normalised");
    await screens(page, "normalised", "failure", viewer());
    expect(await accessFaults(page)).toEqual([]);
  });

  it("lists the places of words that stand there more than once, and takes the one that is chosen", async () => {
    await ask(uid("note.txt"), "vrijdag");
    await page.getByText("Deze woorden staan er 2 keer. Welke plaats wordt bedoeld?").waitFor();
    const before = await page.locator(".quote-places li:nth-child(2) .quote-context bdi").first().textContent();
    // A span brings 64 characters along, and half a word tells a reader nothing.
    const [sign = "", first = ""] = (before ?? "").split(/\s+/u);
    expect([sign, note.split(/\s+/u).includes(first)]).toEqual(["…", true]);
    await picture(page, "quote-ambiguous");
    await screens(page, "ambiguous", "failure", viewer());
    expect(await accessFaults(page)).toEqual([]);
    await button("Deze plaats").nth(1).click();
    await button("Deze woorden gebruiken").click();
    const { startChar, locator } = await proposed();
    expect([startChar, locator?.occurrenceIndex]).toEqual([note.indexOf("vrijdag", 10), 1]);
  });

  it("shows the nearest passages of words that do not stand there, and proposes the source's own with one click", async () => {
    await ask(uid("note.txt"), "Niemand hoeft daarvoor ook maar iets te doen");
    await page.getByText(/^Deze woorden staan er niet\. De passages die er het dichtst bij komen/).waitFor();
    await soon(() => page.locator(".quote-differences").first().innerText()).toContain("staat er niet: “ook maar");
    await picture(page, "quote-not-found");
    await screens(page, "not-found", "failure", viewer());
    expect(await accessFaults(page)).toEqual([]);
    await button("De woorden van de bron gebruiken").first().click();
    const span = await proposed();
    expect(note).toContain(span.excerpt);
    expect(span.locator?.exactQuote).toBe(span.excerpt);
  });

  it("says flags as sentences, and keeps marks that turn the reading within the words", async () => {
    await ask(uid("note.txt"), "in december. De kamer");
    await page.getByText("Vlak buiten het citaat staat een ontkenning of uitzondering.").waitFor();
    await ask(uid("note.txt"), "Turned \u202Esdrow\u202C here");
    await page.getByText("2 tekens erin zijn niet te zien").waitFor();
    await soon(() => mark().evaluate((element) => getComputedStyle(element).unicodeBidi)).toBe("isolate");
  });

  it("shows an article of law with its version, and what became of it in the newest", async () => {
    await ask(oldLaw, quoteOfLaw, { inForceOn: "2024-01-01" });
    await page.getByText("Versie van 2023-07-01").waitFor();
    await page.getByText(/^Geldig op 2024-01-01: /).waitFor();
    await button("Staat dit zo in de nieuwste versie?").click();
    await page.getByText("gewijzigd", { exact: true }).waitFor();
    await page.getByText("art. 7:611 BW zegt het met andere woorden in BWBR0005290@2025-01-01").waitFor();
    await soon(() => page.locator(".quote-change li").innerText()).toBe("nieuw: “en zorgvuldig”");
    await soon(() => page.locator(".quote-now").innerText()).toContain("goed en zorgvuldig werkgever");
    await picture(page, "quote-law");
    expect(await accessFaults(page)).toEqual([]);
    await page.getByLabel("zin", { exact: true }).check();
    await pressed("Eerder beginnen", /^De werkgever en de werknemer/u);
  });

  it("draws the page of a PDF that words stand on, with their lines marked where the Vault found them", async () => {
    const exactQuote =
      "Blad 2, alinea 3. De commissie bezag de stukken van dag 3 en vond er geen besluit over de thuiswerkdag in.";
    await ask(uid("rapport.pdf"), exactQuote);
    await mark().waitFor();
    await page.getByText("Waar het op de pagina staat").click();
    const drawing = page.getByRole("img", { name: "Pagina 2, met de geciteerde woorden gemarkeerd" });
    await drawing.waitFor();
    const words = (await mark().textContent()) ?? "";
    const { canonicalText } = await server.docs.getDocText({ docUid: uid("rapport.pdf") });
    const startChar = [...canonicalText!.text.slice(0, canonicalText!.text.indexOf(words))].length;
    const endChar = startChar + [...words].length;
    const { pages } = await server.spans.locateOnPages({ docUid: uid("rapport.pdf"), startChar, endChar });
    const drawn = await drawing
      .locator(".quote-place")
      .evaluateAll((all) =>
        all.map((one) => ["x", "y", "width", "height"].map((name) => Number(one.getAttribute(name)))),
      );
    expect(pages.map(({ number }) => number)).toEqual([2]);
    expect(drawn).toEqual(pages[0]!.rectangles.map(({ x, y, width, height }) => [x, y, width, height]));
    expect(drawn.length).toBe(words.split("\n").length);
    await soon(() => drawing.locator(".quote-line").count()).toBe(pages[0]!.lines.length);
    await screens(page, "pdf-page", "quote", viewer());
    expect(await accessFaults(page)).toEqual([]);
  });

  it("shows the strip of the picture beside words that a machine read on it, each of them framed", async () => {
    await ask(uid("brief.png"), "Uw salaris van € 3.412,50 blijft gelijk.");
    await mark().waitFor();
    const strip = page.getByRole("img", { name: "Afbeelding 1, met de geciteerde woorden omlijnd" });
    await strip.waitFor();
    await soon(() => strip.locator(".quote-frame").count()).toBe(7);
    expect(await page.getByText("Een machine heeft deze woorden van een afbeelding gelezen.").count()).toBe(1);
    expect(await page.getByText("teken voor teken").count()).toBe(0);
    // Drawn, and not only asked for.
    const address = (await strip.locator("image").getAttribute("href")) ?? "";
    const size = await page.evaluate(async (from) => {
      const image = new Image();
      image.src = from;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, address);
    expect(size).toEqual([709, 413]);
    await screens(page, "picture-strip", "quote", viewer());
    expect(await accessFaults(page)).toEqual([]);
  });

  it("takes what a person sees on the picture in place of what a machine read, and says which words are hers", async () => {
    await ask(uid("brief.png"), "Uw salaris van € 3.412,50 blijft gelijk.");
    await button("Op de afbeelding staat iets anders").click();
    await page.getByRole("textbox", { name: "In plaats van “3.412,50”", exact: true }).fill("3.472,50");
    expect(await accessFaults(page)).toEqual([]);
    await button("Zo verbeteren").click();
    await soon(() => mark().textContent()).toBe("Uw salaris van € 3.472,50 blijft gelijk.");
    expect(await page.getByText("in plaats van wat de machine had gelezen").count()).toBe(1);
    expect(await page.getByText("Het document heeft nu ook de verbeterde tekst.").count()).toBe(1);
    await button("Deze woorden gebruiken").click();
    const span = await proposed();
    const { startChar = 0, endChar = 0 } = span.corrected[0] ?? {};
    expect(span.excerpt.slice(startChar - span.startChar, endChar - span.startChar)).toBe("3.472,50");
  });

  it("offers passages of a piece of evidence to quote from", async () => {
    const evidenceId = `vault:${uid("arbeidsovereenkomst.md")}`;
    await page.evaluate((id) => globalThis.window.ask({ kind: "evidence", evidenceId: id }), evidenceId);
    await button("Hieruit citeren").first().click();
    await mark().waitFor();
    expect(readFileSync(join(demo, "dossier/arbeidsovereenkomst.md"), "utf8")).toContain(await mark().textContent());
  });

  it("says what to do where the source gives no answer", async () => {
    await ask("0".repeat(64), "woorden");
    await page.getByRole("alert").getByText("De bron kon niet worden gevraagd").waitFor();
    await button("Opnieuw proberen").waitFor();
    watched.complaints.splice(0);
  });

  it("fits a telephone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await ask(uid("2025-12-09-brief.eml"), "vervalt de thuiswerkdag op vrijdag");
    await mark().waitFor();
    await page.getByText("Uit het document").count();
    await page.waitForLoadState("networkidle");
    await picture(page, "quote-390");
    expect(await accessFaults(page)).toEqual([]);
    await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect([watched.complaints, watched.outside]).toEqual([[], []]);
  });
});
