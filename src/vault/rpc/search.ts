import type { ServiceImpl } from "@connectrpc/connect";
import type { EvidenceSearchResult } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { SearchRequestSchema, type VaultSearchService } from "../../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { pageScope } from "../../wire/page-token.ts";
import { rankSentences } from "../candidates/candidates.ts";
import { nextPageToken, pageLimit, readPageToken } from "../page.ts";
import { searchStrand } from "../search.ts";
import type { Vault } from "../vault.ts";

export const searchService = (vault: Vault): ServiceImpl<typeof VaultSearchService> => ({
  async search(request) {
    const strand = await vault.strand(request.strandId);
    const scope = pageScope(SearchRequestSchema, request, vault.owner);
    const { offset } = readPageToken(vault.tokens, request.pageToken, scope, strand.revision);
    const response = await searchStrand(strand, request, { offset, limit: pageLimit(request.pageSize, 20) });
    const result = response.result as EvidenceSearchResult;
    const next = offset + result.candidates.length;
    // The revision of the result, not the strand's of now: an import may have finished in between.
    result.nextPageToken = nextPageToken(vault.tokens, next, result.totalCount, scope, result.corpusRevision);
    return response;
  },

  async rankSentences(request) {
    return rankSentences(await vault.strand(request.strandId), request);
  },
});
