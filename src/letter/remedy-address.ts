import { type AddressBlock, addressSaid } from "./address-blocks.ts";
import { letterForms } from "./forms.ts";
import { part, type Said } from "./lines.ts";

/** Where a sentence ends; the full stops of an abbreviation (`t.a.v.`) end none. */
const ends = /(?<=[\p{Ll}\d)]{2}[.!?])\s+(?=\P{Ll})|\n/gu;

/**
 * Where a decision says that what is done against it goes (`Stuur uw bezwaarschrift naar UWV, afdeling Bezwaar en Beroep, Postbus …`):
 * the first sentence that names such a paper and gives an address. Undefined: none does.
 */
export const remedyAddress = (body: Said): Pick<AddressBlock, "names" | "address"> | undefined => {
  let from = 0;
  const borders = [...body.value.matchAll(ends)].map(({ index, 0: mark }) => ({ index, next: index + mark.length }));
  for (const { index, next } of [...borders, { index: body.value.length, next: body.value.length }]) {
    const sentence = part(body, from, index);
    from = next;
    const said = letterForms.remedy.test(sentence.value) ? sentTo(sentence) : undefined;
    if (said) return said;
  }
  return undefined;
};

/** The address behind the last word of sending that stands in front of its first mark. */
const sentTo = (sentence: Said): Pick<AddressBlock, "names" | "address"> | undefined => {
  const first = sentence.value.search(/[,:;]/u);
  const before = sentence.value.slice(0, first < 0 ? sentence.value.length : first);
  const sending = [...before.matchAll(letterForms.sending)].at(-1);
  if (!sending) return undefined;
  const end = sentence.value.replace(/[.!?]+$/u, "").length;
  return addressSaid(part(sentence, sending.index + sending[0].length, end));
};
