import { fromBinary } from "@bufbuild/protobuf";
import { type EvidenceSearchResult, EvidenceSearchResultSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { ResolveOutputSchema } from "../../../gen/pincite/tool/v1/tool_output_pb.ts";
import type { ToolFindings } from "../../run/decide.ts";
import type { ToolOutput } from "../run/ports.ts";

/** What the kernel looks at in a tool's output: candidates, and whether it was a search. Other kinds bring no candidates. */
export const findingsOf = (output: ToolOutput | undefined): ToolFindings => {
  if (output?.kind === EvidenceSearchResultSchema.typeName) {
    const { candidates, nothingToSearch } = searchResult(output.bytes);
    // Where there was nothing to search, finding nothing says nothing.
    return { candidates, isSearch: !nothingToSearch };
  }
  if (output?.kind === ResolveOutputSchema.typeName) {
    const items = fromBinary(ResolveOutputSchema, output.bytes).items;
    return { candidates: items.flatMap((item) => item.candidates), isSearch: false };
  }
  return { candidates: [], isSearch: false };
};

/** The search result in these bytes. */
export const searchResult = (bytes: Uint8Array): EvidenceSearchResult => fromBinary(EvidenceSearchResultSchema, bytes);
