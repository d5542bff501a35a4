import { posix } from "node:path";
import { SaxesParser } from "saxes";
import { type UnpackBudget, unpack } from "../archive/unpack.ts";
import { DamagedZip, type ZipEntry, zipEntries } from "../archive/zip-directory.ts";
import { ImportRefusal } from "../reader/port.ts";

/** An element of an XML part: local names, text pieces in order. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
}

/** What the parts of one document may unpack to, in bytes: XML of real ones stays below twenty megabytes. */
const unpackedBytesMax = 96 * 1024 * 1024;
/** A page of text has about a thousand. */
const elementsMax = 1_000_000;
const depthMax = 256;

/** The parts of an office file: an Office Open XML package (ECMA-376 part 2) or an OpenDocument one (part 2 of 1.3), unpacked when they are asked for. */
export class OfficePackage {
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  readonly #budget: UnpackBudget = { left: unpackedBytesMax };
  readonly #elements = { left: elementsMax };
  readonly #words: string[] = [];
  readonly #wordsIn: (xml: string) => string;

  /**
   * Errors: `ImportRefusal` for what is no zip, is damaged or overlaps.
   * @param wordsIn the words of a part, taken out of its XML as they stand, for the witness
   */
  constructor(original: Uint8Array, wordsIn: (xml: string) => string = wordsInOpenXml) {
    this.#wordsIn = wordsIn;
    this.#entries = new Map(entriesOf(original).map((entry) => [entry.name.replace(/^\//, ""), entry]));
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  bytes(name: string): Uint8Array | undefined {
    const entry = this.#entries.get(name);
    return entry === undefined ? undefined : unpack(entry, this.#budget);
  }

  /** @param isText whether its words are the document's, and belong to the witness; default true */
  xml(name: string, isText = true): XmlElement | undefined {
    const bytes = this.bytes(name);
    if (bytes === undefined) return undefined;
    requireFewTags(bytes, this.#elements.left);
    const text = decodeXml(bytes);
    if (isText) this.#words.push(this.#wordsIn(text));
    return parseXml(text, this.#elements);
  }

  /** The words of every part that was asked for, taken out of its XML as they stand: a second, plainer reading. */
  get witness(): string {
    return this.#words.join("");
  }

  /** Targets of a part's relationships of one type (its last word), by id. */
  related(part: string, type: string): Map<string, string> {
    const folder = posix.dirname(part);
    const file = posix.join(folder === "." ? "" : folder, "_rels", `${part === "" ? "" : posix.basename(part)}.rels`);
    const targets = new Map<string, string>();
    for (const child of this.xml(file)?.children ?? []) {
      if (typeof child === "string" || !child.attributes.Type?.endsWith(`/${type}`)) continue;
      const target = child.attributes.Target ?? "";
      if (child.attributes.TargetMode === "External") continue;
      targets.set(
        child.attributes.Id ?? "",
        target.startsWith("/") ? target.slice(1) : posix.join(folder === "." ? "" : folder, target),
      );
    }
    return targets;
  }

  /** Name of the main part of an Open XML package. @param usual the name that its programs give it, where the package does not say */
  main(usual: string): string {
    return [...this.related("", "officeDocument").values()][0] ?? usual;
  }

  /** The core properties of an Open XML package (ECMA-376 part 2, 11); undefined where it has none. */
  properties(): XmlElement | undefined {
    return this.xml([...this.related("", "core-properties").values()][0] ?? "docProps/core.xml", false);
  }
}

/** A person who has a spreadsheet knows of no archive. */
const entriesOf = (original: Uint8Array): ZipEntry[] => {
  try {
    return zipEntries(original);
  } catch (error) {
    if (!(error instanceof DamagedZip)) throw error;
    throw new ImportRefusal(
      "it is damaged or was not saved whole; open it in the program it was made with, save it again and import that",
      { cause: error },
    );
  }
};

/** What is written in a part, and what ends a word there; a run ends none. */
const written =
  /<(?:\w+:)?t(?:\s[^<>]{0,200})?>([^<]*)<|<\/(?:\w+:)?(?:p|si|is|text)>|<(?:\w+:)?(?:tab|br|cr|noBreakHyphen)\b/g;

/** Readings beside words, which are marked on those and are no words of the line. */
const readings = /<(?:\w+:)?(rt|rPh)(?:\s[^<>]{0,200})?>[\s\S]*?<\/(?:\w+:)?\1>/g;

/** Begin and end of what older programs show in place of what stands before it (part 3, 7.6): the same words once more. */
const fallback = /<(\/?)(?:\w+:)?Fallback(?:\s[^<>]{0,200})?>/;

const withoutFallbacks = (xml: string): string => {
  let depth = 0;
  const [first = "", ...rest] = xml.split(fallback);
  return rest.reduce((kept, part, n) => {
    if (n % 2 === 0) depth = Math.max(0, depth + (part === "/" ? -1 : 1));
    return n % 2 === 0 || depth > 0 ? kept : kept + part;
  }, first);
};

/** The words of a part of an Open XML package, taken out of its XML as they stand. */
export const wordsInOpenXml = (xml: string): string =>
  Array.from(
    withoutFallbacks(xml).replace(readings, "").matchAll(written),
    ([, words]) => words?.replace(/&[#\w]{1,10};|_x[0-9a-fA-F]{4}_/g, " ") ?? "\n",
  ).join("");

const decodeXml = (bytes: Uint8Array): string => {
  const [a, b] = bytes;
  const label = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(label).decode(bytes);
};

/**
 * Counts before anything is made of them: decoding eighteen megabytes takes half a second, and a million elements that are parsed to be thrown away a whole one. Of text in
 * two bytes a sign the bracket is followed, or preceded, by an empty byte, and ends are counted too: nobody writes such parts but by hand.
 */
const requireFewTags = (bytes: Uint8Array, most: number): void => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = view.indexOf(bracket); at >= 0; at = view.indexOf(bracket, at + 1))
    if (!ends.has(view[at + 1] ?? 0) && ++count > most) throw tooMuch();
};

const bracket = 0x3c;

/** What follows the bracket of an end, a comment or an instruction: `/`, `!`, `?`. */
const ends: ReadonlySet<number> = new Set([0x2f, 0x21, 0x3f]);

/** Parses without any entities but XML's own five: a document type is refused, since no Office program writes one. */
const parseXml = (text: string, elements: { left: number }): XmlElement => {
  const root: XmlElement = { name: "", attributes: {}, children: [] };
  const open = [root];
  const localNames = new LocalNames();
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw new ImportRefusal(
      "its XML is damaged; open it in the program it was made with, save it again and import that",
      {
        cause: error,
      },
    );
  });
  parser.on("doctype", () => {
    throw new ImportRefusal(
      "its XML declares a document type, as no office program does; save it again and import that",
    );
  });
  const add = (child: XmlElement | string): void => {
    const parent = open.at(-1);
    // Most elements hold nothing: they share a list.
    if (parent?.children === nothing) (parent as { children: XmlElement["children"] }).children = [child];
    else parent?.children.push(child);
  };
  parser.on("opentag", ({ name, attributes }) => {
    if (open.length > depthMax || --elements.left < 0) throw tooMuch();
    const element: XmlElement = {
      name: localNames.of(name),
      attributes: localKeys(attributes as Record<string, string>, localNames),
      children: nothing,
    };
    add(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.on("text", add);
  parser.on("cdata", add);
  parser.write(text).close();
  return (root.children.find((child) => typeof child !== "string") as XmlElement | undefined) ?? root;
};

/** What is said of XML that no honest document has. */
export const tooMuch = (): ImportRefusal =>
  new ImportRefusal(
    "its XML is nested too deep or has too many elements for a document; save its text and import that",
  );

/** What an element without children has; nobody writes into it. */
const nothing: XmlElement["children"] = [];

/** Names of a part without their prefixes. A part has few, each many times: each is one string. */
class LocalNames {
  readonly #known = new Map<string, string>();

  of(name: string): string {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const local = name.slice(name.indexOf(":") + 1);
    // Of a part that has a name of its own for each element none is kept.
    if (this.#known.size < namesMax) this.#known.set(name, local);
    return local;
  }
}

const namesMax = 10_000;

/** Where two have one local name, as `id` and `r:id` of a slide, the one with a prefix. */
const localKeys = (attributes: Record<string, string>, localNames: LocalNames): Readonly<Record<string, string>> => {
  const names = Object.keys(attributes);
  // Most elements have one or none, and a part has them by the hundred thousand: no list is made for each.
  if (names.length === 0) return noAttributes;
  const keys: Record<string, string> = {};
  for (const name of names) if (!name.includes(":")) keys[name] = attributes[name] ?? "";
  for (const name of names) if (name.includes(":")) keys[localNames.of(name)] = attributes[name] ?? "";
  return keys;
};

const noAttributes: Readonly<Record<string, string>> = Object.freeze({});

export const childrenOf = (element: XmlElement | undefined, name?: string): XmlElement[] =>
  (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== "string" && (name === undefined || child.name === name),
  );

/** The element at the end of a path of child names. */
export const at = (element: XmlElement | undefined, ...path: string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((inner, name) => firstOf(inner, name), element);

const firstOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child): child is XmlElement => typeof child !== "string" && child.name === name);

/** All text inside. */
export const wordsOf = (element: XmlElement | undefined): string =>
  (element?.children ?? []).map((child) => (typeof child === "string" ? child : wordsOf(child))).join("");
