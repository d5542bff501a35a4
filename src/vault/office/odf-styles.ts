import { at, childrenOf, type XmlElement } from "./office-package.ts";

/** Longest chain of styles that are based on one another; real ones stay under ten. */
const chainMax = 32;

/** What the styles of an OpenDocument file say of how words are shown (OpenDocument 1.3 part 3, 16). */
export class OdfStyles {
  readonly #styles = new Map<string, XmlElement>();

  /** @param lists elements that hold styles, the more general ones first */
  constructor(lists: readonly (XmlElement | undefined)[]) {
    for (const list of lists)
      for (const style of childrenOf(list, "style"))
        this.#styles.set(`${style.attributes.family ?? ""} ${style.attributes.name ?? ""}`, style);
  }

  /** Whether words have a line through them; undefined where no style says so. */
  isStruck(family: string, name: string | undefined): boolean | undefined {
    return this.#look(family, name, (style) => {
      const { "text-line-through-style": line, "text-line-through-type": type } =
        at(style, "text-properties")?.attributes ?? {};
      const said = line ?? type;
      return said === undefined ? undefined : said !== "none";
    });
  }

  /** Whether words, a table or a slide are shown nowhere; undefined where no style says so. */
  isHidden(family: string, name: string | undefined): boolean | undefined {
    return this.#look(family, name, (style) => {
      const shown =
        at(style, "text-properties")?.attributes.display ?? at(style, "table-properties")?.attributes.display;
      const isSlideShown = at(style, "drawing-page-properties")?.attributes.visibility;
      if (shown !== undefined) return shown === "none" || shown === "false";
      return isSlideShown === undefined ? undefined : isSlideShown === "hidden";
    });
  }

  #look(family: string, name: string | undefined, of: (style: XmlElement) => boolean | undefined): boolean | undefined {
    let next = name;
    for (let left = chainMax; next !== undefined && left > 0; left--) {
      const style = this.#styles.get(`${family} ${next}`);
      if (style === undefined) return undefined;
      const said = of(style);
      if (said !== undefined) return said;
      next = style.attributes["parent-style-name"];
    }
    return undefined;
  }
}
