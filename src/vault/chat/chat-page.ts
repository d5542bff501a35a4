import { type HtmlElement, type HtmlNode, parseHtml } from "../../html/html-tree.ts";
import { cleanedLine } from "../mail/cleaned-line.ts";
import { htmlLines } from "../mail/html-text.ts";
import { type ChatForms, chatForms } from "./chat-forms.ts";
import type { ChatMessage } from "./chat-segments.ts";
import { sentOn } from "./sent-on.ts";

type PageForm = ChatForms["pages"][number];
type Selector = PageForm["item"];

/** A line of the page's text that is not empty; UTF-16 places. */
interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The messages of a page that a chat program draws; undefined: it is no such page. An element whose lines are not those of the text is
 * passed over, so that its words are nobody's.
 *
 * @param markup of the page
 * @param text the page as canonical text
 */
export const chatInPage = (markup: string, text: string): ChatMessage[] | undefined => {
  const form = chatForms.pages.find(({ item, body }) => [item, body].every(({ value }) => markup.includes(value)));
  if (form === undefined) return undefined;
  const lines = [...text.matchAll(/[^\n]*\S[^\n]*/gu)].map(({ 0: line, index }) => ({
    text: line,
    start: index,
    end: index + line.length,
  }));
  const messages: ChatMessage[] = [];
  let from = 0;
  for (const item of elementsIn(parseHtml(markup), form.item)) {
    const own = linesOf([item]);
    const at = placeOf(lines, own, from);
    if (at < 0) continue;
    from = at + own.length;
    messages.push(...messageIn(item, form, lines.slice(at, from)));
  }
  return messages.some(({ isSaid }) => isSaid) ? messages : undefined;
};

const messageIn = (item: HtmlElement, form: PageForm, lines: readonly Line[]): ChatMessage[] => {
  const [body] = elementsIn([item], form.body);
  const [author] = elementsIn([item], form.author);
  const time = elementsIn([item], undefined, "time")[0]?.attributes.get("datetime") ?? "";
  const said = linesOf(body ? without(body, form.answered) : without(item, undefined, "time"));
  // The words stand behind the head, and behind the message that they answer.
  const at = placeOf(lines.toReversed(), said.toReversed(), 0);
  const first = at < 0 ? undefined : lines[lines.length - at - said.length];
  const last = lines[lines.length - 1 - at];
  if (said.length === 0 || first === undefined || last === undefined) return [];
  const speaker = body && author ? linesOf(author.children).join(" ") : "";
  // What is answered is somebody else's: it stays between the messages.
  const isAnswer = body !== undefined && elementsIn([body], form.answered).length > 0;
  return [
    {
      start: isAnswer ? first.start : (lines[0]?.start ?? first.start),
      said: first.start,
      end: last.end,
      isSaid: speaker !== "",
      speaker,
      when: sentOn(Date.parse(time), ""),
    },
  ];
};

/** Where these lines stand among others, one behind the other; -1: nowhere. */
const placeOf = (lines: readonly Line[], own: readonly string[], from: number): number => {
  if (own.length === 0) return -1;
  for (let at = from; at + own.length <= lines.length; at++)
    if (own.every((line, by) => lines[at + by]?.text === line)) return at;
  return -1;
};

const linesOf = (nodes: readonly HtmlNode[]): string[] =>
  htmlLines(nodes)
    .map((line) => cleanedLine(line).text)
    .filter((line) => line.trim() !== "");

const isOne = (element: HtmlElement, selector: Selector | undefined, name?: string): boolean =>
  name === undefined
    ? selector !== undefined && element.attributes.get(selector.attribute) === selector.value
    : element.name === name;

/** The outermost elements that are so, in order. */
const elementsIn = (nodes: readonly HtmlNode[], selector: Selector | undefined, name?: string): HtmlElement[] =>
  nodes.flatMap((node) => {
    if ("text" in node) return [];
    return isOne(node, selector, name) ? [node] : elementsIn(node.children, selector, name);
  });

/** The children of an element without what is so among all below it. */
const without = (element: HtmlElement, selector: Selector | undefined, name?: string): HtmlNode[] =>
  element.children.flatMap((child): HtmlNode[] => {
    if ("text" in child) return [child];
    return isOne(child, selector, name) ? [] : [{ ...child, children: without(child, selector, name) }];
  });
