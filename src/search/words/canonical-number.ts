/** A number as people write it: digits with points and commas between them. */
const grouped = /^(\d{1,3})((?:[.,]\d{3})+)(?:[.,](\d{1,2}))?$/;
const plain = /^(\d+)[.,](\d{1,2})$/;
/** Account numbers of the old kind, and file numbers: groups of digits with points, eight digits or more in all. */
const pointed = /^\d+(?:\.\d+){2,}$/;
const digitsMin = 8;

/**
 * The one form in which amounts and numbers meet, however they are grouped: `2.500`, `2.500,00`, `2,500.00` and `2500,00`
 * are `2500`, `1234,5` is `1234.50`, `12.34.56.789` is `123456789`. Undefined where the number has no other form. Three
 * digits behind one sign are a group of thousands, since lawyers write no thousandths.
 */
export const canonicalNumber = (written: string): string | undefined => {
  const [, head, groups, cents] = grouped.exec(written) ?? [];
  if (head !== undefined && groups !== undefined) {
    // A decimal sign that is also the sign of the groups would be a date or the number of a clause.
    const separators = new Set(groups.replaceAll(/\d/g, ""));
    if (separators.size > 1) return undefined;
    return withCents(head + groups.replaceAll(/[.,]/g, ""), cents);
  }
  const [, whole, part] = plain.exec(written) ?? [];
  if (whole !== undefined) {
    const canonical = withCents(whole, part);
    return canonical === written ? undefined : canonical;
  }
  const digits = pointed.test(written) ? written.replaceAll(".", "") : "";
  return digits.length >= digitsMin ? digits : undefined;
};

const withCents = (whole: string, cents: string | undefined): string =>
  cents === undefined || Number(cents) === 0 ? whole : `${whole}.${cents.padEnd(2, "0")}`;
