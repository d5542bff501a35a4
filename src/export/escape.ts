import { spelledOut } from "#kit/unseen.ts";

/**
 * Text of strangers as Markdown that shows exactly its characters and is nothing but text: no link, no HTML, no heading,
 * no list, in CommonMark and in its usual extensions (GFM tables, autolinks, math, attribute lists). White space collapses
 * to single spaces, because a line break could begin a block.
 */
export const escapeMarkdown = (text: string): string =>
  shownText(text)
    .split(linkLike)
    .map((part, at) => (at % 2 === 1 ? linkWord(part) : escapeInline(part, at === 0)))
    .join("");

/**
 * Words that some renderers make a link of without any Markdown around them. Escapes do not help there: several renderers
 * look for them after escapes were read. Inside a code span no renderer looks.
 */
const linkLike = /([^\s<>|`]*(?:[a-z][a-z0-9+.-]*:\/\/|www\.|mailto:|xmpp:|@)[^\s<>|`]*)/iu;

/** The marks around such a word are of the sentence: a code span holds neither its full stop nor its quotation marks. */
const marked = /^(?<before>[\p{Pi}\p{Ps}"']*)(?<word>.*?)(?<after>[\p{Pf}\p{Pi}\p{Pe}"'.,;:!?…]*)$/su;

const linkWord = (part: string): string => {
  const { before = "", word = part, after = "" } = marked.exec(part)?.groups ?? {};
  return `${escapeInline(before, false)}${codeSpan(word)}${escapeInline(after, false)}`;
};

/** No word in it has a backtick, so one fence is enough. */
const codeSpan = (word: string): string => `\`${word}\``;

const escapeInline = (text: string, atStart: boolean): string => {
  const escaped = text
    .replace(/&/gu, "&amp;")
    .replace(/</gu, "&lt;")
    .replace(/>/gu, "&gt;")
    // An escaped backtick could still close a code span beside it; an entity cannot.
    .replace(/`/gu, "&#96;")
    .replace(/[\\*_{}[\]|~$^]/gu, "\\$&");
  return atStart ? escapeStart(escaped) : escaped;
};

/** What makes a block only where a line begins: headings, lists, rules, numbered lists, directives. */
const escapeStart = (text: string): string =>
  text.replace(/^([#+\-=:!])/u, "\\$1").replace(/^(\d{1,9})([.)])/u, "$1\\$2");

/**
 * Text of strangers as HTML that shows exactly its characters and is nothing but text, between tags and in a quoted
 * attribute. White space collapses to single spaces, as in Markdown.
 */
export const escapeHtml = (text: string): string =>
  shownText(text)
    .replace(/&/gu, "&amp;")
    .replace(/</gu, "&lt;")
    .replace(/>/gu, "&gt;")
    .replace(/"/gu, "&quot;")
    .replace(/'/gu, "&#39;");

/** Text of strangers as it is shown: on one line, what nobody sees written out. A printer that escapes by itself needs no more. */
export const shownText = (text: string): string => spelledOut(text.replace(/[\s\u0085]+/gu, " ").trim(), ["[", "]"]);
