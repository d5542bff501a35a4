import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createClient } from "@connectrpc/connect";
import { expect, it } from "vitest";
import { CaseLawService } from "../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import type { ParsedCitation } from "../../gen/pincite/lawbot/v1/citation_pb.ts";
import { LawImportService } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { openConnection } from "../../src/client/connection.ts";
import { dutch } from "../../src/lawbot/nl/dutch.ts";
import { readRuling } from "../../src/lawbot/nl/rechtspraak/read-ruling.ts";
import { lawbotRoutes } from "../../src/lawbot/routes.ts";
import { startPincite } from "../../src/main.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import { describeWithData, sharedData } from "../support/shared-data.ts";
import { openCases } from "./support/case-client.ts";
import { importMessages, openClients } from "./support/lawbot-client.ts";
import { refused } from "./support/refused.ts";
import { smallLaw } from "./support/small-law.ts";
import { hasXmllint, xpathTexts } from "./support/xmllint.ts";

const filesIn = (folder: string) =>
  folder
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".xml"))
        .sort()
    : [];

/** White space out, and what canonical text sets between cells and in place of images. */
const bare = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\[afbeelding\]/g, "")
    .replace(/[\s|]/g, "");

/** Labels of footnotes are attributes in the source and words in the text. */
const withoutNoteLabels = (reading: ReturnType<typeof readRuling>): string => {
  const points = [...reading.text];
  for (const unit of reading.units.filter((each) => each.element === "noot"))
    for (let at = unit.startChar; at < unit.quotableStartChar; at++) points[at] = " ";
  return points.join("");
};

describeWithData("60 rulings", "case-rechtspraak", (folder) => {
  const files = filesIn(folder);
  const read = (file: string) => readRuling(readFileSync(join(folder, file)), { path: file, validFrom: "" });

  it("are all read: addresses unique, ranges in order and nested, every line quoted by one voice, nothing unknown", () => {
    expect(files).toHaveLength(60);
    const forms: Record<string, number> = {};
    let [considerations, guessed] = [0, 0];
    for (const file of files) {
      const { text, units, segments, form, unknownElements } = read(file);
      forms[form] = (forms[form] ?? 0) + 1;
      expect(new Set(units.map((unit) => unit.path)).size, file).toBe(units.length);
      const length = [...text].length;
      const byPath = new Map(units.map((unit) => [unit.path, unit]));
      let before = 0;
      for (const unit of units) {
        expect(unit.startChar).toBeGreaterThanOrEqual(before);
        expect(unit.quotableStartChar).toBeGreaterThanOrEqual(unit.startChar);
        expect(unit.endChar).toBeGreaterThanOrEqual(unit.quotableStartChar);
        expect(unit.endChar).toBeLessThanOrEqual(byPath.get(unit.parentPath)?.endChar ?? length);
        before = unit.startChar;
      }
      expect(segments.at(-1)?.endChar ?? 0).toBe(length);
      segments.slice(1).forEach((segment, rank) => {
        expect(segment.startChar).toBe(segments[rank]?.endChar);
      });
      expect([...unknownElements]).toEqual([]);
      const numbered = units.filter((unit) => unit.number && unit.element !== "noot");
      considerations += numbered.length;
      guessed += numbered.filter((unit) => unit.flags.includes("guessed")).length;
    }
    console.info(`case-rechtspraak: ${JSON.stringify(forms)}; ${considerations} considerations, ${guessed} guessed`);
    expect(considerations).toBeGreaterThan(1_000);
    expect(guessed / considerations).toBeLessThan(0.1);
  });

  it.skipIf(!hasXmllint)("have the text that XPath (xmllint) finds, every character of it", () => {
    const away =
      "ancestor::*[local-name()='colspec' or local-name()='mediaobject' or local-name()='imageobject' or local-name()='textobject']";
    for (const file of files) {
      const body = "/*/*[local-name()='inhoudsindicatie' or local-name()='uitspraak' or local-name()='conclusie']";
      const [nodes = []] = xpathTexts(join(folder, file), [`${body}//text()[not(${away})]`]);
      expect(bare(withoutNoteLabels(read(file))), file).toBe(bare(nodes.join("")));
    }
  });

  it("are numbered as a reader numbers them, in each of the three shapes", () => {
    const numbers = (file: string) =>
      read(`ECLI_NL_${file}.xml`)
        .units.filter((unit) => unit.number && unit.element !== "noot" && !unit.flags.includes("guessed"))
        .map((unit) => unit.number)
        .join(" ");
    expect(numbers("HR_1994_AA2946")).toBe("1 2 3 3.1 3.1.1 3.1.2 3.1.3 3.1.4 3.1.5 3.2 3.3 4 5");
    expect(numbers("HR_1984_AC8252")).toBe("1 2 3 4 4.1 4.2 5 6 6.1 6.2 6.3 6.4 7 7.1 7.2 7.3 7.4 8 9");
    expect(numbers("RBAMS_2010_BO3979")).toBe("1.1 2.1 2.2 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 3.10 3.11");
    expect(numbers("CRVB_2012_BY5954")).toBe(
      "1.1 1.2 1.3 2 3.1 3.2 4 4.1 4.2.1 4.3.1 4.3.2 4.3.3 4.4.1 4.4.2 4.4.3 4.5 5",
    );
    expect(numbers("GHSHE_2014_1641")).toMatch(/^1 2 3 4 4\.1 4\.1\.1 .* 4\.15 4\.16 5$/);
    // 2.19 to 2.21 and 7.8 to 7.9 are numbers of rulings that the opinion quotes.
    expect(numbers("PHR_2014_2")).toMatch(/ 2\.7 2\.8 2\.9 2\.10 .* 2\.14 2\.15 3 /);
  });

  it("import, and every one is found again by its ECLI; statutes' calls never answer with one", async () => {
    const { client, store } = await openCases();
    const messages = files.map((file) => ({ path: file, validFrom: "", bytes: readFileSync(join(folder, file)) }));
    const report = await client.importRulings(importMessages("k", messages));
    expect(report.importedCount).toBe(60);
    for (const { ruling } of report.items) {
      const { resolutions } = await client.resolveCaseCitations({ citations: [ruling?.ecli ?? ""] });
      expect(resolutions[0]?.rulings[0]?.ruling?.ecli).toBe(ruling?.ecli);
    }
    const statutes = await openClients({ store });
    await statutes.imports.import(importMessages("s", [...smallLaw]));
    const ecli = "ECLI:NL:HR:1984:AC8252";
    const { result } = await statutes.search.search({ query: "bedreiging verdachte pistool" });
    expect(result?.candidates).toEqual([]);
    const { resolutions } = await statutes.citations.resolveCitations({ citations: [ecli] });
    expect(resolutions[0]).toMatchObject({ units: [], errors: [{ reason: "LAW_NOT_FOUND" }] });
    const entry = { locator: { docUid: ecli, exactQuote: "bedreiging" } };
    expect((await refused(statutes.spans.resolveSpans({ entries: [entry] }))).reason).toBe("LAW_NOT_FOUND");
    expect((await refused(statutes.laws.getLaw({ lawId: ecli }))).reason).toBe("LAW_NOT_FOUND");
    expect((await refused(statutes.laws.getUnit({ lawId: ecli, path: "/Overweging3" }))).reason).toBe("LAW_NOT_FOUND");
    expect((await refused(statutes.laws.getLawText({ lawId: ecli, docUid: ecli }))).reason).toBe("LAW_NOT_FOUND");
    const ruling = messages.find(({ path }) => path.includes("AC8252"));
    // An import of statutes hands rulings on where case law is there, and says what became of them.
    const routes = lawbotRoutes(statutes.lawbot, (await openCases()).cases);
    const both = createClient(LawImportService, createInProcessTransport(routes));
    const mixed = await both.import(importMessages("m", [...smallLaw, ...(ruling ? [ruling, ruling] : [])]));
    expect(mixed).toMatchObject({ importedCount: 1, duplicateCount: 3 });
    expect(mixed.items.at(-2)?.message).toMatch(/^ECLI:NL:HR:1984:AC8252: \d+ considerations \(flat\)$/);
    const refusal = await statutes.imports.import(importMessages("r", ruling ? [ruling] : []));
    expect(refusal.items[0]?.reason).toBe("UNKNOWN_ROOT");
    // A server that did not opt in knows none of these calls.
    const closed = createClient(CaseLawService, createInProcessTransport(lawbotRoutes(statutes.lawbot)));
    for (const call of [
      closed.searchCases({ query: "bedreiging" }),
      closed.resolveCaseCitations({ citations: [ecli] }),
      closed.resolveCaseSpans({ entries: [entry] }),
      closed.getRuling({ ecli }),
      closed.listRulings({}),
      closed.importRulings(importMessages("x", [])),
    ])
      await expect(call).rejects.toMatchObject({ code: 12 });
  });
});

/** The fragments are escaped as Python writes them. */
const unescaped = (text: string): string =>
  text
    .replace(/\\n/g, "\n")
    .replace(/\\t/g, "\t")
    .replace(/\\x([0-9a-f]{2})|\\u([0-9a-f]{4})/g, (_, short, long) =>
      String.fromCharCode(Number.parseInt(short ?? long, 16)),
    );

describeWithData("ECLIs as they stand in rulings", "cite-nl-ecli", (folder) => {
  const fragments = (name: string) =>
    gunzipSync(readFileSync(join(folder, `ecli_${name}.txt.gz`)))
      .toString("utf8")
      .trim()
      .split("\n")
      .map((line) => unescaped(line.split("\t")[0] ?? ""));

  /** A year of three digits is no ECLI, whatever list it stands in. */
  const disputed = "ECLI:NL:RVS:201:CA0146";

  /** What the wire reads in a fragment: ResolveCaseCitations and ParseCitations both ask this. */
  const readIn = (fragment: string) =>
    dutch.parseCitations(fragment, []).flatMap(({ citation }) => (citation.kind === "case" ? [citation] : []));

  it("are read literally when well-formed", () => {
    const good = fragments("good");
    expect(good).toHaveLength(2_980);
    const literal = (fragment: string) => readIn(fragment).some(({ caseReadAs }) => caseReadAs === undefined);
    expect(good.filter((fragment) => !literal(fragment)).map((each) => each.slice(0, 22))).toEqual([disputed]);
  });

  it("are refused over gRPC when broken, or read with a mark, or stand in the fragment as a whole after all", async () => {
    const bad = fragments("bad");
    expect(bad).toHaveLength(3_036);
    const server = await startPincite({ dataDir: undefined, port: 0, user: "tester", log: "silent" });
    const { caseLaw, lawCitation, close } = openConnection(server.url);
    const counts = { refused: 0, "holds one letter by letter": 0, "read with a mark": 0 };
    const silent: string[] = [];
    const otherwise: string[] = [];
    try {
      for (let at = 0; at < bad.length; at += 50) {
        const citations = bad.slice(at, at + 50);
        const { resolutions } = await caseLaw.resolveCaseCitations({ citations });
        for (const [rank, fragment] of citations.entries()) {
          // A fragment may hold several: each of them must be literal or say what it was read as.
          const parsed = resolutions[rank]?.parsed ?? [];
          if (parsed.length === 0) counts.refused++;
          else if (parsed.every(({ caseReadAs, caseNumber }) => caseReadAs === caseNumber))
            counts["read with a mark"]++;
          else counts["holds one letter by letter"]++;
          for (const { caseReadAs, caseNumber } of parsed) {
            const isThere = fragment.toUpperCase().includes(caseNumber);
            if (caseReadAs === "" ? !isThere : caseReadAs !== caseNumber) silent.push(fragment);
          }
          const read = await lawCitation.parseCitations({ text: fragment });
          const cases = read.citations.filter(({ caseNumber }) => caseNumber !== "");
          const told = (each: readonly ParsedCitation[]) =>
            each.map((one) => `${one.caseNumber} ${one.caseReadAs}`).join();
          if (told(cases) !== told(parsed)) otherwise.push(fragment);
        }
      }
    } finally {
      close();
      await server.stop();
    }
    console.info(`broken ECLIs over gRPC: ${JSON.stringify(counts)}`);
    expect(silent).toEqual([]);
    // ParseCitations and ResolveCaseCitations are one reader.
    expect(otherwise).toEqual([]);
    expect(counts.refused).toBeGreaterThan(2_000);
  });
});

interface Memo {
  readonly memo_raw: string;
  readonly memo_refined: string;
  readonly chunks: readonly { readonly ecli?: string }[];
}

/** The rulings that a text cites, by ECLI. */
const eclisIn = (text: string): string[] =>
  dutch.parseCitations(text, []).flatMap(({ citation }) => (citation.kind === "case" ? [citation.caseNumber] : []));

/** How many of the cited rulings are among the 60 of case-rechtspraak, by looking each up as a tool would. */
const existence = async (cited: readonly string[], memos: readonly Memo[]) => {
  const { client } = await openCases();
  const folder = sharedData("case-rechtspraak") ?? "";
  const messages = filesIn(folder).map((path) => ({ path, validFrom: "", bytes: readFileSync(join(folder, path)) }));
  await client.importRulings(importMessages("k", messages));
  const given = new Set(memos.flatMap(({ chunks }) => chunks.map(({ ecli }) => ecli)));
  const distinct = [...new Set(cited)];
  const counts = {
    cited: cited.length,
    distinct: distinct.length,
    there: 0,
    "not loaded": 0,
    "not among the passages": 0,
  };
  const invented: string[] = [];
  for (const citation of distinct) {
    const { resolutions } = await client.resolveCaseCitations({ citations: [citation] });
    const [error] = resolutions[0]?.errors ?? [];
    if (!error) counts.there++;
    else if (error.reason === "LAW_NOT_FOUND") counts["not loaded"]++;
    else invented.push(citation);
    if (!given.has(citation)) counts["not among the passages"]++;
  }
  return { counts, invented };
};

describeWithData("48 memos that a model wrote", "memo-nl-llm", (folder) => {
  it("have every citation found, as many as a plain search for their marks, and each ruling looked up among those loaded", async () => {
    const memos: Memo[] = folder
      ? gunzipSync(readFileSync(join(folder, "memos.jsonl.gz")))
          .toString("utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line))
      : [];
    expect(memos).toHaveLength(48);
    let [rulings, statutes, fabricated] = [0, 0, 0];
    const missed: string[] = [];
    for (const memo of memos) {
      const given = new Set(memo.chunks.map((chunk) => chunk.ecli));
      for (const text of [memo.memo_raw, memo.memo_refined]) {
        const found = dutch.parseCitations(text, []);
        const covered = (at: number) => found.some((each) => each.start <= at && at < each.end);
        for (const match of text.matchAll(/ECLI:[A-Z]{2}:\w+:\d{4}:\w+|\bart(?:\.|ikel(?:en)?)\s+\d\S*/gi))
          if (!covered(match.index)) missed.push(match[0]);
        const cases = found.filter((each) => each.citation.kind === "case");
        rulings += cases.length;
        statutes += found.filter((each) => each.citation.kind === "statute").length;
        fabricated += cases.filter((each) => !given.has(each.citation.caseNumber)).length;
      }
    }
    const cited = memos.flatMap((memo) => [memo.memo_raw, memo.memo_refined]).flatMap(eclisIn);
    const { counts, invented } = await existence(cited, memos);
    console.info(`memo-nl-llm against 60 loaded rulings: ${JSON.stringify(counts)}`);
    expect(counts.cited).toBeGreaterThan(500);
    expect(counts.there + counts["not loaded"]).toBe(counts.distinct);
    // What a memo cites and nobody gave it may exist all the same; what is no ECLI at all would be an invention.
    expect(invented).toEqual([]);
    console.info(
      `memo-nl-llm: ${rulings} rulings and ${statutes} statutes cited; ${fabricated} rulings not among the given passages`,
    );
    expect(missed).toEqual([]);
    expect(rulings).toBeGreaterThan(500);
  });
});
