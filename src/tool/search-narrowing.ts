import { SearchNarrowing } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { ToolRequestParams } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { narrowsWords } from "./refined-query.ts";

/** The words that a search asked for, and what it left out, ascending; no words for a tool that is no search. */
export const searchAsked = (
  params: Pick<ToolRequestParams, "params"> | undefined,
): { readonly query: string; readonly narrowedBy: SearchNarrowing[] } => {
  const asked = params?.params;
  if (asked?.case !== "vaultSearch" && asked?.case !== "lawbotSearch") return { query: "", narrowedBy: [] };
  const { query } = asked.value;
  const words = narrowsWords(query) ? [SearchNarrowing.WORDS] : [];
  if (asked.case === "lawbotSearch") return { query, narrowedBy: words };
  const { kinds, fromIso, toIso, participants } = asked.value;
  return {
    query,
    narrowedBy: [
      ...(kinds.length > 0 ? [SearchNarrowing.KINDS] : []),
      ...(fromIso !== "" || toIso !== "" ? [SearchNarrowing.DAYS] : []),
      ...(participants.some((name) => name.trim() !== "") ? [SearchNarrowing.PEOPLE] : []),
      ...words,
    ],
  };
};
