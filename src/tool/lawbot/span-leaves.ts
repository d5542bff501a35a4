import type { GetSpansParams } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { Leaves } from "../leaves.ts";

/** The fields that leave when quotes are looked up in the law. The index is the rank of a match, not words. */
export const spanLeaves: Leaves<GetSpansParams> = {
  queries: {
    query: "words",
    locator: {
      docUid: "id",
      chunkUid: "id",
      exactQuote: "quote",
      occurrenceIndex: "number",
      contextBefore: "quote",
      contextAfter: "quote",
      // A version of the law has one text.
      sourceDigest: "stays",
    },
    // Only the Vault resolves places; the adapter sends LawBot none.
    place: {
      named: { page: "stays", heading: "stays", paragraph: "stays", passage: "stays", unit: "stays" },
      startChar: "stays",
      endChar: "stays",
      label: "stays",
      sourceDigest: "stays",
    },
    inForceOn: "day",
  },
};

/** The same of rulings, which have no day in force. */
export const caseSpanLeaves: Leaves<GetSpansParams> = { queries: { ...spanLeaves.queries, inForceOn: "stays" } };
