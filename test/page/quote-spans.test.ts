import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { toBinary } from "@bufbuild/protobuf";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type SpanRef, SpanRefSchema } from "../../gen/pincite/span/v1/span_pb.ts";
import { importFiles, importLaw } from "../e2e/support/server.ts";
import { sharedData } from "../support/shared-data.ts";
import { describeWithBrowser, inTabs, openBrowser, openContext, openWatched, type Watched } from "./support/browser.ts";
import { type PageServer, startPageServer } from "./support/page-server.ts";
import { seeded, spansOf } from "./support/spans-of.ts";

const demo = join(import.meta.dirname, "../../demo");

/** Real files of a kind in the shared data; none where it does not lie beside the checkout. */
const filesOf = (folder: string, ending: string, count: number) => {
  const path = sharedData(folder);
  if (path === undefined) return [];
  const names = readdirSync(path).filter((name) => name.endsWith(ending));
  return names.slice(0, count).map((name) => ({ path: name, bytes: readFileSync(join(path, name)) }));
};

describeWithBrowser("the words that the quote viewer marks", () => {
  let server: PageServer;
  let context: BrowserContext;
  let tabs: readonly Watched[] = [];
  const random = seeded(18);

  beforeAll(async () => {
    server = await startPageServer({ withLaw: true });
    context = await openContext(await openBrowser(), { locale: "nl-NL" });
  });
  afterAll(async () => {
    await context?.close();
    await server?.stop();
  });

  const documentSpans = async (files: Parameters<typeof importFiles>[1], count: number): Promise<SpanRef[]> => {
    const items = await importFiles(server, files);
    const uids = [...new Set(items.map(({ docUid }) => docUid).filter((uid) => uid !== ""))];
    const spans: SpanRef[] = [];
    for (const docUid of uids) {
      const { canonicalText } = await server.docs.getDocText({ docUid });
      const each = Math.ceil(count / uids.length);
      spans.push(
        ...(await spansOf(docUid, canonicalText?.text ?? "", each, random, async (locator) => {
          const { results } = await server.spans.resolveSpans({ entries: [{ locator }] });
          return results[0]?.resolution;
        })),
      );
    }
    return spans.slice(0, count);
  };

  const lawSpans = async (path: string, bytes: Uint8Array, count: number): Promise<SpanRef[]> => {
    const validFrom = /_\d{4}-/.test(path) ? {} : { validFrom: "2012-10-01" };
    await importLaw(server, { path, bytes, ...validFrom });
    const { laws } = await server.laws.listLaws({});
    const docUid = laws.find(({ lawId }) => path.startsWith(lawId))!.versions.at(-1)!.docUid;
    const lawId = docUid.split("@")[0]!;
    const { canonicalText } = await server.laws.getLawText({ lawId, docUid });
    return spansOf(docUid, canonicalText!.text, count, random, async (locator) => {
      const { results } = await server.lawSpans.resolveSpans({ entries: [{ locator }], inForceOn: "2026-01-01" });
      return results[0]?.resolution;
    });
  };

  /** What stands marked in the page, with how many nodes it is made of. */
  const shown = async (page: Page, span: SpanRef): Promise<{ marked: string; nodes: number }> => {
    const bytes = [...toBinary(SpanRefSchema, span)];
    await page.evaluate((given) => globalThis.window.ask({ kind: "nothing", bytes: given }), []);
    await page.locator(".quote-words").waitFor({ state: "detached" });
    await page.evaluate((given) => globalThis.window.ask({ kind: "span", bytes: given }), bytes);
    const mark = page.locator(".quote-words");
    // Once the text around it has come, the words must be the same.
    await page.waitForLoadState("networkidle");
    return mark.evaluate((element) => ({ marked: element.textContent ?? "", nodes: element.childNodes.length }));
  };

  it("are the span's excerpt, character for character, in 200 spans of mails, PDFs and statutes", async () => {
    const dossier = readdirSync(join(demo, "dossier"));
    const law = "BWBR0005290_2023-07-01_uittreksel.xml";
    const sets = {
      demo: await documentSpans(
        dossier.map((path) => ({ path, bytes: readFileSync(join(demo, "dossier", path)) })),
        40,
      ),
      "law of the demo": await lawSpans(law, readFileSync(join(demo, "law", law)), 20),
      mails: await documentSpans(filesOf("mime-nodemailer", ".eml", 12), 40),
      "more mails": await documentSpans(filesOf("mime-mikel-mail/emails/plain_emails", ".eml", 20), 20),
      pdfs: await documentSpans(filesOf("pdf-text", ".pdf", 18), 50),
      statutes: (
        await Promise.all(
          filesOf("law-bwb-2012", ".xml", 4)
            .filter(({ bytes }) => bytes.length < 400_000)
            .map(({ path, bytes }) => lawSpans(path, bytes, 15)),
        )
      ).flat(),
    };
    const counts = Object.entries(sets).map(([name, spans]) => `${name} ${spans.length}`);
    console.log(`spans: ${counts.join(", ")}`);
    const wrong: string[] = [];
    const open = async () => {
      const watched = await openWatched(context, server.url, server.wayIn("/test/index.html"));
      await watched.page.waitForFunction(() => "ask" in globalThis);
      return watched;
    };
    const all = Object.entries(sets).flatMap(([name, spans]) => spans.map((span) => ({ name, span })));
    tabs = await inTabs(all, open, async ({ page }, { name, span }) => {
      const { marked, nodes } = await shown(page, span);
      if (marked !== span.excerpt || nodes !== 1) wrong.push(`${name} ${span.docUid} ${span.startChar}: ${nodes}`);
    });
    expect(wrong).toEqual([]);
    const total = Object.values(sets).flat().length;
    // Without the shared data beside the checkout those of the demo are left.
    expect(total).toBeGreaterThanOrEqual(sharedData("pdf-text") === undefined ? 50 : 200);
  }, 600_000);

  it("are shown without a complaint and without a request elsewhere", () => {
    expect(tabs.length).toBeGreaterThan(0);
    expect(tabs.flatMap(({ complaints, outside }) => [...complaints, ...outside])).toEqual([]);
  });
});
