import { OdfChanges } from "./odf-changes.ts";
import { OdfNumbering } from "./odf-numbering.ts";
import type { OpenDocument } from "./odf-package.ts";
import { type OdfContext, OdfText } from "./odf-text.ts";
import { at, childrenOf, wordsOf, type XmlElement } from "./office-package.ts";
import type { Slide } from "./slides.ts";

/** The slides of an OpenDocument presentation (part 3, 10.2). */
export const readPages = ({ body, styles, styleLists }: OpenDocument): Slide[] =>
  childrenOf(body, "page").map((page, i) => {
    // Lists of one page have nothing to do with those of another.
    const context: OdfContext = { styles, numbering: new OdfNumbering(styleLists), changes: new OdfChanges(undefined) };
    const walked = (element: XmlElement | undefined): OdfText => new OdfText(context).blocks(without(element));
    const shown = walked(page);
    return {
      number: i + 1,
      isUnseen: styles.isHidden("drawing-page", page.attributes["style-name"]) === true,
      lines: shown.lines,
      notes: walked(at(page, "notes")).lines,
      remarks: shown.remarks.map((remark) => ({
        author: wordsOf(at(remark, "creator")),
        dateText: wordsOf(at(remark, "date")),
        lines: walked(remark).lines,
      })),
    };
  });

/** An element without the notes below it, and without the frames that repeat on every page what the place of it tells. */
const without = (element: XmlElement | undefined): XmlElement | undefined =>
  element && {
    ...element,
    children: element.children.filter(
      (child) =>
        typeof child === "string" ||
        (child.name !== "notes" && child.attributes.class !== "page-number" && child.attributes.class !== "header"),
    ),
  };
