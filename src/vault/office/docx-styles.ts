import { at, childrenOf, type XmlElement } from "./office-package.ts";

/** Longest chain of styles that are based on one another; real ones stay under ten. */
const chainMax = 32;

/** Whether a property that is either on or off is on; undefined where it is not stated. */
export const isOn = (property: XmlElement | undefined): boolean | undefined =>
  property === undefined ? undefined : !/^(?:0|false|off)$/.test(property.attributes.val ?? "");

/** What the styles of a Word document say of how words are shown, by themselves or by what they are based on (ECMA-376 part 1, 17.7). */
export class DocxStyles {
  readonly #all: ReadonlyMap<string, XmlElement>;
  readonly #known = new Map<string, boolean | undefined>();

  constructor(styles: XmlElement | undefined) {
    this.#all = new Map(childrenOf(styles, "style").map((style) => [style.attributes.styleId ?? "", style]));
  }

  /** Whether a run is not shown. */
  isHidden(run: XmlElement, paragraphStyle: string): boolean {
    return this.#isOn(run, paragraphStyle, "vanish");
  }

  /** Whether a run has a line through it, or two (17.3.2.37, 17.3.2.9). */
  isStruck(run: XmlElement, paragraphStyle: string): boolean {
    return this.#isOn(run, paragraphStyle, "strike") || this.#isOn(run, paragraphStyle, "dstrike");
  }

  /** By itself, else by its character style, else by the paragraph's. */
  #isOn(run: XmlElement, paragraphStyle: string, property: string): boolean {
    const stated = isOn(at(run, "rPr", property));
    if (stated !== undefined) return stated;
    const style = at(run, "rPr", "rStyle")?.attributes.val;
    return (this.#has(style, property) ?? this.#has(paragraphStyle, property)) === true;
  }

  #has(id: string | undefined, property: string): boolean | undefined {
    if (id === undefined) return undefined;
    const key = `${property} ${id}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#stated(id, property, chainMax));
    return this.#known.get(key);
  }

  #stated(id: string | undefined, property: string, left: number): boolean | undefined {
    const style = id === undefined || left === 0 ? undefined : this.#all.get(id);
    if (style === undefined) return undefined;
    return isOn(at(style, "rPr", property)) ?? this.#stated(at(style, "basedOn")?.attributes.val, property, left - 1);
  }
}
