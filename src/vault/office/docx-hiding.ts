import { at, childrenOf, type XmlElement } from "./office-package.ts";

/** Longest chain of styles that are based on one another; real ones stay under ten. */
const chainMax = 32;

/** Whether a property that is either on or off is on; undefined where it is not stated. */
export const isOn = (property: XmlElement | undefined): boolean | undefined =>
  property === undefined ? undefined : !/^(?:0|false|off)$/.test(property.attributes.val ?? "");

/** Ids of the styles that hide text (`vanish`), by themselves or by what they are based on (ECMA-376 part 1, 17.7). */
export const hidingStyles = (styles: XmlElement | undefined): ReadonlySet<string> => {
  const all = new Map(childrenOf(styles, "style").map((style) => [style.attributes.styleId ?? "", style]));
  const hides = (id: string | undefined, left: number): boolean => {
    const style = id === undefined || left === 0 ? undefined : all.get(id);
    if (style === undefined) return false;
    return isOn(at(style, "rPr", "vanish")) ?? hides(at(style, "basedOn")?.attributes.val, left - 1);
  };
  return new Set([...all.keys()].filter((id) => hides(id, chainMax)));
};
