import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { expect, it } from "vitest";
import { CompareSpanResponse_Verdict as Verdict } from "../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { describeWithData } from "../support/shared-data.ts";
import { importMessages, openClients } from "./support/lawbot-client.ts";
import { verdictNames } from "./support/verdict-names.ts";

/** A lid, or an article without leden, as a parser finds it that shares no table, no text and no matching with ours. */
interface Provision {
  /** Identifier of the source. */
  readonly key: string;
  readonly path: string;
  /** Number of the article, a space, number of the lid. */
  number: string;
  /** The first paragraph, as it is quoted. */
  first: string;
  /** All words. */
  text: string;
  isGone: boolean;
}

const provisionsIn = (xml: string): Provision[] => {
  const found: Provision[] = [];
  const open: { name: string; provision?: Provision }[] = [];
  let gone = 0;
  let editors = 0;
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    const isGone = attributes.status === "vervallen";
    if (gone > 0 || isGone) gone++;
    if (editors > 0 || name === "redactie" || name === "meta-data") editors++;
    if (name !== "artikel" && name !== "lid") return void open.push({ name });
    const provision: Provision = {
      key: String(attributes["label-id"] ?? ""),
      path: String(attributes["bwb-ng-variabel-deel"] ?? ""),
      number: "",
      first: "",
      text: "",
      isGone: gone > 0,
    };
    found.push(provision);
    open.push({ name, provision });
  });
  parser.on("text", (text) => {
    const around = open.filter((each) => each.provision).map((each) => each.provision as Provision);
    const name = open.at(-1)?.name;
    if (editors > 0 || name === "lidnr" || name === "label" || name === "titel") return;
    const article = name === "nr" && open.at(-3)?.name === "artikel" ? around.at(-1) : undefined;
    if (article) article.number = text.trim();
    if (name === "nr" || name === "li.nr") return;
    for (const provision of around) provision.text += text;
    const own = around.at(-1);
    const isFirst =
      own && open.at(-2)?.provision === own
        ? name === "al"
        : open.findLast((each) => each.name === "al" || each.provision)?.name === "al";
    if (own && isFirst && !own.first.endsWith("\u0000") && !open.some(({ name: each }) => each === "lijst"))
      own.first += text;
  });
  parser.on("closetag", ({ name }) => {
    const closed = open.pop();
    if (gone > 0) gone--;
    if (editors > 0) editors--;
    const own = open.findLast(({ provision }) => provision)?.provision;
    if (name === "al" && own?.first && !own.first.endsWith("\u0000")) own.first += "\u0000";
    if (closed?.provision) closed.provision.text = plain(closed.provision.text);
  });
  parser.write(xml.trimStart()).close();
  const articles = new Map(found.map((each) => [each.path, each]));
  for (const each of found) {
    each.first = plain(each.first.replaceAll("\u0000", ""));
    const [, article = "", lid = ""] = /^(.*)\/Lid([^/_]+)/.exec(each.path) ?? [];
    if (lid) each.number = `${articles.get(article)?.number ?? ""} ${lid}`;
  }
  return found;
};

const plain = (text: string): string => text.replace(/\s+/g, " ").normalize("NFC").trim();

/** The provisions that are quoted: leden, and articles that have none. */
const quotedOf = (all: readonly Provision[]): Provision[] => {
  const parents = new Set(all.flatMap(({ path }) => /^(.*)\/Lid/.exec(path)?.[1] ?? []));
  return all.filter(({ path }) => !parents.has(path));
};

/**
 * What became of a provision, by identifier, number and text alone: its words in the provision of its identifier (else of its
 * number, where that is a new one), else in one other that had not said them, else that provision says something else.
 */
const truthOf = (before: Provision, then: readonly Provision[], now: readonly Provision[]): string => {
  const said = new Map(quotedOf(then).map(({ key, text }) => [key, text]));
  const isSame = (each: Provision) => each.number === before.number;
  const says = (each: Provision) => !each.isGone && each.text.includes(before.first);
  const own =
    now.find(({ key }) => key !== "" && key === before.key) ?? now.find((each) => isSame(each) && !said.has(each.key));
  // An article that got leden says its words in one of them, which is another place.
  const inOwn = own && quotedOf(now).filter((each) => `${each.path}/`.startsWith(`${own.path}/`) && says(each));
  if (inOwn?.length) return inOwn.some(isSame) ? "unchanged" : "moved";
  const elsewhere = quotedOf(now).filter((each) => says(each) && !said.get(each.key)?.includes(before.first));
  if (elsewhere.length === 1) return elsewhere.some(isSame) ? "unchanged" : "moved";
  return own && !own.isGone ? "changed" : "repealed";
};

describeWithData("every provision of a law between the states at hand", "law-bwb-toestand", (folder) => {
  it("became what identifier and text say, watched against the newest", async () => {
    const labels = ["2000-11-01_0", "2009-07-01_0", "2014-01-01_1", "2015-01-01_0"];
    const xmls = labels.map((label) => readFileSync(join(folder, `BWBR0002458_${label}.xml`), "utf8"));
    const counts: Record<string, number> = {};
    const wrong: string[] = [];
    for (const [from, to] of [
      [0, 1],
      [1, 2],
      [2, 3],
      [0, 3],
      [0, 2],
      [1, 3],
    ] as const) {
      const clients = await openClients();
      const files = [from, to].map((at) => ({
        path: `${at}.xml`,
        validFrom: "",
        bytes: new TextEncoder().encode(xmls[at]),
      }));
      const { items } = await clients.imports.import(importMessages("k", files));
      const docUid = items[0]?.version?.docUid ?? "";
      const { canonicalText, sourceDigest } = await clients.laws.getLawText({ lawId: "BWBR0002458", docUid });
      const points = [...(canonicalText?.text ?? "")];
      const [then, now] = [provisionsIn(xmls[from] ?? ""), provisionsIn(xmls[to] ?? "")];
      for (const provision of quotedOf(then)) {
        const unit = canonicalText?.units.find(({ path }) => path === provision.path);
        if (!unit?.quotable || provision.isGone || provision.first.length < 20) continue;
        const stretch = points.slice(unit.quotableStartChar, unit.endChar).join("");
        if (!stretch.startsWith(provision.first)) continue;
        const startChar = unit.quotableStartChar;
        const span = {
          docUid,
          startChar,
          endChar: startChar + [...provision.first].length,
          excerpt: provision.first,
          sourceDigest,
        };
        const { answers } = await clients.spans.watchSpans({ spans: [span] });
        const [truth, told] = [truthOf(provision, then, now), verdictNames[answers[0]?.verdict ?? Verdict.UNSPECIFIED]];
        counts[truth] = (counts[truth] ?? 0) + 1;
        if (truth !== told)
          wrong.push(
            `${labels[from]} to ${labels[to]} ${provision.number} is ${truth}, told ${told}: ${provision.first.slice(0, 90)}`,
          );
      }
    }
    console.info(`BWBR0002458, provisions watched over six pairs of states: ${JSON.stringify(counts)}`);
    expect(wrong).toEqual([]);
    expect((counts.changed ?? 0) + (counts.repealed ?? 0) + (counts.moved ?? 0)).toBeGreaterThan(50);
  });
});
