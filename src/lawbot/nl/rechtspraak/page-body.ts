import { blocks, isHidden, silent } from "../../../html/html-elements.ts";
import { type HtmlElement, type HtmlNode, textIn } from "../../../html/html-tree.ts";
import { collapse } from "../../text/collapse.ts";
import type { RulingBlocks } from "./blocks.ts";

/** What a class of the page's markup is in the XML that the page is made of. */
const byClass: ReadonlyMap<string, string> = new Map([
  ["uitspraak-info", "uitspraak.info"],
  ["conclusie-info", "conclusie.info"],
  ["section", "section"],
  ["paragroup", "paragroup"],
  ["parablock", "parablock"],
  ["bridgehead", "bridgehead"],
  ["nr", "nr"],
]);
/** The same for elements of HTML that the XML has a name of its own for. */
const byName: ReadonlyMap<string, string> = new Map([
  ["section", "section"],
  ["table", "informaltable"],
  ["thead", "thead"],
  ["tbody", "tbody"],
  ["tr", "row"],
  ["td", "entry"],
  ["th", "entry"],
  ["ul", "itemizedlist"],
  ["ol", "orderedlist"],
  ["li", "listitem"],
  ["img", "mediaobject"],
]);
/** What any other element of HTML is there: a heading, a paragraph where it begins and ends a line, else words in a line. */
const plainly = (name: string): string => {
  if (/^h[1-6]$/.test(name)) return "title";
  return blocks.has(name) ? "para" : "emphasis";
};
/** Words in front of an item that only mark it: a sign, a number, a letter or a Roman one. */
const itemMark = /^(?:[^\p{L}\p{N}\s]|\(?(?:\d{1,3}|\p{L}|[ivxlc]{1,6})[.)°]?)$/u;

/** Leads the markup of a ruling's words to where the words of its XML go, so that both forms give the same units. */
export class PageBody {
  readonly #blocks: RulingBlocks;

  constructor(blocks: RulingBlocks) {
    this.#blocks = blocks;
  }

  /** The editors' summary, which stands in the record. */
  summary(element: HtmlElement): void {
    this.#within("inhoudsindicatie", element.children);
  }

  /** The words of the court; `elements` are those of the page, among which footnotes may stand behind them. */
  body(element: HtmlElement, elements: readonly HtmlElement[]): void {
    this.#within("uitspraak", element.children);
    const inside = new Set(footnotesIn(element));
    for (const each of elements) if (isFootnote(each) && !inside.has(each)) this.#footnote(each);
  }

  #within(name: string, children: readonly HtmlNode[]): void {
    this.#blocks.open(name, {});
    for (const child of children) this.#visit(child);
    this.#blocks.close();
  }

  #visit(node: HtmlNode): void {
    if ("text" in node) return void this.#blocks.text(node.text);
    const { name, attributes, children } = node;
    if (silent.has(name) || isHidden(name, attributes) || isNoteMark(node)) return;
    const classes = classesOf(node);
    if (name === "br" || classes.includes("linebreak")) return void this.#blocks.lineBreak();
    if (isFootnote(node)) return void this.#footnote(node);
    const known = classes.map((each) => byClass.get(each)).find(Boolean) ?? byName.get(name) ?? plainly(name);
    this.#within(known, known === "listitem" ? withoutMark(children) : children);
  }

  #footnote(element: HtmlElement): void {
    const words = wordsOf(element);
    const [written = "", label = ""] = /^\[?(\d{1,4})\]?[.:]?\s+/.exec(words) ?? [];
    this.#blocks.open("footnote", { label });
    this.#blocks.text(words.slice(written.length));
    this.#blocks.close();
  }
}

const classesOf = ({ attributes }: HtmlElement): string[] => (attributes.get("class") ?? "").split(/\s+/);

const isFootnote = (element: HtmlElement): boolean => classesOf(element).includes("footnote");

const footnotesIn = (element: HtmlElement): HtmlElement[] =>
  isFootnote(element) ? [element] : element.children.flatMap((each) => ("text" in each ? [] : footnotesIn(each)));

/** The mark of a footnote in running words: a number that leads to a place on the same page. */
const isNoteMark = (element: HtmlElement): boolean =>
  element.name === "a" &&
  (element.attributes.get("href") ?? "").includes("#") &&
  /^\[?\d{1,4}\]?$/.test(wordsOf(element));

/** The XML holds no marks of items, and the page draws them in an element of their own before the item's words. */
const withoutMark = (children: readonly HtmlNode[]): readonly HtmlNode[] => {
  const first = children.findIndex((each) => !("text" in each) || each.text.trim() !== "");
  const mark = children[first];
  const behind = children.slice(first + 1).some((each) => !("text" in each));
  if (mark === undefined || !behind) return children;
  const words = "text" in mark ? mark.text.trim() : wordsOf(mark);
  return itemMark.test(words) ? children.slice(first + 1) : children;
};

/** The words of an element, white space collapsed. */
export const wordsOf = (element: HtmlElement | undefined): string => collapse(element ? [textIn(element)] : []);
