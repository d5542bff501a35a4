import { readFileSync } from "node:fs";
import type { Reference } from "./editors-references.ts";

const link =
  /<extref\b[^>]*\bdoc="(?:1\.0:v:|jci1\.31?:[cv]:)(BWB[RV]\d{7})((?:&amp;|&)[^"]*)"[^>]*>([\s\S]*?)<\/extref>/g;

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The characters of a stretch of XML: notes and bookkeeping out, inline elements with their words, entities read. */
const plain = (xml: string): string =>
  xml
    .replace(/<(noot|meta-data)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]*>/g, "")
    .replace(/&#x([0-9a-f]+);/gi, (_, digits) => String.fromCodePoint(Number.parseInt(digits, 16)))
    .replace(/&#(\d+);/g, (_, digits) => String.fromCodePoint(Number(digits)))
    .replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole)
    .replace(/\s+/g, " ");

/** A text of the Basiswettenbestand with the links that its editors set in it, each with its place. */
export interface LinkedText {
  readonly text: string;
  readonly links: readonly (Reference & { readonly start: number; readonly end: number })[];
}

/**
 * Reads a file of the Basiswettenbestand as its text, a line for each block, with the links to articles of other
 * regulations. Notes and bookkeeping are left out.
 */
export const linkedText = (file: string): LinkedText => {
  const xml = readFileSync(file, "utf8");
  const source = { bwb_id: /bwb-id="(BWB[RV]\d{7})"/.exec(xml)?.[1] ?? "" };
  const links: LinkedText["links"][number][] = [];
  let text = "";
  for (const block of xml.split(/<\/?(?:al|entry|considerans\.al|term|titel|li\.nr|lidnr|nr|label)\b[^>]*>/)) {
    let from = 0;
    for (const match of block.matchAll(link)) {
      const [whole, bwbId = "", parts = "", inside = ""] = match;
      text += plain(block.slice(from, match.index));
      const start = text.length;
      text += plain(inside);
      from = match.index + whole.length;
      const artikel = /(?:&|&amp;)artikel=([^&"]+)/.exec(parts)?.[1];
      if (!artikel) continue;
      const locatie = { artikel: decodeURIComponent(artikel.replaceAll("+", " ")).replaceAll("_", " ") };
      const about = { source, kind: "extref" as const, before: "", after: "", bwb_id: bwbId, locatie };
      links.push({ ...about, text: text.slice(start).trim(), start, end: text.length });
    }
    text += `${plain(block.slice(from))}\n`;
  }
  return { text: text.replace(/(?<=\n)[ \n]+/g, (gap) => "\n".padEnd(gap.length, " ")), links };
};
