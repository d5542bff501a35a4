import { describe, expect, it } from "vitest";
import { madeSentences, passed } from "./made/made.ts";

describe("information that stands in no evidence", () => {
  it.each(["nl", "en"] as const)(
    "is refused where it stands, in every form of %s, whatever its sentence is called",
    (language) => {
      const sentences = madeSentences(1).filter((one) => one.language === language && one.class !== "role");
      // Of a thousand forms those that are known to pass are no more than a handful; their names stand with the figures.
      expect(passed(sentences).length).toBeLessThanOrEqual(language === "nl" ? 3 : 0);
    },
  );

  // `€ ５.０００`: digits that look like digits are digits, in every class of token that is written with them.
  it.each(["nl", "en"] as const)(
    "is refused where its digits are full-width ones, in every class of %s",
    (language) => {
      const sentences = madeSentences(1)
        .filter((one) => one.language === language && /\d/u.test(one.text.slice(one.start, one.end)))
        .map((one) => ({
          ...one,
          text: one.text.replaceAll(/\d/gu, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
        }));
      const classes = new Set(sentences.map((one) => one.class));
      for (const each of ["date", "sum", "number", "percentage", "time", "reference"]) expect(classes).toContain(each);
      // Those that pass with usual digits too are no matter of digits.
      const lost = passed(sentences);
      const usual = passed(madeSentences(1).filter(({ form }) => lost.some((one) => one.form === form)));
      expect(lost.length).toBe(usual.length);
    },
  );
});
