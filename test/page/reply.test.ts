import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { ContextManifestSchema } from "../../gen/pincite/model/v1/model_call_pb.ts";
import {
  GetRunResponseSchema,
  WatchRunRequestSchema,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { openConnection } from "../../src/client/connection.ts";
import { root } from "../cli/support/layman.ts";
import { newFolder } from "../support/new-folder.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { unexplainedOn, watchButtons } from "./support/grey-buttons.ts";
import { type Journey, journeyOn, runIdOn } from "./support/journey.ts";
import { mailboxOf } from "./support/mailbox.ts";
import { picture } from "./support/pictures.ts";
import { bytesOfFile, type Visit, violationsOn, visit } from "./support/visit.ts";

/** The letter of 9 December is answered with the mouse alone, in Dutch, from an empty Vault to the file. */
const dossier = join(root, "demo/dossier");

/** A point of the outline, as it came of an answer and as it is put better afterwards. */
const changed = {
  before:
    "Op 17 maart 2025 heeft Bram Verzonnen schriftelijk bevestigd dat de vaste thuiswerkdag op vrijdag blijft gelden.",
  after:
    "Op 17 maart 2025 heeft Bram Verzonnen namens de directie bevestigd dat de vaste thuiswerkdag op vrijdag blijft gelden.",
};

const mailboxBytes = 5_000_000;
const folder = newFolder("reply");
const mailbox = join(folder, "postvak.mbox");

/** The letter and the contract as files of their own; all other mail in a mailbox, among much that has nothing to do with it. */
const filesToDrop = (): string[] => {
  const files = readdirSync(dossier).map((name) => join(dossier, name));
  const isMail = (path: string): boolean => path.endsWith(".eml") && !basename(path).includes("brief");
  const mails = files.filter(isMail).map((path) => readFileSync(path, "utf8"));
  writeFileSync(mailbox, mailboxOf(mails, mailboxBytes));
  return [mailbox, ...files.filter((path) => !isMail(path))];
};

let visited: Visit;
let journey: Journey;
const violations: string[] = [];

/** Screens that are wider than a telephone. */
const cut: string[] = [];

const isCutAt390 = async (page: Page): Promise<boolean> => {
  const wide = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  const isCut = await page.evaluate(() => {
    // Into the margin is too far as well.
    const main = document.querySelector("main")!;
    const end = main.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(main).paddingRight);
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth || [...main.children].some((one) => one.getBoundingClientRect().right > end + 1);
  });
  await page.setViewportSize(wide);
  return isCut;
};

/** What the page showed where other words were asked for as a quote, by what became of them. */
const shownOf: Record<"normalised" | "ambiguous" | "notFound", string> = {
  normalised: "",
  ambiguous: "",
  notFound: "",
};

/** In the middle of the run: words that the source writes otherwise, that stand there often, and that do not. Nothing is changed. */
const askForOtherWords = async (): Promise<void> => {
  const { page } = visited;
  while ((await page.locator("blockquote.quoted").count()) === 0) await journey.press();
  const item = page.locator("[data-item]", { has: page.locator("blockquote.quoted") }).first();
  await item.getByRole("button", { name: "Lees het stuk" }).click();
  const excerpt = (await item.locator("[data-excerpt]").textContent()) ?? "";
  const lookUp = async (words: string, shown: string): Promise<string> => {
    await item.getByLabel("Citeer andere woorden uit dit stuk").fill(words);
    await item.getByRole("button", { name: "Zoek ze op" }).click();
    const place = item.locator(".other-words + .quote-viewer").locator(shown).first();
    await place.waitFor();
    return place.innerText();
  };
  shownOf.normalised = await lookUp(excerpt.replace(/\s+/u, "  "), ".quote-normalised");
  shownOf.ambiguous = await lookUp("de", ".quote-places");
  shownOf.notFound = await lookUp("De zeppelin landde boven Utrecht", ".quote-nearest");
  await item.getByRole("button", { name: "Sluit het stuk" }).click();
};

/** What stood beside the draft of papers that it rests nothing on. */
const uncitedShown: string[] = [];

/** What a person says to the letter; what is not named is not known. */
const answers: readonly (readonly [RegExp, string, string])[] = [
  [
    /nooit een schriftelijke toezegging/u,
    "onjuist",
    "op 17 maart 2025 heeft Bram Verzonnen schriftelijk bevestigd dat de vaste thuiswerkdag op vrijdag blijft gelden",
  ],
];

const runId = (): string => runIdOn(visited.page);

describeWithBrowser("the letter of 9 December, answered on the page", () => {
  beforeAll(async () => {
    visited = await visit();
    await visited.page.addInitScript(watchButtons);
    await visited.page.reload();
    journey = journeyOn(visited.page, async (screen) => {
      await picture(visited.page, screen);
      if (await isCutAt390(visited.page)) cut.push(screen);
      if (screen === "stage 5") await askForOtherWords();
      if (screen === "stage 6")
        uncitedShown.push(...(await visited.page.locator("[data-uncited] .candidate").allTextContents()));
    });
    const { begin, drop, chooseLetter, say, answer, walk } = journey;
    await begin();
    await drop(filesToDrop());
    await chooseLetter(/vervallen thuiswerkdag/u);
    await say({ "Iris Denkbeeld": "werkgever", "Bram Verzonnen": "namens de werkgever" });
    await answer(answers);
    await walk();
  });

  afterAll(() => visited?.stop());

  it("takes a mailbox of 5 MB among the files that are dropped, and rests on a mail out of it", async () => {
    expect(statSync(mailbox).size).toBeGreaterThanOrEqual(mailboxBytes);
    const connection = openConnection(visited.server.url);
    const { docs } = await connection.docs.listDocs({ pageSize: 100 });
    const { runContext } = await connection.orchestrator.getRun({ runId: runId() });
    const ref = runContext?.current.find(({ ref: one }) => one?.kind === CitationLedgerSchema.typeName)?.ref;
    const { content } = await connection.artifacts.getArtifact({ digest: ref?.digest ?? "" });
    connection.close();
    const inMailbox = docs.filter(({ path }) => path.includes(basename(mailbox))).map(({ docUid }) => docUid);
    expect(inMailbox.length).toBeGreaterThan(8);
    const quoted = fromBinary(CitationLedgerSchema, content).entries.map(({ span }) => span?.docUid ?? "");
    expect(quoted.filter((docUid) => inMailbox.includes(docUid))).not.toEqual([]);
  });

  it("ends with a letter that is final, and its Word file", async () => {
    const download = visited.page.waitForEvent("download");
    await visited.page.locator("[data-cta]").click();
    const path = await (await download).path();
    expect(bytesOfFile(path).subarray(0, 2).toString()).toBe("PK");
  });

  it("shows before that what papers say that the letter rests nothing on, each beside the claim that it is about", () => {
    expect(uncitedShown.length).toBeGreaterThan(0);
    for (const shown of uncitedShown) expect(shown).toMatch(/bij: “/u);
  });

  it("shows in the run what became of other words: written otherwise, standing there more than once, or not at all", () => {
    expect(shownOf.normalised).toContain("In de bron staat");
    expect(shownOf.ambiguous).toMatch(/Deze woorden staan er \d+ keer\. Welke plaats wordt bedoeld\?/u);
    expect(shownOf.notFound).toContain("Deze woorden staan er niet.");
  });

  it("is read once when it is opened, however many events it went through", async () => {
    const address = new URL(visited.page.url()).pathname;
    const tab = await visited.tab("/vault#lang=nl");
    const asked: string[] = [];
    tab.on("request", (request) => void asked.push(new URL(request.url()).pathname.split("/").at(-1) ?? ""));
    const read = tab.waitForResponse(/GetRun/u);
    const watch = tab.waitForRequest(/WatchRun/u);
    await tab.goto(`${visited.server.url}${address}`);
    const { cursor } = fromBinary(GetRunResponseSchema, await (await read).body());
    // In front of a streamed message stand a flag and its length.
    const watched = fromBinary(WatchRunRequestSchema, (await watch).postDataBuffer()!.subarray(5));
    expect([cursor, watched.cursor]).toEqual([expect.stringMatching(/./u), cursor]);
    await tab.locator(".finish").waitFor();
    // Were events told one by one, the run would be read for each. Once it is asked which papers came since the letter is final.
    await tab.waitForTimeout(500);
    expect(asked.filter((name) => name === "GetRun")).toHaveLength(2);
    expect(asked.filter((name) => name === "BatchGetArtifacts")).toHaveLength(1);
    await tab.close();
  });

  // The last day was said at the first step, and not where the letter that has to be there by then is done.
  it("says beside the letter that is done which terms of the answered one still run", async () => {
    const tab = await visited.tab("/vault#lang=nl");
    await tab.clock.setFixedTime(new Date("2025-12-10T12:00:00Z"));
    await tab.goto(`${visited.server.url}${new URL(visited.page.url()).pathname}`);
    await tab.locator(".finish").waitFor();
    expect(await tab.locator(".finish [data-terms]").textContent()).toMatch(/^23 december 2025: .*twee weken/u);
    await tab.close();
  });

  it("tells in its conversation what was said, and what was searched and why", async () => {
    const { page } = visited;
    await page.locator(".conversation > summary").click();
    await page.locator(".conversation .calls li").first().waitFor({ state: "attached" });
    const connection = openConnection(visited.server.url);
    const { turns } = await connection.orchestrator.listConversation({ runId: runId(), pageSize: 100 });
    connection.close();
    const said = page.locator(".conversation .speaker");
    await soon(() => said.allTextContents()).toContain("De gids");
    expect(await said.locator("+ p").allTextContents()).toEqual(
      turns.flatMap(({ entries }) => entries.map(({ text }) => text)),
    );
    const calls = turns.flatMap(({ toolCalls }) => toolCalls);
    expect(calls.length).toBeGreaterThan(0);
    const told = await page.locator(".conversation .calls > li").allTextContents();
    expect(told).toHaveLength(calls.length);
    for (const [at, { request }] of calls.entries()) {
      const params = request?.params?.params;
      const words = params?.case === "vaultSearch" || params?.case === "lawbotSearch" ? params.value.query : "";
      expect(told[at]).toContain(words);
      expect(told[at]).toContain(`Waarom: ${request?.reason}`);
    }
    violations.push(...(await violationsOn(page)));
    await page.locator(".conversation > summary").click();
  });

  it("has exactly one next step at every moment, in the server's words, with the call that the server named", () => {
    expect(journey.moments.length).toBeGreaterThan(10);
    expect(journey.moments.filter(({ ctas }) => ctas !== 1)).toEqual([]);
    expect(journey.moments.filter(({ label, serverLabel }) => label !== serverLabel)).toEqual([]);
    expect(journey.moments.filter(({ rpc, serverRpc }) => rpc !== serverRpc)).toEqual([]);
  });

  it("has a reason beside its main button wherever that is off, from the first screen to the last", async () => {
    expect(await unexplainedOn(visited.page)).toEqual([]);
  });

  it("offers to make an outline before there is one, and the letter at the end", () => {
    const labels = journey.moments.map(({ label }) => label);
    const made = labels.indexOf("Laat de gids een opzet maken");
    expect(made).toBeGreaterThan(0);
    expect(labels.indexOf("Keur de opzet goed")).toBeGreaterThan(made);
    expect(labels.at(-1)).toBe("Neem het mee als Word-bestand");
    // What was approved whole is not shown again for a second press.
    expect(labels.filter((label) => /^Verder naar het (?:benodigde bewijs|koppelen)$/u.test(label))).toEqual([]);
  });

  it("takes at most sixty actions, looks included", () => {
    expect(journey.actions.length).toBeLessThanOrEqual(60);
  });

  it("tells who said yes to what, by the name that the journal has", async () => {
    const { page } = visited;
    const connection = openConnection(visited.server.url);
    const { events } = await connection.audit.listEvents({ runId: runId(), pageSize: 1_000 });
    connection.close();
    const names = events.flatMap(({ event }) => (event?.event.case === "itemsDecided" ? [event.actor?.name] : []));
    await page.locator(".trace > summary").click();
    await page.locator(".trace .decided li").first().waitFor();
    const shown = page.locator(".trace .decided > li");
    await soon(() => shown.evaluateAll((all) => all.map((one) => one.getAttribute("data-by")))).toEqual(names);
    expect(new Set(names)).toEqual(new Set(["noor"]));
    await soon(() => shown.first().textContent()).toMatch(/^noor zei ja: /u);
    // A name stands beside each item, not once for all that were agreed to at one press.
    const items = events.flatMap(({ event }) =>
      event?.event.case === "itemsDecided" ? event.event.value.items.map(({ itemId }) => itemId) : [],
    );
    const beside = await shown
      .locator("[data-item]")
      .evaluateAll((all) =>
        all.map((one) => [one.getAttribute("data-item"), one.querySelector("strong")?.textContent]),
      );
    expect(beside.map(([item]) => item).toSorted()).toEqual(items.toSorted());
    expect(beside.filter(([, said]) => !/^noor zei (?:ja|nee)$/u.test(said ?? ""))).toEqual([]);
  });

  it("answers six questions about every search, as the server has them, in Dutch [S87, S93]", async () => {
    const connection = openConnection(visited.server.url);
    const { events } = await connection.audit.listEvents({ runId: runId(), pageSize: 1_000 });
    const ids = events.flatMap(({ event }) =>
      event?.event.case === "toolRequested" ? [event.event.value.requestId] : [],
    );
    expect(ids.length).toBeGreaterThan(0);
    const { answers } = await connection.tools.explainToolCall({ id: ids[0] ?? "" });
    connection.close();
    const { page } = visited;
    const calls = page.locator(".trace [data-call]");
    await soon(() => calls.evaluateAll((all) => all.map((one) => one.getAttribute("data-call")))).toEqual(ids);
    await calls.first().locator("summary").click();
    const told = calls.first().locator(".answers dd");
    await told.first().waitFor();
    await soon(() => told.allTextContents()).toEqual(answers);
    expect(answers).toHaveLength(6);
    await soon(() => calls.first().locator("dt").first().textContent()).toBe("Waarmee?");
    expect(await violationsOn(page)).toEqual([]);
  });

  it("shows what the model saw part by part, each character as it was sent [S49, S69]", async () => {
    const { page } = visited;
    const connection = openConnection(visited.server.url);
    const { events } = await connection.audit.listEvents({ runId: runId(), pageSize: 1_000 });
    const ref = events
      .flatMap(({ event }) => event?.artifacts ?? [])
      .filter(({ role }) => role === "context_manifest")
      .at(-1)?.ref;
    const bytesOf = async (digest = "") => (await connection.artifacts.getArtifact({ digest })).content;
    const manifest = fromBinary(ContextManifestSchema, await bytesOf(ref?.digest));
    const texts = [await bytesOf(manifest.systemPrompt?.digest), await bytesOf(manifest.prompt?.digest)];
    connection.close();
    await page.locator(".trace .attempt > summary").last().click();
    const parts = page.locator(".trace .attempt[open] .seen-part pre");
    await parts.first().waitFor();
    const shown = (await parts.allTextContents()).join("\n\n");
    expect(shown).toBe(texts.map((bytes) => new TextDecoder().decode(bytes)).join("\n\n"));
    await soon(() => parts.count()).toBe(manifest.parts.length);
    const names = await page.locator(".trace .attempt[open] .seen-part h3").allTextContents();
    expect(names[0]).toBe("Instructies: zijn rol");
    expect(names).toContain("Vraag: het doel");
    await picture(page, "what-the-model-saw", "trace");
    expect(await violationsOn(page)).toEqual([]);
  });

  it("lists the receipt of every search that ended, and checks one on demand", async () => {
    const { page } = visited;
    const receipts = page.locator(".trace [data-receipt]");
    const connection = openConnection(visited.server.url);
    const { receipts: all } = await connection.audit.listReceipts({ runId: runId(), pageSize: 1_000 });
    connection.close();
    expect(all.length).toBeGreaterThan(0);
    expect(await receipts.evaluateAll((shown) => shown.map((one) => one.getAttribute("data-receipt")))).toEqual(
      all.map(({ receipt }) => receipt?.receiptId),
    );
    await receipts.first().getByRole("button").click();
    await receipts.first().locator("[data-valid=true]").waitFor();
    await soon(() => receipts.first().locator("li").count()).toBeGreaterThan(5);
    await soon(() => receipts.first().textContent()).toContain("Het klopt");
    expect(await violationsOn(page)).toEqual([]);
  });

  it("going back to change one point asks again what was said beforehand, and nothing else", async () => {
    const { page } = visited;
    await page.locator("[data-rewind]").click();
    await page.getByLabel("2. wat u stelt").check();
    const which = page.getByLabel("Welk punt wilt u veranderen?");
    await which.selectOption({ label: changed.before });
    await picture(page, "rewind");
    violations.push(...(await violationsOn(page)));
    const foretold = await page
      .locator("[data-again]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("data-again") ?? ""));
    await page.getByRole("button", { name: "Ga terug", exact: true }).click();
    await page.waitForFunction(() => document.querySelector(".run")?.getAttribute("data-stage") === "2");
    await journey.settled();
    await page.getByRole("button", { name: "Opzet veranderen" }).click();
    await page.locator(".outline-claim textarea", { hasText: changed.before }).fill(changed.after);
    await page.getByRole("button", { name: "Opzet bewaren" }).click();
    await page.locator("[data-item]", { hasText: changed.after }).waitFor();
    await journey.settled();
    const asked = await journey.walkAsked();
    expect(asked).toEqual(foretold);
  });

  it("fits a telephone on every screen", () => expect(cut).toEqual([]));

  // Each screen on the way is looked at in english.test.ts, light and dark.
  it("breaks no rule of WCAG 2.2 A and AA that axe knows where it is gone through again", () =>
    expect(violations).toEqual([]));

  it("says nothing on the console and asks nobody else for anything", () => expect(visited.complaints()).toEqual([]));
});
