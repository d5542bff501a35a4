const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/**
 * HTML with its tags taken out and nothing else understood: a second reading, against which the first is held. It knows only
 * which elements hold no words at all.
 */
export const withoutTags = (markup: string): string =>
  markup
    .replace(/<!--[\s\S]*?(?:-->|$)/g, " ")
    .replace(
      /<(script|style|title|iframe|noembed|noframes|template|select|object|svg|math)\b[\s\S]*?(?:<\/\1\s*>|$)/gi,
      " ",
    )
    .replace(/<!\[[^\]>]*\]>/g, " ")
    .replace(/<(?:[a-z/!?](?:"[^"]*"|'[^']*'|[^'">])*)(?:>|$)/gi, " ")
    // Quotes that are not closed.
    .replace(/<[a-z/][^<>]*>/gi, " ")
    .replace(
      /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));?/gi,
      (_, hex?: string, decimal?: string, name?: string) =>
        name === undefined
          ? signOf(Number.parseInt(hex ?? decimal ?? "", hex === undefined ? 10 : 16))
          : (named[name] ?? " "),
    );

const signOf = (code: number): string =>
  code >= 0xa0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : code < 0x80
      ? String.fromCharCode(code)
      : " ";
