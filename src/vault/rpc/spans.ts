import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  ResolveIdsResponseSchema,
  ResolveSpansResponseSchema,
  type SpanEntryResult,
  type VaultSpanService,
} from "../../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import { onPages } from "../on-pages.ts";
import { pageLimit } from "../page.ts";
import { resolveEntry, resolveIds } from "../passages.ts";
import type { Vault } from "../vault.ts";

const passagesUsual = 3;
const passagesMax = 20;

export const spanService = (vault: Vault): ServiceImpl<typeof VaultSpanService> => ({
  async resolveSpans(request) {
    const strand = await vault.strand(request.strandId);
    const limit = pageLimit(request.passagesMax, passagesUsual, passagesMax);
    const results: SpanEntryResult[] = [];
    for (const entry of request.entries) results.push(await resolveEntry(strand, entry, limit));
    return create(ResolveSpansResponseSchema, { results });
  },

  async resolveIds(request) {
    const strand = await vault.strand(request.strandId);
    const limit = pageLimit(request.passagesMax, passagesUsual, passagesMax);
    const results = await resolveIds(strand, {
      evidenceIds: request.evidenceIds,
      query: request.query,
      passagesMax: limit,
    });
    return create(ResolveIdsResponseSchema, { results });
  },

  async locateOnPages(request) {
    return onPages(await vault.strand(request.strandId), request);
  },
});
