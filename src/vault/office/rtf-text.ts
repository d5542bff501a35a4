import { charsetOf } from "./msg-encoding.ts";
import { type RtfEvents, readRtf } from "./rtf-reader.ts";

/** What an RTF file holds: the HTML it was made of, or the text that it shows. */
export interface RtfText {
  readonly kind: "html" | "text";
  readonly text: string;
  /** True when text that is not shown was left out. */
  readonly hidden: boolean;
  /** What stands in headers and footers of pages, each once, in order. */
  readonly edges: readonly string[];
  /** Footnotes and endnotes, in order. */
  readonly footnotes: readonly string[];
  /** Remarks beside the text, in order. */
  readonly comments: readonly string[];
  /** The title that the file says it has; empty where it has none. */
  readonly title: string;
}

/** Open groups; files of word processors stay under fifty. */
const depthMax = 1_000;

/** Destinations whose content is no text of the document. What is marked `\*` and not known is passed over as well. */
const silent = new Set(
  "fonttbl colortbl stylesheet listtable listoverridetable revtbl rsidtbl generator info pict object objdata fldinst bkmkstart bkmkend xe tc themedata datastore mhtmltag atnid atnauthor atndate atnref chftn deleted".split(
    " ",
  ),
);

/** Destinations whose words are kept apart from the text. Title and author are some only inside `info`. */
const aside: ReadonlyMap<string, Sink> = new Map<string, Sink>([
  ..."header headerl headerr headerf footer footerl footerr footerf".split(" ").map((word) => [word, "edge"] as const),
  ["footnote", "footnote"],
  ["annotation", "comment"],
]);
const told: ReadonlyMap<string, Sink> = new Map([
  ["title", "title"],
  ["author", "author"],
]);

/** Where words go. */
type Sink = "text" | "edge" | "footnote" | "comment" | "title" | "author";

/** Controls that stand for characters, in text and, as far as HTML needs it, in HTML. */
const characters: Readonly<Record<string, string>> = {
  par: "\n",
  line: "\n",
  sect: "\n",
  page: "\n",
  row: "\n",
  cell: " | ",
  tab: "\t",
  emdash: "—",
  endash: "–",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  emspace: "\u2003",
  enspace: "\u2002",
  "~": "\u00a0",
  "-": "\u00ad",
  _: "\u2011",
};

/** Windows code pages by a font's character set (RTF 1.9.1, "Font Table"). */
const pageOfCharset: Readonly<Record<number, number>> = {
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

/** What a group inherits from the one around it. */
interface Group {
  readonly isSilent: boolean;
  readonly isInfo: boolean;
  readonly sink: Sink;
  /** Inside a piece of the HTML that the RTF was made of (MS-OXRTFEX 2.1.3.1.3). */
  readonly isTag: boolean;
  /** Between `\htmlrtf` and `\htmlrtf0`: what only readers of RTF are to see. */
  readonly isForRtf: boolean;
  readonly isHidden: boolean;
  readonly isFontTable: boolean;
  readonly font: number;
  /** Bytes to pass over behind a `\u`. */
  readonly fallback: number;
}

/**
 * The text of an RTF file. RTF that Outlook made of HTML or of plain text (MS-OXRTFEX) gives back just that; any other
 * gives what it shows: a line for each paragraph, cells parted by ` | `, hidden and deleted text, headers, pictures and
 * field codes left out. Undefined for what is no RTF or is nested too deep.
 */
export const rtfText = (bytes: Uint8Array): RtfText | undefined => {
  if (new TextDecoder("latin1").decode(bytes.subarray(0, 5)) !== "{\\rtf") return undefined;
  const walker = new RtfWalker();
  readRtf(bytes, walker);
  return walker.finish();
};

class RtfWalker implements RtfEvents {
  #group: Group = {
    isSilent: false,
    isInfo: false,
    sink: "text",
    isTag: false,
    isForRtf: false,
    isHidden: false,
    isFontTable: false,
    font: -1,
    fallback: 1,
  };
  readonly #around: Group[] = [];
  readonly #out: Record<Sink, string[]> = {
    text: [],
    edge: [],
    footnote: [],
    comment: [],
    title: [],
    author: [],
  };
  #bytes: number[] = [];
  #bytesPage = 0;
  #kind: "html" | "text" | "rtf" = "rtf";
  #defaultPage = 1252;
  readonly #fontPages = new Map<number, number>();
  /** The font that the font table is at. */
  #listed = 0;
  /** True behind `\*` until the word that names the destination. */
  #isOptional = false;
  #skip = 0;
  #hidden = false;
  #tooDeep = false;

  open(): void {
    this.#flush();
    if (this.#around.length >= depthMax) this.#tooDeep = true;
    else this.#around.push(this.#group);
    this.#isOptional = false;
    this.#skip = 0;
  }

  close(): void {
    this.#flush();
    this.#group = this.#around.pop() ?? this.#group;
    this.#isOptional = false;
    this.#skip = 0;
  }

  control(word: string, value: number | undefined): void {
    if (word === "*") {
      this.#isOptional = true;
      return;
    }
    const wasOptional = this.#isOptional;
    this.#isOptional = false;
    const destination = aside.get(word);
    const fact = this.#group.isInfo ? told.get(word) : undefined;
    if (word === "htmltag") this.#set({ isTag: true });
    else if (destination !== undefined) this.#aside(destination);
    else if (fact !== undefined) this.#set({ isSilent: false, sink: fact });
    else if (word === "info") this.#set({ isSilent: true, isInfo: true });
    else if (silent.has(word) && word !== "deleted") this.#set({ isSilent: true, isFontTable: word === "fonttbl" });
    else if (wasOptional) this.#set({ isSilent: true });
    else this.#format(word, value);
  }

  byte(byte: number): void {
    this.#isOptional = false;
    if (this.#skip > 0) {
      this.#skip--;
      return;
    }
    if (!this.#isShown()) return;
    const page = this.#fontPages.get(this.#group.font) ?? this.#defaultPage;
    if (page !== this.#bytesPage) this.#flush();
    this.#bytesPage = page;
    this.#bytes.push(byte);
  }

  finish(): RtfText | undefined {
    this.#flush();
    if (this.#tooDeep) return undefined;
    const said = (sink: Sink): string => this.#out[sink].join("");
    const each = (sink: Sink): string[] =>
      said(sink)
        .split("\0")
        .map((words) => words.trim())
        .filter((words) => words !== "");
    return {
      kind: this.#kind === "html" ? "html" : "text",
      text: said("text"),
      hidden: this.#hidden,
      edges: [...new Set(each("edge"))],
      footnotes: each("footnote"),
      comments: each("comment"),
      title: said("title"),
    };
  }

  /** A header begins: the words of one are parted from those of the next by a sign that no text has. */
  #aside(sink: Sink): void {
    this.#set({ sink });
    this.#out[sink].push("\0");
  }

  #set(change: Partial<Group>): void {
    this.#flush();
    this.#group = { ...this.#group, ...change };
  }

  #format(word: string, value: number | undefined): void {
    const shown = characters[word];
    if (word === "fromhtml") this.#kind = "html";
    else if (word === "fromtext") this.#kind = "text";
    else if (word === "htmlrtf") this.#set({ isForRtf: value !== 0 });
    else if (word === "ansicpg") this.#defaultPage = value ?? this.#defaultPage;
    else if (word === "f") this.#font(value ?? 0);
    else if (word === "fcharset" || word === "cpg") this.#fontPage(word, value ?? 0);
    else if (word === "plain") this.#set({ isHidden: false });
    else if (word === "v" || word === "deleted") this.#set({ isHidden: value !== 0 });
    else if (word === "uc") this.#set({ fallback: Math.max(0, Math.min(value ?? 1, 100)) });
    else if (word === "u") this.#unicode(value ?? 0);
    else if (shown !== undefined) this.#add(shown);
  }

  #font(number: number): void {
    if (this.#group.isFontTable) this.#listed = number;
    else this.#set({ font: number });
  }

  #fontPage(word: string, value: number): void {
    const page = word === "cpg" ? value : pageOfCharset[value];
    if (this.#group.isFontTable && page !== undefined) this.#fontPages.set(this.#listed, page);
  }

  /** `\uN` with N from -32768 to 65535, then as many bytes for readers that do not know it. */
  #unicode(value: number): void {
    this.#add(String.fromCharCode(value & 0xffff));
    this.#skip = this.#group.fallback;
  }

  #add(text: string): void {
    this.#flush();
    this.#skip = 0;
    if (this.#isShown()) this.#write(text);
  }

  #write(text: string): void {
    this.#out[this.#group.sink].push(this.#kind === "html" && !this.#group.isTag ? escaped(text) : text);
  }

  #isShown(): boolean {
    const { isSilent, isForRtf, isTag, isHidden } = this.#group;
    if (isSilent || (this.#kind === "html" && isForRtf && !isTag)) return false;
    if (isHidden && this.#kind !== "html") this.#hidden = true;
    return this.#kind === "html" || !(isHidden || isTag);
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const text = decode(Uint8Array.from(this.#bytes), this.#bytesPage);
    this.#bytes = [];
    this.#write(text);
  }
}

/** Outside of its tags the HTML's own signs were written as tags; a sign that was not is meant as text. */
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "\r\n");

const decode = (bytes: Uint8Array, page: number): string => {
  try {
    return new TextDecoder(charsetOf(page)).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
};
