/** A paragraph's number as a word processor writes it (ECMA-376 part 1, 17.18.59); other formats as digits. */
export const inFormat = (value: number, format: string): string => {
  if (format === "lowerLetter" || format === "upperLetter") return cased(letters(value), format === "upperLetter");
  if (format === "lowerRoman" || format === "upperRoman") return cased(roman(value), format === "upperRoman");
  if (format === "decimalZero") return String(value).padStart(2, "0");
  return String(value);
};

const cased = (text: string, isUpper: boolean): string => (isUpper ? text.toUpperCase() : text);

/** a … z, aa … zz: the letter repeated, as word processors count. */
const letters = (value: number): string =>
  String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.min(10, Math.floor((value - 1) / 26) + 1));

const numerals: readonly (readonly [number, string])[] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

const roman = (value: number): string => {
  let [rest, text] = [Math.max(0, Math.min(value, 3999)), ""];
  for (const [size, numeral] of numerals) {
    text += numeral.repeat(Math.floor(rest / size));
    rest %= size;
  }
  return text;
};
