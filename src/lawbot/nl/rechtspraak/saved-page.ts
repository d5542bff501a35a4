import { ecliOfLine, type RulingField, rulingBodies, rulingFields } from "#kit/ruling-page.ts";
import { isHidden, silent } from "../../../html/html-elements.ts";
import { type HtmlElement, type HtmlNode, parseHtml } from "../../../html/html-tree.ts";
import { Refusal } from "../../port/reading.ts";
import { RulingBlocks } from "./blocks.ts";
import { PageBody, wordsOf } from "./page-body.ts";
import { noRuling, oneEcli, paperMetadata } from "./paper-record.ts";
import type { RulingPaper } from "./ruling-paper.ts";

/** In UTF-16 units: the longest ruling at hand has a page of a million. */
const markupCharsMax = 16 * 1024 * 1024;

/** Reads a ruling's page as a browser saves it. Throws Refusal for any other page, ImportRefusal for one that is nested without end. */
export const readSavedPage = (bytes: Uint8Array): RulingPaper => {
  const elements = elementsOf(parseHtml(decoded(bytes)));
  const body = elements.find((each) => bodyOf(each) !== undefined);
  const ecli = oneEcli(
    elements.filter(({ name }) => isHeading(name)).flatMap((each) => ecliOfLine(wordsOf(each)) ?? []),
  );
  const values = fieldsOf(elements);
  if (!body && !values.has("court")) throw noRuling(`it names ${ecli} and shows neither its record nor its words`);
  const kind = (body && bodyOf(body)) ?? "";
  const blocks = new RulingBlocks();
  const page = new PageBody(blocks);
  const summary = values.get("summary");
  if (summary) page.summary(summary);
  if (body) page.body(body, elements);
  const fields = new Map([...values].map(([field, value]) => [field, linesIn(value)]));
  const title = wordsOf(elements.find(({ name }) => name === "title"));
  return {
    events: blocks.events,
    unknown: blocks.unknown,
    metadata: paperMetadata(fields, { ecli, kind, title }),
    isOpinion: kind === rulingBodies[1],
    withoutText: body === undefined,
  };
};

const decoded = (bytes: Uint8Array): string => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.length <= markupCharsMax) return text;
  } catch {
    throw new Refusal("ENCODING", "the page is not valid UTF-8; save it again as a web page, HTML only, in UTF-8");
  }
  throw new Refusal("TOO_LARGE", "its HTML is longer than 16 million characters; no ruling is");
};

/** Every element that is shown, in the order of the page. */
const elementsOf = (nodes: readonly HtmlNode[]): HtmlElement[] => {
  const found: HtmlElement[] = [];
  const rest = [...nodes].reverse();
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if ("text" in node || isHidden(node.name, node.attributes)) continue;
    if (node.name === "title") found.push(node);
    if (silent.has(node.name) && node.name !== "head") continue;
    found.push(node);
    for (let at = node.children.length - 1; at >= 0; at--) rest.push(node.children[at] as HtmlNode);
  }
  return found;
};

const isHeading = (name: string): boolean => /^h[1-6]$/.test(name);

/** Whether an element holds the words of a ruling or an opinion, and which. */
const bodyOf = ({ name, attributes }: HtmlElement): string | undefined => {
  if (name !== "div") return undefined;
  const classes = (attributes.get("class") ?? "").split(/\s+/);
  return rulingBodies.find((each) => classes.includes(each.toLowerCase()));
};

/** Fields of the page: what stands in the element behind a label. The first of two of one label counts. */
const fieldsOf = (elements: readonly HtmlElement[]): ReadonlyMap<RulingField, HtmlElement> => {
  const fields = new Map<RulingField, HtmlElement>();
  for (const { children } of elements) {
    const inside = children.filter((each): each is HtmlElement => !("text" in each));
    for (const [at, label] of inside.entries()) {
      const field = labelNames.has(label.name) ? rulingFields.get(wordsOf(label).replace(/\s*:$/, "")) : undefined;
      const value = inside[at + 1];
      if (field && value && !fields.has(field)) fields.set(field, value);
    }
  }
  return fields;
};

const labelNames = new Set(["label", "dt", "th"]);

/** Lines of a value: each element that it holds is one, else its words are. */
const linesIn = (value: HtmlElement): string[] => {
  const inside = value.children.filter((each): each is HtmlElement => !("text" in each) && each.name !== "br");
  const lines = inside.length > 0 ? inside.map(wordsOf) : [wordsOf(value)];
  return lines.filter(Boolean);
};
