import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, type TreeAdapter } from "parse5";
import { ImportRefusal } from "../confined/import-refusal.ts";

/** An element or a stretch of text; comments and doctypes are left out. */
export type HtmlNode = HtmlElement | { readonly text: string };

export interface HtmlElement {
  /** In lower case. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly HtmlNode[];
}

/** Every word of an element, in order, as its markup has them. */
export const textIn = ({ children }: HtmlElement): string =>
  children.map((child) => ("text" in child ? child.text : textIn(child))).join("");

type Given = DefaultTreeAdapterMap["node"];

/** Real pages stay under two hundred; the parser's cost for each element grows with how many are open around it. */
const nestingMax = 1_000;
/** Elements that the parser makes: those of the markup, and those it opens anew after markup that crosses itself. */
const elementsMax = 1_000_000;

/**
 * Parses as the HTML standard says (13.2, with parse5), scripting disabled. Errors: `ImportRefusal` for markup that is nested
 * deeper than any page, or crosses itself so that it would grow without end.
 */
export const parseHtml = (html: string): HtmlNode[] =>
  parse(html, { treeAdapter: bounded(), scriptingEnabled: false }).childNodes.flatMap(nodesOf);

const nodesOf = (given: Given): HtmlNode[] => {
  if ("value" in given) return [{ text: given.value }];
  if (!("tagName" in given)) return [];
  const children = "content" in given ? given.content.childNodes : given.childNodes;
  const attributes = new Map(given.attrs.map(({ name, value }) => [name, value]));
  return [{ name: given.tagName, attributes, children: children.flatMap(nodesOf) }];
};

/** The library's own tree, with what hostile markup may cost counted while it is built. */
const bounded = (): TreeAdapter<DefaultTreeAdapterMap> => {
  let [open, made] = [0, 0];
  return {
    ...defaultTreeAdapter,
    createElement(name, namespace, attributes) {
      if (++made > elementsMax) throw refused(`its HTML makes more than ${elementsMax} elements`);
      return defaultTreeAdapter.createElement(name, namespace, attributes);
    },
    onItemPush() {
      if (++open > nestingMax) throw refused(`its HTML is nested more than ${nestingMax} elements deep`);
    },
    onItemPop() {
      open--;
    },
  };
};

const refused = (why: string): ImportRefusal => new ImportRefusal(`${why}; save what it shows as text and import that`);
