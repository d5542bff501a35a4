import { ImportRefusal } from "../reader/port.ts";
import { drawnLines, drawnRows } from "./drawn-text.ts";
import { cleanedLine, type Line } from "./lines.ts";
import { unseen } from "./marks.ts";
import { at, childrenOf, type OfficePackage, wordsInOpenXml, wordsOf, type XmlElement } from "./office-package.ts";
import type { Slide, SlideRemark } from "./slides.ts";

/** The slides of a PresentationML file in the order in which they are shown (ECMA-376 part 1, 19). Errors: `ImportRefusal` for what is none. */
export const readSlides = (parts: OfficePackage): Slide[] => {
  const main = parts.main("ppt/presentation.xml");
  const presentation = parts.xml(main);
  if (presentation?.name !== "presentation")
    throw new ImportRefusal("it is no presentation that can be read; save it as .pptx and import that");
  const targets = parts.related(main, "slide");
  const authors = authorsOf(parts, main);
  const ids = childrenOf(at(presentation, "sldIdLst"), "sldId").map(({ attributes }) => attributes.id ?? "");
  return ids.map((id, i) => slideOf(parts, targets.get(id) ?? "", i + 1, authors));
};

const slideOf = (parts: OfficePackage, part: string, number: number, authors: ReadonlyMap<string, string>): Slide => {
  const slide = parts.xml(part);
  const related = (type: string): (XmlElement | undefined)[] =>
    [...parts.related(part, type).values()].map((target) => parts.xml(target));
  const diagrams = related("diagramData").flatMap((data) =>
    childrenOf(at(data, "ptLst"), "pt").flatMap((point) => drawnLines(at(point, "t"))),
  );
  const notes = related("notesSlide").flatMap((sheet) => shapesOf(at(sheet, "cSld", "spTree")).flatMap(linesOf));
  return {
    number,
    isUnseen: /^(?:0|false)$/.test(slide?.attributes.show ?? ""),
    lines: [...shapesOf(at(slide, "cSld", "spTree")).flatMap(linesOf), ...diagrams],
    notes,
    remarks: related("comments").flatMap((list) => remarksOf(list, authors)),
  };
};

/** The words of a part of a presentation by a plainer reading: the number of a slide is told by its place. */
export const wordsInSlide = (xml: string): string =>
  wordsInOpenXml(xml.replace(/<(?:\w+:)?fld\s[^<>]*type="slidenum"[^<>]*>[\s\S]*?<\/(?:\w+:)?fld>/g, ""));

/** Shapes, those in groups included, in the order in which they are drawn; what older programs would show instead is passed over. */
const shapesOf = (tree: XmlElement | undefined): XmlElement[] =>
  childrenOf(tree).flatMap((child) => {
    if (child.name === "sp" || child.name === "graphicFrame") return [child];
    return /^(?:grpSp|AlternateContent|Choice)$/.test(child.name) ? shapesOf(child) : [];
  });

/** For which of a layout's places a shape stands, such as `title`, `body`, `ftr`, `sldNum`. */
const placeholderOf = (shape: XmlElement): string | undefined => {
  const placeholder = at(shape, "nvSpPr", "nvPr", "ph");
  return placeholder && (placeholder.attributes.type ?? "body");
};

const linesOf = (shape: XmlElement): Line[] => {
  const kind = placeholderOf(shape);
  // The number of a slide is told by its place.
  if (kind === "sldNum") return [];
  if (shape.name === "graphicFrame") return tablesIn(shape).flatMap(drawnRows);
  const isHidden = /^(?:1|true)$/.test(at(shape, "nvSpPr", "cNvPr")?.attributes.hidden ?? "");
  const element = isHidden
    ? unseen
    : kind === "ftr" || kind === "dt" || kind === "hdr"
      ? { element: "footer", label: "page footer", flags: ["repeated"] }
      : undefined;
  const lines = drawnLines(at(shape, "txBody"));
  if (element === undefined) return lines;
  return lines.map((line) => ({ ...line, marks: [{ start: 0, end: line.text.length, ...element }, ...line.marks] }));
};

const tablesIn = (element: XmlElement): XmlElement[] =>
  childrenOf(element).flatMap((child) => (child.name === "tbl" ? [child] : tablesIn(child)));

/** Who remarks, by id, in the older form (19.4) and in that of 2018. */
const authorsOf = (parts: OfficePackage, main: string): ReadonlyMap<string, string> =>
  new Map(
    ["commentAuthors", "authors"].flatMap((type) =>
      [...parts.related(main, type).values()].flatMap((target) =>
        childrenOf(parts.xml(target)).map(({ attributes: { id = "", name = "" } }) => [id, name] as const),
      ),
    ),
  );

const remarksOf = (list: XmlElement | undefined, authors: ReadonlyMap<string, string>): SlideRemark[] =>
  childrenOf(list, "cm").flatMap((remark) => [
    remarkOf(remark, authors),
    ...childrenOf(at(remark, "replyLst"), "reply").map((reply) => remarkOf(reply, authors)),
  ]);

const remarkOf = (remark: XmlElement, authors: ReadonlyMap<string, string>): SlideRemark => {
  const { authorId = "", dt = "", created = "" } = remark.attributes;
  const older = wordsOf(at(remark, "text"));
  const lines = older === "" ? drawnLines(at(remark, "txBody")) : [cleanedLine(older.trim(), [])];
  return { author: authors.get(authorId) ?? "", dateText: dt || created, lines };
};
