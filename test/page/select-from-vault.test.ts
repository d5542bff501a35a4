import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type EvidenceSelection,
  EvidenceSelectionSchema,
} from "../../gen/pincite/evidence/v1/evidence_selection_pb.ts";
import { acceptedSelection } from "../../src/web/select/accept-selection.ts";
import { selectionBytes } from "../../src/web/select/post-selection.ts";
import { importFiles } from "../e2e/support/server.ts";
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

const dossier = join(import.meta.dirname, "../../demo/dossier");

describe("a posted selection", () => {
  const docUid = "a".repeat(64);
  const source = {};
  const expected = { origin: "http://127.0.0.1:7611", source, nonce: "f".repeat(32), strandId: "my-case" };
  const good = { nonce: expected.nonce, strandId: "my-case", docUids: [docUid] };
  const posted = (data: unknown) => ({ origin: expected.origin, source, data });

  it("is taken when all of it is as expected, with the words of its document", () => {
    expect(acceptedSelection(posted(selectionBytes(good)), expected)?.evidenceIds).toEqual([`vault:${docUid}`]);
    const locator = create(EvidenceSelectionSchema, { locator: { docUid, exactQuote: "woorden" } }).locator!;
    expect(acceptedSelection(posted(selectionBytes({ ...good, locator })), expected)?.locator?.exactQuote).toBe(
      "woorden",
    );
  });

  it("is refused for one thing that is not", () => {
    const bytes = selectionBytes(good);
    const other = create(EvidenceSelectionSchema, { locator: { docUid: "b".repeat(64), exactQuote: "w" } }).locator!;
    const withMore = Uint8Array.from([...bytes, 0xf8, 0x07, 0x01]);
    const raw = (evidenceIds: string[]) =>
      toBinary(EvidenceSelectionSchema, create(EvidenceSelectionSchema, { ...good, evidenceIds }));
    const refused: Record<string, unknown> = {
      "another origin": { ...posted(bytes), origin: "http://127.0.0.1:7612" },
      "another window": { ...posted(bytes), source: {} },
      "no window": { ...posted(bytes), source: null },
      "a text": posted("vault"),
      "an object": posted({ ...good }),
      "a buffer that is no view": posted(bytes.buffer),
      "no bytes": posted(new Uint8Array()),
      "other bytes": posted(Uint8Array.from([255, 255, 255])),
      "more than the message": posted(withMore),
      "too much": posted(new Uint8Array(70_000)),
      "another nonce": posted(selectionBytes({ ...good, nonce: "e".repeat(32) })),
      "another strand": posted(selectionBytes({ ...good, strandId: "other" })),
      "no document": posted(raw([])),
      "the same twice": posted(raw([`vault:${docUid}`, `vault:${docUid}`])),
      law: posted(raw(["law:BWBR0005290@2023-07-01"])),
      "more than fifty": posted(raw(Array.from({ length: 51 }, (_, at) => `vault:${String(at).padStart(64, "0")}`))),
      "words of another document": posted(selectionBytes({ ...good, locator: other })),
    };
    const taken = Object.entries(refused).filter(([, one]) =>
      acceptedSelection(one as Parameters<typeof acceptedSelection>[0], expected),
    );
    expect(taken).toEqual([]);
  });

  it("is refused where the frame is gone, whoever else has no window", () => {
    expect(
      acceptedSelection({ ...posted(selectionBytes(good)), source: null }, { ...expected, source: null }),
    ).toBeUndefined();
  });
});

describeWithBrowser("choosing from the Vault in a frame", () => {
  let server: PageServer;
  let watched: Watched;
  let page: Page;
  let frame: FrameLocator;

  beforeAll(async () => {
    server = await startPageServer({ withLaw: false });
    const files = readdirSync(dossier).map((path) => ({ path, bytes: readFileSync(join(dossier, path)) }));
    await importFiles(server, files, "my-case");
    const context = await openContext(await openBrowser(), { viewport: { width: 1440, height: 900 }, locale: "nl-NL" });
    watched = await openWatched(context, server.url, server.wayIn("/test/index.html"));
    page = watched.page;
  });
  beforeEach(async () => {
    await page?.reload();
    await page?.waitForFunction(() => "ask" in globalThis);
    await page?.evaluate(() => globalThis.window.ask({ kind: "select", strandId: "my-case" }));
    frame = page?.frameLocator("iframe[title]");
    await frame?.getByRole("button", { name: "Documenten" }).click();
    await frame?.getByRole("region", { name: "Documenten" }).getByRole("listitem").first().waitFor();
  });
  afterAll(async () => {
    await watched?.page.context().close();
    await server?.stop();
  });

  const selected = async (): Promise<EvidenceSelection[]> =>
    (await page.evaluate(() => globalThis.window.selected)).map((bytes) =>
      fromBinary(EvidenceSelectionSchema, Uint8Array.from(bytes)),
    );
  const ignored = async (): Promise<number> =>
    Number(
      (await page.locator(".select-ignored").count()) === 0
        ? 0
        : await page.locator(".select-ignored").getAttribute("data-ignored"),
    );

  it("hands over documents that were ticked", async () => {
    await frame.getByRole("checkbox", { name: /Brief: vervallen/ }).check();
    await frame.getByRole("checkbox", { name: /Arbeidsovereenkomst/ }).check();
    await picture(page, "select");
    expect(await accessFaults(page)).toEqual([]);
    await frame.getByRole("button", { name: "Gebruik de 2 gekozen documenten" }).click();
    await frame.getByText("Doorgegeven aan de memo.").waitFor();
    const [only, another] = await selected();
    expect([only?.evidenceIds.length, only?.strandId, another]).toEqual([2, "my-case", undefined]);
    expect(await ignored()).toBe(0);
  });

  it("hands over words of one document, as the Vault resolved them", async () => {
    await frame.getByRole("button", { name: /Brief: vervallen/ }).click();
    await frame.getByRole("button", { name: "Hieruit citeren" }).nth(1).click();
    await frame.getByRole("button", { name: "Deze woorden gebruiken" }).click();
    await soon(async () => (await selected()).length).toBe(1);
    const [{ evidenceIds, locator } = {} as EvidenceSelection] = await selected();
    expect(evidenceIds).toEqual([`vault:${locator?.docUid}`]);
    expect(locator?.exactQuote).toBe("Zonnewijzer Voorbeeld B.V.\nVerzinselplein 1, Voorbeeldstad");
  });

  it("ignores and counts what is forged in five ways, and hands on none of it", async () => {
    const src = (await page.locator("iframe").getAttribute("src"))!;
    const nonce = new URLSearchParams(src.replace(/^[^?]*\?/, "").replace(/#.*$/, "")).get("select")!;
    expect(src).toMatch(/^\/vault\?select=[0-9a-f]{32}#strand=my-case&lang=nl$/);
    const docUids = ["a".repeat(64)];
    const right = [...selectionBytes({ nonce, strandId: "my-case", docUids })];
    const wrongNonce = [...selectionBytes({ nonce: "0".repeat(32), strandId: "my-case", docUids })];
    // From the page's own window: the right bytes, and yet not of the frame.
    await page.evaluate((bytes) => globalThis.window.postMessage(Uint8Array.from(bytes), "*"), right);
    await soon(ignored).toBe(1);
    // From another frame of the same origin, which learned the nonce.
    await page.evaluate(async () => {
      const other = document.createElement("iframe");
      other.src = "/test/index.html?other";
      const loaded = new Promise((resolve) => other.addEventListener("load", resolve));
      document.body.append(other);
      await loaded;
    });
    const another = page.frames().find((one) => one.url().endsWith("?other"))!;
    await another.evaluate((bytes) => globalThis.window.parent.postMessage(Uint8Array.from(bytes), "*"), right);
    await soon(ignored).toBe(2);
    const inFrame = page.frames().find((one) => one.url().includes("/vault?select="))!;
    const fromFrame = (data: unknown) =>
      inFrame.evaluate((given) => {
        const bytes = Array.isArray(given) ? Uint8Array.from(given as number[]) : given;
        globalThis.window.parent.postMessage(bytes, "*");
      }, data);
    // From the frame itself: with a made-up nonce, as no message of ours, and as a text.
    await fromFrame(wrongNonce);
    await soon(ignored).toBe(3);
    await fromFrame([8, 1, 2, 3]);
    await soon(ignored).toBe(4);
    await fromFrame("vault");
    await soon(ignored).toBe(5);
    // From another origin, which says that it is the frame.
    await page.evaluate((bytes) => {
      const source = document.querySelector("iframe")!.contentWindow!;
      const data = Uint8Array.from(bytes);
      globalThis.dispatchEvent(new MessageEvent("message", { data, source, origin: "http://elsewhere.example" }));
    }, right);
    await soon(ignored).toBe(6);
    expect(await selected()).toEqual([]);
    expect(await page.locator(".select-ignored").innerText()).toBe(
      "6 berichten die niet hiervandaan kwamen, zijn genegeerd.",
    );
    // What is chosen afterwards still comes.
    await frame.getByRole("checkbox", { name: /Brief: vervallen/ }).check();
    await frame.getByRole("button", { name: "Gebruik het gekozen document" }).click();
    await soon(async () => (await selected()).length).toBe(1);
  });

  it("offers nothing to choose where the page stands by itself or is asked with what is no nonce", async () => {
    for (const query of ["", "?select=", "?select=<script>", "?select=zz"]) {
      await page.goto(`${server.url}/vault${query}#strand=my-case&list=documents&lang=nl`);
      await page.getByRole("region", { name: "Documenten" }).getByRole("listitem").first().waitFor();
      expect(await page.getByRole("checkbox", { name: /^Kies/ }).count()).toBe(0);
    }
    await page.goto(`${server.url}/test/index.html`);
    expect([watched.complaints, watched.outside]).toEqual([[], []]);
  });
});
