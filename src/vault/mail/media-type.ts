const token = /^([!#$%&'*+.^_`|~0-9a-z-]+)\/([!#$%&'*+.^_`|~0-9a-z-]+)/;

/**
 * The media type that a Content-Type names: its tokens, and whatever programs write behind them left off. What is none means
 * the default of its place (RFC 2045 5.2), which is text/plain, or message/rfc822 in a digest.
 */
export const mediaTypeOf = (value: string, ownType: string): string => {
  const match = token.exec(value);
  if (match === null) return /^text\b/.test(value) ? "text/plain" : ownType;
  return match[0];
};
