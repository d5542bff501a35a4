/** Whether a word can be the number of an article, a chapter or an annex: `7`, `7a`, `IV`, `B`. */
export const isRomanOrNumber = (word: string): boolean => /^(?:\d[\p{L}\d./-]*|[IVXLC]{1,7}|\p{Lu})$/u.test(word);

/** A mark in front of an item as lists have it: `(a)`, `1.`, `(iii)`, `—`. */
export const isMark = (words: string): boolean => /^(?:[([]?[\p{L}\p{N}]{1,6}[a-z]?[)\].°]{0,2}|[—–•·-])$/u.test(words);
