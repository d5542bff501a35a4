import { inEnglish, worded } from "../../messages/said.ts";
import { ImportRefusal } from "../reader/port.ts";
import { OdfStyles } from "./odf-styles.ts";
import { at, childrenOf, OfficePackage, type XmlElement } from "./office-package.ts";

/** An OpenDocument file, opened (OASIS OpenDocument 1.3). */
export interface OpenDocument {
  readonly parts: OfficePackage;
  /** What stands in `office:body`: the element of the document's own kind. */
  readonly body: XmlElement;
  readonly styles: OdfStyles;
  /** The elements that hold styles, the more general ones first. */
  readonly styleLists: readonly (XmlElement | undefined)[];
  /** Pages' headers and footers stand in its master styles. */
  readonly master: XmlElement | undefined;
  /** Such as its title and when it was saved. */
  readonly meta: XmlElement | undefined;
}

/**
 * Opens an OpenDocument package whose body is of one kind. Errors: `ImportRefusal` for another kind, for what is protected by a
 * password, and for whatever the package itself is refused for.
 */
export const openDocument = (original: Uint8Array, kind: "text" | "spreadsheet" | "presentation"): OpenDocument => {
  const parts = new OfficePackage(original, wordsInOpenDocument);
  if (isEncrypted(parts)) throw new ImportRefusal(inEnglish(worded("import.locked-not-opened-here")));
  const content = parts.xml("content.xml");
  const body = at(content, "body", kind);
  if (body === undefined)
    throw new ImportRefusal(
      "it is no document of LibreOffice that can be read; open it there, save it again and import that",
    );
  const shared = parts.xml("styles.xml", false);
  const styleLists = [at(shared, "styles"), at(shared, "automatic-styles"), at(content, "automatic-styles")];
  return {
    parts,
    body,
    styles: new OdfStyles(styleLists),
    styleLists,
    master: at(shared, "master-styles"),
    meta: at(parts.xml("meta.xml", false), "meta"),
  };
};

/** Part 2, 3.4: the manifest says of each part how it is encrypted; LibreOffice also packs a whole package into one. */
const isEncrypted = (parts: OfficePackage): boolean => {
  if (parts.names().includes("encrypted-package")) return true;
  const manifest = new TextDecoder().decode(parts.bytes("META-INF/manifest.xml") ?? new Uint8Array());
  return /<(?:\w+:)?encryption-data\b/.test(manifest);
};

/** What is no word of the text: deleted words, who remarked something and when, binary data. */
const unsaid =
  /<(text:tracked-changes|dc:creator|dc:date|text:ruby-text|office:binary-data|svg:title|svg:desc|text:hidden-text|office:automatic-styles|office:scripts|text:sender-initials|meta:creator-initials|loext:sender-initials|table:tracked-changes|text:note-citation|number:text)\b[^<>]*(?:\/>|>[\s\S]*?<\/\1>)/g;

/** The words of `content.xml` by a plainer reading. */
const wordsInOpenDocument = (xml: string): string =>
  xml
    .replace(unsaid, "")
    .replace(
      /<\/(?:text:p|text:h|table:table-cell)>|<(?:text:(?:tab|line-break|s|note)|office:annotation|draw:frame)\b/g,
      "\n$&",
    )
    .replace(/<[^<>]*>/g, "")
    .replace(/&[#\w]{1,10};/g, " ");

/**
 * The kinds of pages that a text has: the first of all, those that a style of it begins (19.501), and those that follow them. Templates
 * bring others along, and what stands above those is on no page of the text.
 */
export const pagesIn = ({ master, styleLists }: OpenDocument): XmlElement[] => {
  const all = childrenOf(master, "master-page");
  const begun = styleLists.flatMap((list) =>
    childrenOf(list, "style").map((style) => style.attributes["master-page-name"]),
  );
  const next = new Map(all.map(({ attributes }) => [attributes.name, attributes["next-style-name"]]));
  const used = new Set<string | undefined>([undefined]);
  for (const first of [all[0]?.attributes.name, ...begun])
    for (let name = first; !used.has(name); name = next.get(name)) used.add(name);
  return all.filter(({ attributes }) => attributes.name !== undefined && used.has(attributes.name));
};

/** The elements below that bear a name, in order, those inside one another included. */
export const allNamed = (element: XmlElement | undefined, name: string): XmlElement[] =>
  childrenOf(element).flatMap((child) => (child.name === name ? [child] : allNamed(child, name)));
