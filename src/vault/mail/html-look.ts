import type { HtmlElement } from "../../html/html-tree.ts";

/** How words are shown, as far as it tells who wrote them; empty: as the mail program shows any words. */
export interface Look {
  /** As written, in lower case, black and the window's own colour as empty. */
  readonly colour: string;
  /** The first family, in lower case. */
  readonly font: string;
  /** Colour behind the words. */
  readonly behind: string;
  readonly struck: boolean;
  /** Whether an address is behind the words: programs colour these by themselves. */
  readonly link: string;
  /** Whether they stand in place of a picture. */
  readonly isAlternative: boolean;
}

export const plainLook: Look = { colour: "", font: "", behind: "", struck: false, link: "", isAlternative: false };

const struckElements = new Set(["s", "del", "strike"]);
const ordinary = new Set(["black", "windowtext", "inherit", "initial", "currentcolor", "#000000", "#000001"]);

/** The look of what stands in the element, by its own attributes and what is around it. */
export const lookIn = ({ name, attributes }: HtmlElement, around: Look): Look => {
  if (attributes.size === 0 && !struckElements.has(name)) return around;
  const style = attributes.get("style") ?? "";
  const colour = declared(style, "color") ?? (name === "font" ? attributes.get("color") : undefined);
  const font = declared(style, "font-family") ?? (name === "font" ? attributes.get("face") : undefined);
  const behind = declared(style, "background(?:-color)?") ?? (boxes.has(name) ? attributes.get("bgcolor") : undefined);
  const line = declared(style, "text-decoration(?:-line)?") ?? "";
  const look = {
    colour: colour === undefined ? around.colour : colourName(colour),
    font: font === undefined ? around.font : familyName(font),
    behind: behind === undefined ? around.behind : colourName(behind),
    struck: around.struck || struckElements.has(name) || /line-through/i.test(line),
    link: name === "a" ? (attributes.get("href") ?? "").trim() : around.link,
    isAlternative: false,
  };
  return isSame(look, around) ? around : look;
};

/**
 * Whether words have the colour of what is behind them; white where nothing says what is behind is taken to be behind white, as
 * mail programs show it.
 */
export const isUnseen = ({ colour, behind }: Look): boolean => {
  const [front, back] = [colour || "#000000", behind || "#ffffff"].map((one) => (one === "white" ? "#ffffff" : one));
  return front === back;
};

/** Whether words look alike in everything. */
export const isSame = (one: Look, other: Look): boolean =>
  one.colour === other.colour &&
  one.font === other.font &&
  one.behind === other.behind &&
  one.struck === other.struck &&
  one.link === other.link;

const boxes = new Set(["body", "table", "tr", "td", "th"]);

/** Value of a property in a style attribute; the last one counts (CSS Cascading 4, 6). */
const declared = (style: string, property: string): string | undefined =>
  style === "" ? undefined : [...style.matchAll(new RegExp(`(?:^|;)\\s*${property}\\s*:([^;]*)`, "gi"))].at(-1)?.[1];

/** `rgb(200, 38, 19)`, `#f00` and `Red` as one kind of name each; nothing is said of colours that two kinds name alike. */
export const colourName = (value: string): string => {
  const plain = value
    .replace(/!important/i, "")
    .replace(/\s+/g, "")
    .toLowerCase();
  const parts = /^rgba?\((\d{1,3}),(\d{1,3}),(\d{1,3})/.exec(plain)?.slice(1, 4);
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(plain)?.slice(1, 4);
  const hex =
    parts !== undefined
      ? `#${parts.map((part) => Math.min(255, Number(part)).toString(16).padStart(2, "0")).join("")}`
      : short !== undefined
        ? `#${short.map((digit) => digit + digit).join("")}`
        : plain;
  return ordinary.has(hex) ? "" : hex;
};

const familyName = (value: string): string => (value.split(",")[0] ?? "").replace(/["']/g, "").trim().toLowerCase();

/** The font that a style sheet gives to the paragraphs of the body, as mail programs write it; empty where it gives none. */
export const sheetFont = (sheet: string): string => {
  for (const [, selectors = "", rules = ""] of sheet
    .slice(0, sheetCharsMax)
    .matchAll(/([^{}]{1,500})\{([^{}]{0,2000})\}/g)) {
    const names = selectors.split(",").map((one) =>
      one
        .replace(/^[\s<!-]+/, "")
        .trim()
        .toLowerCase(),
    );
    const font = names.some((one) => paragraphs.has(one)) ? declared(rules, "font-family") : undefined;
    if (font !== undefined) return familyName(font);
  }
  return "";
};

const sheetCharsMax = 100_000;
const paragraphs = new Set(["body", "p", "div", "p.msonormal", "div.msonormal", "li.msonormal"]);
