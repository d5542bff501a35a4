import { sha256Hex } from "../../sha256.ts";

/** SHA-256 of text parts that cannot be confused with one another, 64 hex. */
export const digestOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const framed = parts.flatMap((part) =>
    typeof part === "string"
      ? [Buffer.from(`${Buffer.byteLength(part)}:${part}`)]
      : [Buffer.from(`${part.length}:`), part],
  );
  return sha256Hex(framed.length === 1 && framed[0] ? framed[0] : Buffer.concat(framed));
};
