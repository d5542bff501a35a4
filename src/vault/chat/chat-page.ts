import { type HtmlElement, type HtmlNode, parseHtml } from "../../html/html-tree.ts";
import { cleanedLine } from "../mail/cleaned-line.ts";
import { htmlLines } from "../mail/html-text.ts";
import { dayReadings } from "./chat-days.ts";
import { chatForms, type PageForm, type PageSelector } from "./chat-forms.ts";
import type { ChatMessage } from "./chat-segments.ts";
import { sentOn } from "./sent-on.ts";

/** A line of the page's text that is not empty; UTF-16 places. */
interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface ChatPage {
  readonly messages: readonly ChatMessage[];
  /** What the page says the conversation is called; empty: nothing. */
  readonly title: string;
}

/**
 * The messages of a page that a chat program draws; undefined: it is no such page. An element whose lines are not those of the text is
 * passed over, so that its words are nobody's.
 *
 * @param markup of the page
 * @param text the page as canonical text
 */
export const chatInPage = (markup: string, text: string): ChatPage | undefined => {
  const form = chatForms.pages.find(({ item, body }) => [item, body].every(({ value }) => markup.includes(value)));
  if (form === undefined) return undefined;
  const lines = [...text.matchAll(/[^\n]*\S[^\n]*/gu)].map(({ 0: line, index }) => ({
    text: line,
    start: index,
    end: index + line.length,
  }));
  const page = parseHtml(markup);
  const messages: ChatMessage[] = [];
  let [from, before] = [0, ""];
  for (const item of elementsIn(page, form.item)) {
    const name = nameIn(item, form, before);
    before = name;
    const own = linesOf([item]);
    const at = placeOf(lines, own, from);
    if (at < 0) continue;
    from = at + own.length;
    messages.push(...messageIn(item, name, form, lines.slice(at, from)));
  }
  if (!messages.some(({ isSaid }) => isSaid)) return undefined;
  return { messages, title: linesOf(elementsIn(page, form.title)).join(" ") };
};

/** The name that stands at an item, or at the one before where it has none because it is by the same person. */
const nameIn = (item: HtmlElement, form: PageForm, before: string): string => {
  const [author] = elementsIn(without(item, form.forwarded), form.author);
  if (author !== undefined) {
    const name = linesOf(author.children).join(" ");
    const end = form.behindName === undefined ? -1 : name.lastIndexOf(form.behindName);
    return end < 0 ? name : name.slice(0, end);
  }
  return isOne(item, form.joined) ? before : "";
};

const messageIn = (item: HtmlElement, name: string, form: PageForm, lines: readonly Line[]): ChatMessage[] => {
  const [body] = elementsIn([item], form.body);
  const said = linesOf(body ? without(body, form.answered) : without(item, undefined, "time"));
  // The words stand behind the head, and behind the message that they answer.
  const at = placeOf(lines.toReversed(), said.toReversed(), 0);
  const first = at < 0 ? undefined : lines[lines.length - at - said.length];
  const last = lines[lines.length - 1 - at];
  if (said.length === 0 || first === undefined || last === undefined) return [];
  const isSaid = body !== undefined && name !== "" && elementsIn([item], form.forwarded).length === 0;
  // What is answered is somebody else's: it stays between the messages.
  const isAnswer = body !== undefined && elementsIn([body], form.answered).length > 0;
  return [
    {
      start: isAnswer ? first.start : (lines[0]?.start ?? first.start),
      said: first.start,
      end: last.end,
      isSaid,
      speaker: isSaid && form.nameless?.includes(name) !== true ? name : "",
      when: whenOf(item, form),
    },
  ];
};

/** A page that shows day and hour of whoever kept it has no instant beside them. */
const whenOf = (item: HtmlElement, form: PageForm): string => {
  if (form.date === undefined)
    return sentOn(Date.parse(elementsIn([item], undefined, "time")[0]?.attributes.get("datetime") ?? ""), "");
  const [, day = "", month = "", year = "", time = ""] =
    /^(\d{2})\.(\d{2})\.(\d{4}) (\d{2}:\d{2})(?::\d{2})?(?: UTC|$)/u.exec(
      elementsIn([item], form.date)[0]?.attributes.get("title") ?? "",
    ) ?? [];
  const [reading] = dayReadings([`${year}-${month}-${day}`], [true]);
  return reading?.[0] === undefined ? "" : `${reading[0]} ${time}`;
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

const isOne = (element: HtmlElement, selector: PageSelector | undefined, name?: string): boolean => {
  if (name !== undefined) return element.name === name;
  const value = selector && element.attributes.get(selector.attribute);
  if (value === undefined || selector?.attribute !== "class") return value !== undefined && value === selector?.value;
  const words = value.split(/\s+/u);
  return selector.value.split(" ").every((word) => words.includes(word));
};

/** The outermost elements that are so, in order. */
const elementsIn = (nodes: readonly HtmlNode[], selector: PageSelector | undefined, name?: string): HtmlElement[] =>
  nodes.flatMap((node) => {
    if ("text" in node) return [];
    return isOne(node, selector, name) ? [node] : elementsIn(node.children, selector, name);
  });

/** The children of an element without what is so among all below it. */
const without = (element: HtmlElement, selector: PageSelector | undefined, name?: string): HtmlNode[] =>
  element.children.flatMap((child): HtmlNode[] => {
    if ("text" in child) return [child];
    return isOne(child, selector, name) ? [] : [{ ...child, children: without(child, selector, name) }];
  });
