import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import type { DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import {
  GetThreadRequestSchema,
  GetThreadResponseSchema,
  ListThreadsRequestSchema,
  ListThreadsResponseSchema,
  type ThreadsService,
} from "../../../gen/pincite/vault/v1/threads_service_pb.ts";
import { pageScope } from "../../wire/page-token.ts";
import { nextPageToken, pageLimit, readPageToken } from "../page.ts";
import { listThreads, threadMessages, threadSummary } from "../thread-summary.ts";
import type { Vault } from "../vault.ts";

export const threadsService = (vault: Vault): ServiceImpl<typeof ThreadsService> => ({
  async listThreads(request) {
    const strand = await vault.strand(request.strandId);
    const scope = pageScope(ListThreadsRequestSchema, request, vault.owner);
    const { offset } = readPageToken(vault.tokens, request.pageToken, scope, strand.revision);
    const limit = pageLimit(request.pageSize, 50);
    // One more than is given tells whether there is a next page.
    const found = await listThreads(strand, request.query, { offset, limit: limit + 1 });
    const threads = found.slice(0, limit);
    const total = offset + found.length;
    const next = nextPageToken(vault.tokens, offset + threads.length, total, scope, strand.revision);
    return create(ListThreadsResponseSchema, { threads, nextPageToken: next });
  },

  async getThread(request) {
    const strand = await vault.strand(request.strandId);
    const scope = pageScope(GetThreadRequestSchema, request, vault.owner);
    const { offset } = readPageToken(vault.tokens, request.pageToken, scope, strand.revision);
    const members = threadMessages(strand, request.threadUid);
    const page = members.slice(offset, offset + pageLimit(request.pageSize, 50));
    return create(GetThreadResponseSchema, {
      thread: threadSummary(strand.catalogue, members),
      messages: page.map((docUid) => strand.catalogue.summary(docUid) as DocSummary),
      nextPageToken: nextPageToken(vault.tokens, offset + page.length, members.length, scope, strand.revision),
    });
  },
});
