/** Whether a language tag (BCP 47) is one of Dutch, such as `nl` or `nl-BE`. */
export const isDutch = (tag: string | undefined): boolean => /^nl(?![a-z])/iu.test(tag ?? "");
