import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { LawFile } from "./lawbot-client.ts";
import { bytesOf } from "./xml.ts";

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const heading = (label: string, nr: string, title: string): string =>
  `<kop><label>${label}</label><nr>${nr}</nr>${title ? `<titel>${escaped(title)}</titel>` : ""}</kop>`;

/** Articles of a plain-text state of BW Boek 7, with leden and items where the lines say so. */
const articleXml = (number: string, lines: readonly string[]): string => {
  const text = lines.map((line) => line.trim()).filter(Boolean);
  if (text.join(" ") === "[Vervallen]" || /^\[Vervallen/.test(text[0] ?? ""))
    return `<artikel status="vervallen">${heading("Artikel", number, "")}<al><redactie>Vervallen</redactie></al></artikel>`;
  let inside = "";
  let lid = "";
  let items = "";
  const endItems = () => {
    inside += items ? `<lijst>${items}</lijst>` : "";
    items = "";
  };
  for (const line of lines.filter((each) => each.trim())) {
    const [, nr = "", words = ""] = /^(\d+[a-z]?)\.?\t\s*(.*)$/.exec(line) ?? [];
    const [, mark = "", item = ""] = /^\t+([a-z]{1,2}|\d{1,2}°?)\.\t\s*(.*)$/.exec(line) ?? [];
    if (mark) items += `<li><li.nr>${mark}.</li.nr><al>${escaped(item)}</al></li>`;
    else endItems();
    if (nr) {
      inside += `${lid}<lid><lidnr>${nr}</lidnr><al>${escaped(words)}</al>`;
      lid = "</lid>";
    } else if (!mark) inside += `<al>${escaped(line.trim().replace(/\t+/g, " "))}</al>`;
  }
  endItems();
  inside += lid;
  return `<artikel>${heading("Artikel", number, "")}${inside}</artikel>`;
};

/** A plain-text state turned into the older XML form, so that the importer itself reads it. */
export const bw7State = (file: string, validFrom: string): LawFile => {
  const text = gunzipSync(readFileSync(file)).toString("utf8").replaceAll("\r", "");
  const parts = text.split(/^Artikel (\d+[a-z]*)[^\S\n]*$/m);
  let articles = "";
  const seen = new Set<string>();
  for (let at = 1; at < parts.length; at += 2) {
    const number = parts[at] ?? "";
    if (seen.has(number)) continue;
    seen.add(number);
    const own = (parts[at + 1] ?? "").split(/^(?:Afdeling|Titel|§|Boek|Onderafdeling)\s/m)[0] ?? "";
    articles += articleXml(number, own.split("\n"));
  }
  const xml = `<wetgeving bwb-id="BWBR0005290" soort="wet"><intitule>Burgerlijk Wetboek Boek 7</intitule><wet-besluit><wettekst><boek><kop><label>Boek</label><nr>7</nr></kop>${articles}</boek></wettekst></wet-besluit></wetgeving>`;
  return { path: "BWBR0005290.xml", validFrom, bytes: bytesOf(xml) };
};
