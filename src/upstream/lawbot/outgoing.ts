import type { SpanQuery } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { checkOutgoing } from "../../tool/exfiltration.ts";

/** The most a locator may hold (span.proto). */
const quoteCharsMax = 8_000;

/** Why an id, a quote or a query may not leave for LawBot. A quote of law may be long and have line breaks; a query may not. */
export const mayNotLeave = ({ locator, query }: SpanQuery): string | undefined => {
  const quoted = [locator?.exactQuote, locator?.contextBefore, locator?.contextAfter].map((text) =>
    checkOutgoing((text ?? "").replaceAll(/[\n\r\t]/g, " "), quoteCharsMax),
  );
  return [checkOutgoing(query), checkOutgoing(locator?.chunkUid ?? ""), ...quoted].find(
    (problem) => problem !== undefined,
  );
};
