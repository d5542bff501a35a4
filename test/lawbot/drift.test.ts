import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  CompareSpanResponse_Basis as Basis,
  CompareSpanResponse_Verdict as Verdict,
} from "../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import type { SpanRef } from "../../gen/pincite/span/v1/span_pb.ts";
import { cellsOf } from "../support/cases/rows.ts";
import { isCampaign } from "../support/draws.ts";
import { describeWithData, sharedData } from "../support/shared-data.ts";
import { bw7State } from "./support/bw7-states.ts";
import { importMessages, type LawBotClients, type LawFile, openClients } from "./support/lawbot-client.ts";
import { refused } from "./support/refused.ts";
import { otherLaw } from "./support/small-law.ts";
import { verdictNames } from "./support/verdict-names.ts";
import { article, bytesOf, lawXml } from "./support/xml.ts";

const lawId = "BWBR0005290";
const basisName: Record<Basis, string> = {
  [Basis.UNSPECIFIED]: "none",
  [Basis.IDENTIFIER]: "identifier",
  [Basis.ADDRESS]: "address",
  [Basis.WORDS]: "words",
};

const version = (validFrom: string, inside: string): LawFile => ({
  path: "law.xml",
  validFrom,
  bytes: bytesOf(lawXml(inside)),
});

const spanOf = async ({ spans }: LawBotClients, docUid: string, exactQuote: string): Promise<SpanRef> => {
  const { results } = await spans.resolveSpans({ entries: [{ locator: { docUid, exactQuote } }] });
  const [span] = results[0]?.resolution?.spans ?? [];
  if (!span) throw new Error(`not found in ${docUid}: ${exactQuote}`);
  return span;
};

/** What becomes of a quote between two versions of a small law. */
const follow = async (before: string, after: string, quote: string) => {
  const clients = await openClients();
  await clients.imports.import(importMessages("k", [version("2000-01-01", before), version("2010-01-01", after)]));
  const span = await spanOf(clients, `${lawId}@2000-01-01`, quote);
  return clients.spans.compareSpan({ span, inForceOn: "2015-01-01" });
};

const lid = (number: string, text: string, attributes = "") =>
  `<lid ${attributes}><lidnr>${number}</lidnr><al>${text}</al></lid>`;
const leave = "De werknemer heeft recht op vakantie gedurende vier weken per jaar.";
const notice = "De werkgever zegt op met inachtneming van een maand.";

describe("following a span into a later version", () => {
  it("says UNCHANGED when the words stand at the same address, and whether those around them do", async () => {
    const same = await follow(article("1", lid("1", leave)), article("1", lid("1", leave)), leave);
    expect(same).toMatchObject({ verdict: Verdict.UNCHANGED, basis: Basis.ADDRESS, surroundingsChanged: false });
    expect(same.spanNow).toMatchObject({ docUid: `${lawId}@2010-01-01`, excerpt: leave });
    const exception = "Het eerste lid geldt niet in het eerste jaar.";
    const more = await follow(
      article("1", lid("1", leave)),
      article("1", lid("1", leave) + lid("2", exception)),
      leave,
    );
    expect(more).toMatchObject({ verdict: Verdict.UNCHANGED, surroundingsChanged: true });
    expect(more.message).toMatch(/read the provision again/);
  });

  it("says MOVED when a lid got another number, by the words alone", async () => {
    const after = article("1", lid("1", notice) + lid("2", leave));
    const found = await follow(article("1", lid("1", leave)), after, leave);
    expect(found).toMatchObject({ verdict: Verdict.MOVED, basis: Basis.WORDS });
    expect(found.spanNow?.address).toBe("art. 7:1 lid 2 BW");
  });

  it("says MOVED when an article was renumbered, by the identifier of the source", async () => {
    const key = 'label-id="77"';
    const found = await follow(
      article("1", "<al>Vakantie.</al>", key),
      article("9", "<al>Vakantie.</al>", key),
      "Vakantie.",
    );
    expect(found).toMatchObject({ verdict: Verdict.MOVED, basis: Basis.IDENTIFIER });
    expect(found.unitNow?.address).toBe("art. 7:9 BW");
  });

  it("says CHANGED with the words that differ, and re-pins nothing", async () => {
    const found = await follow(
      article("1", lid("1", leave)),
      article("1", lid("1", leave.replace("vier", "vijf"))),
      leave,
    );
    expect(found).toMatchObject({ verdict: Verdict.CHANGED });
    expect(found.spanNow).toBeUndefined();
    expect(found.differences.map((each) => [each.quoteText, each.sourceText])).toEqual([["vier", "vijf"]]);
    expect(found.nearest?.excerpt).toBe(leave.replace("vier", "vijf"));
  });

  it("says CHANGED when only a negation was added", async () => {
    const found = await follow(
      article("1", `<al>${notice}</al>`),
      article("1", `<al>${notice.replace("zegt op", "zegt niet op")}</al>`),
      notice,
    );
    expect(found.verdict).toBe(Verdict.CHANGED);
  });

  it("says REPEALED when the article is, or is gone, and its words stand nowhere", async () => {
    const gone = article("1", "<al><redactie>Vervallen</redactie></al>", 'status="vervallen"');
    const rest = article("2", `<al>${notice}</al>`);
    expect((await follow(article("1", `<al>${leave}</al>`) + rest, gone + rest, leave)).verdict).toBe(Verdict.REPEALED);
    const found = await follow(article("1", `<al>${leave}</al>`) + rest, rest, leave);
    expect(found.verdict).toBe(Verdict.REPEALED);
    expect(found.unitNow).toBeUndefined();
  });

  it("does not take a sentence that stood elsewhere all along for one that moved", async () => {
    const twice = article("1", `<al>${leave}</al>`) + article("2", `<al>${leave}</al>`);
    const clients = await openClients();
    await clients.imports.import(
      importMessages("k", [version("2000-01-01", twice), version("2010-01-01", article("2", `<al>${leave}</al>`))]),
    );
    const { results } = await clients.spans.resolveSpans({
      entries: [{ locator: { docUid: `${lawId}@2000-01-01`, exactQuote: leave, occurrenceIndex: 0 } }],
    });
    const [span] = results[0]?.resolution?.spans ?? [];
    expect(span?.address).toBe("art. 7:1 BW");
    const found = await clients.spans.compareSpan({ span: span as SpanRef });
    expect(found).toMatchObject({ verdict: Verdict.REPEALED });
    expect(found.message).toMatch(/stand in 1 other place/);
  });

  it("refuses a span that does not hold, and a version of another law", async () => {
    const clients = await openClients();
    await clients.imports.import(
      importMessages("k", [version("2000-01-01", article("1", `<al>${leave}</al>`)), otherLaw]),
    );
    const span = await spanOf(clients, `${lawId}@2000-01-01`, leave);
    const reasonOf = async (change: Partial<SpanRef>, docUid = "") =>
      (await refused(clients.spans.compareSpan({ span: { ...span, ...change }, docUid }))).reason;
    expect(await reasonOf({ sourceDigest: "00" })).toBe("LOCATOR_INVALID");
    expect(await reasonOf({ excerpt: "De werkgever" })).toBe("LOCATOR_INVALID");
    expect(await reasonOf({ endChar: 1_000_000 })).toBe("LOCATOR_INVALID");
    expect(await reasonOf({}, "BWBR0005537@1994-01-01")).toBe("LOCATOR_INVALID");
    expect(await reasonOf({}, `${lawId}@1999-01-01`)).toBe("VERSION_NOT_FOUND");
    expect(await reasonOf({ docUid: "BWBR0000001@2000-01-01" })).toBe("LAW_NOT_FOUND");
  });
});

describeWithData("200 spans of BW Boek 7 from 2012 to 2023", "law-text-bw7", (folder) => {
  const dates = ["2014-07-01", "2015-01-01", "2015-07-01", "2020-01-01", "2023-07-01"];
  const opened = (async () => {
    const whole = sharedData("law-bwb-2012/BWBR0005290.xml");
    if (!folder || !whole) throw new Error("no data");
    const clients = await openClients();
    const first = { path: "BWBR0005290.xml", validFrom: "2012-10-01", bytes: readFileSync(whole) };
    const states = dates.map((date) => bw7State(join(folder, `BWBR0005290_${date}.txt.gz`), date));
    await clients.imports.import(importMessages("k", [first, ...states]));
    return clients;
  })();
  opened.catch(() => undefined);

  /** Every so-many-th lid, item or article without parts: its first line, at most 160 characters. */
  const samples = async () => {
    const { canonicalText } = await (await opened).laws.getLawText({ lawId, docUid: `${lawId}@2012-10-01` });
    const units = canonicalText?.units ?? [];
    const points = [...(canonicalText?.text ?? "")];
    const around = new Set(units.map((unit) => unit.parentPath));
    const leaves = units.filter(
      (unit) =>
        unit.quotable &&
        ["artikel", "lid", "li"].includes(unit.element) &&
        !around.has(unit.path) &&
        unit.endChar - unit.quotableStartChar > 40,
    );
    const step = Math.floor(leaves.length / 210);
    return leaves
      .filter((_, rank) => rank % step === 0)
      .slice(0, 203)
      .map((unit) => ({
        quote: points.slice(unit.quotableStartChar, unit.endChar).join("").split("\n")[0]?.slice(0, 160).trim() ?? "",
        before: points.slice(Math.max(0, unit.quotableStartChar - 30), unit.quotableStartChar).join(""),
      }));
  };

  // The others are followed in the campaign, which counts them.
  it("are followed from state to state; the verdicts on those read by hand are as read", async () => {
    const { spans } = await opened;
    const bw7Verdicts = cellsOf("citations/bw7-verdicts.tsv", "address", "verdicts");
    const isReadByHand = new Set(bw7Verdicts.map(([address]) => address));
    const counts: Record<string, number> = {};
    const told = new Map<string, string[]>();
    for (const { quote, before } of await samples()) {
      const locator = { docUid: `${lawId}@2012-10-01`, exactQuote: quote, contextBefore: before };
      const { results } = await spans.resolveSpans({ entries: [{ locator }] });
      const resolution = results[0]?.resolution;
      const [only] = resolution?.spans.length === 1 ? resolution.spans : [];
      if (!only) continue;
      let span: SpanRef = only;
      const verdicts: string[] = [];
      told.set(span.address, verdicts);
      if (!isCampaign && !isReadByHand.has(span.address)) continue;
      for (const date of dates) {
        const answer = await spans.compareSpan({ span, docUid: `${lawId}@${date}` });
        const name = verdictNames[answer.verdict] ?? "";
        counts[name] = (counts[name] ?? 0) + 1;
        verdicts.push(answer.verdict === Verdict.MOVED ? `${name} ${answer.spanNow?.address}` : name);
        if (!answer.spanNow) break;
        span = answer.spanNow;
      }
    }
    console.info(`BW Boek 7, spans followed: ${told.size}; verdicts ${JSON.stringify(counts)}`);
    expect(told.size).toBeGreaterThanOrEqual(200);
    expect(bw7Verdicts.length).toBeGreaterThanOrEqual(40);
    expect(bw7Verdicts.map(([address]) => [address, told.get(address)?.join(" | ")])).toEqual(bw7Verdicts);
  });
});

describeWithData("the states of one law, by the identifiers of the source", "law-bwb-toestand", (folder) => {
  it("finds every article again, and says of each whether its words stand", async () => {
    if (!folder) return;
    const clients = await openClients();
    const names = ["2000-11-01_0", "2009-07-01_0", "2014-01-01_1", "2015-01-01_0"];
    const files = names.map((name) => ({
      path: `BWBR0002458_${name}.xml`,
      validFrom: "",
      bytes: readFileSync(join(folder, `BWBR0002458_${name}.xml`)),
    }));
    const report = await clients.imports.import(importMessages("k", files));
    const uids = report.items.map((item) => item.version?.docUid ?? "");
    const counts: Record<string, number> = {};
    for (const [rank, docUid] of uids.slice(0, -1).entries()) {
      const { canonicalText, sourceDigest } = await clients.laws.getLawText({ lawId: "BWBR0002458", docUid });
      const points = [...(canonicalText?.text ?? "")];
      for (const unit of canonicalText?.units ?? []) {
        if (unit.element !== "lid" || !unit.quotable) continue;
        const [line = ""] = points.slice(unit.quotableStartChar, unit.endChar).join("").split("\n");
        const span = {
          docUid,
          startChar: unit.quotableStartChar,
          endChar: unit.quotableStartChar + [...line].length,
          excerpt: line,
          sourceDigest,
        };
        const answer = await clients.spans.compareSpan({ span, docUid: uids[rank + 1] ?? "" });
        const key = `${verdictNames[answer.verdict]} ${basisName[answer.basis]}`;
        counts[key] = (counts[key] ?? 0) + 1;
        if (answer.spanNow) expect(answer.spanNow.excerpt).toBe(line);
        if (answer.verdict === Verdict.UNCHANGED) {
          const plain = (address = "") => address.replace(/ \(\d+e\)/, "");
          expect(plain(answer.unitNow?.address)).toBe(plain(answer.unitThen?.address));
        }
      }
    }
    console.info(`BWBR0002458, leden followed: ${JSON.stringify(counts)}`);
    expect(counts["unchanged identifier"]).toBeGreaterThan(100);
    expect(counts["changed identifier"]).toBeGreaterThan(5);
  });
});
