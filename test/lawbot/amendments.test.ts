import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { expect, it } from "vitest";
import { draws } from "../support/draws.ts";
import { describeWithData } from "../support/shared-data.ts";
import { type Amended, amend, type Bill, billXml, type Part, quotesOf, truthOf } from "./support/amendments.ts";
import { importMessages, openClients } from "./support/lawbot-client.ts";
import { verdictNames } from "./support/verdict-names.ts";
import { bytesOf, lawXml } from "./support/xml.ts";

/** Articles of leden and flat lists, as a parser finds them that shares no table with ours; others are passed over. */
const articlesIn = (xml: string, limit: number): Part[] => {
  const articles: Part[] = [];
  const open: { name: string; part?: Part }[] = [];
  let isPlain = true;
  let number = "";
  const innermost = (): Part | undefined => open.findLast(({ part }) => part)?.part;
  const parser = new SaxesParser();
  const begin = (name: string): void => {
    const around = innermost();
    const part: Part = {
      id: `${around?.id ?? "art"}-${around?.parts.length ?? articles.length}`,
      number: "",
      text: "",
      parts: [],
    };
    around?.parts.push(part);
    open.push({ name, part });
  };
  parser.on("opentag", ({ name }) => {
    number = "";
    if (name === "artikel") isPlain = true;
    if (["artikel", "lid", "li"].includes(name)) return begin(name);
    open.push({ name });
    if (!["kop", "label", "nr", "titel", "al", "lidnr", "li.nr", "lijst", "extref", "intref", "nadruk"].includes(name))
      isPlain = false;
    if (name === "al" && innermost()?.text) isPlain = false;
    if (name === "lijst" && open.filter((each) => each.name === "lijst").length > 1) isPlain = false;
  });
  parser.on("text", (text) => {
    const name = open.at(-1)?.name;
    if (name === "nr" || name === "lidnr" || name === "li.nr") number += text;
    const part = innermost();
    if (part && open.some((each) => each.name === "al")) part.text += text.replace(/\s+/g, " ");
  });
  parser.on("closetag", ({ name }) => {
    const closed = open.pop();
    const part = closed?.part ?? innermost();
    if (part && ["nr", "lidnr", "li.nr"].includes(name)) [part.number, number] = [number.trim().replace(/\.$/, ""), ""];
    if (!closed?.part) return;
    closed.part.text = closed.part.text.replace(/\s+/g, " ").normalize("NFC").trim();
    if (name === "artikel" && isPlain && /^\d+[a-z]*$/.test(closed.part.number)) articles.push(closed.part);
  });
  parser.write(xml.trimStart()).close();
  return articles.filter(isWhole).slice(0, limit);
};

/** Texts of each part, numbers in order, and no text that stands twice in one article: those nobody could tell apart. */
const isWhole = (article: Part): boolean => {
  const texts = quotesOf({ articles: [article] }).map(({ text }) => text);
  const isInOrder = (parts: readonly Part[], first: string): boolean =>
    parts.every((part, rank) => part.number === (first === "1" ? String(rank + 1) : String.fromCharCode(97 + rank)));
  const isFlat = article.text === "" || article.parts.length === 0;
  return (
    isFlat &&
    texts.every((text) => text.length > 15) &&
    texts.length > 0 &&
    new Set(texts).size === texts.length &&
    isInOrder(article.parts, "1") &&
    article.parts.every(
      (lid) => lid.text !== "" && isInOrder(lid.parts, "a") && lid.parts.every(({ parts }) => parts.length === 0),
    )
  );
};

/** The address of a place in the generator's law. */
const addressAt = (at: string): string => {
  const [article, lid, item] = at.split(" ");
  return `art. 7:${article}${lid ? ` lid ${lid}` : ""}${item ? ` onder ${item}` : ""} BW`;
};

/** Follows every text of a law into an amended one; gives what was told otherwise than it is. */
const follow = async (base: Bill, amended: Amended, hasKeys: boolean) => {
  const clients = await openClients();
  const files = [
    { path: "a.xml", validFrom: "2001-01-01", bytes: bytesOf(lawXml(billXml(base, hasKeys))) },
    { path: "b.xml", validFrom: "2002-01-01", bytes: bytesOf(lawXml(billXml(amended.bill, hasKeys, amended.lapsed))) },
  ];
  await clients.imports.import(importMessages("k", files));
  const [docUid, now] = ["BWBR0005290@2001-01-01", "BWBR0005290@2002-01-01"];
  const { canonicalText, sourceDigest } = await clients.laws.getLawText({ lawId: "BWBR0005290", docUid });
  const units = new Map((canonicalText?.units ?? []).map((unit) => [unit.path, unit]));
  const points = [...(canonicalText?.text ?? "")];
  const spanOf = (at: readonly string[], text: string) => {
    const path = at.map((number, level) => `/${["Artikel", "Lid", "Onderdeel"][level]}${number}`).join("");
    const unit = units.get(path);
    if (!unit) throw new Error(`${path} is not in the law`);
    const startChar =
      unit.quotableStartChar + Math.max(0, points.slice(unit.quotableStartChar, unit.endChar).join("").indexOf(text));
    const endChar = startChar + [...text].length;
    const stands = points.slice(startChar, endChar).join("");
    if (stands !== text) throw new Error(`${path} says "${stands}" and not "${text}"`);
    return { docUid, startChar, endChar, excerpt: text, sourceDigest };
  };
  const before = quotesOf(base);
  const truths = truthOf(before, amended);
  const wrong: string[] = [];
  const counts: Record<string, number> = {};
  const judge = async (quote: { at: readonly string[]; text: string }, truth: string, at: string) => {
    const answer = await clients.spans.compareSpan({ span: spanOf(quote.at, quote.text), docUid: now });
    const told = verdictNames[answer.verdict] ?? "";
    counts[truth] = (counts[truth] ?? 0) + 1;
    const isPlaced = truth !== "moved" && truth !== "unchanged" ? true : answer.spanNow?.address === addressAt(at);
    if (told !== truth || !isPlaced)
      wrong.push(
        `${quote.at.join(" ")} "${quote.text.slice(0, 60)}" is ${truth} ${at}, told ${told} ${answer.spanNow?.address ?? ""}`,
      );
    if (told === "changed" && truth === "changed" && answer.nearest && answer.differences.length === 0)
      wrong.push(`${quote.at.join(" ")} is changed without a difference`);
  };
  for (const quote of before) {
    const truth = truths.get(quote.id);
    if (truth) await judge(quote, truth.truth, truth.at);
  }
  const after = new Map(quotesOf(amended.bill).map((quote) => [quote.id, quote.at.join(" ")]));
  for (const { from, words, to } of amended.torn) {
    const quote = before.find(({ id }) => id === from);
    const at = after.get(to) ?? "";
    if (quote) await judge({ at: quote.at, text: words }, quote.at.join(" ") === at ? "unchanged" : "moved", at);
  }
  return { wrong, counts };
};

describeWithData("amendments made to articles of BW Boek 7", "law-bwb-2012", (folder) => {
  const base: Bill = { articles: articlesIn(readFileSync(join(folder, "BWBR0005290.xml"), "utf8"), 120) };

  it.each([
    ["with identifiers", true, 1],
    ["without identifiers", false, 101],
  ] as const)("are each told as what they are, %s", async (_, hasKeys, firstSeed) => {
    const told: string[] = [];
    const counts: Record<string, number> = {};
    let made = 0;
    for (let seed = firstSeed; seed < firstSeed + draws(3); seed++) {
      const amended = amend(base, seed, 12);
      made += amended.made.length;
      const { wrong, counts: some } = await follow(base, amended, hasKeys);
      told.push(...wrong.map((line) => `seed ${seed}: ${line}`));
      for (const [truth, count] of Object.entries(some)) counts[truth] = (counts[truth] ?? 0) + count;
    }
    console.info(`${made} amendments ${hasKeys ? "with" : "without"} identifiers: ${JSON.stringify(counts)}`);
    expect(told).toEqual([]);
    expect(made).toBeGreaterThanOrEqual(draws(33));
  });
});
