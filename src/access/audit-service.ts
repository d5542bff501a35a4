import { create, type MessageShape } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  type AuditService,
  ListAccessRequestSchema,
  ListAccessResponseSchema,
} from "../../gen/pincite/audit/v1/audit_service_pb.ts";
import type { LogPage, LogPages } from "./log-pages.ts";

/** The house's pages, of what this service lists. */
export interface LogPaging {
  page(
    schema: typeof ListAccessRequestSchema,
    request: MessageShape<typeof ListAccessRequestSchema>,
    read: (key: string | undefined, limit: number) => Promise<LogPage>,
  ): Promise<{ rows: LogPage["rows"][number][]; nextPageToken: string }>;
}

/** AuditService: who had access to what. */
export const auditService = (pages: LogPages, paging: LogPaging): ServiceImpl<typeof AuditService> => ({
  async listAccess(request) {
    const { rows, nextPageToken } = await paging.page(ListAccessRequestSchema, request, (place, limit) =>
      pages.page(request, place, limit),
    );
    return create(ListAccessResponseSchema, { entries: rows, nextPageToken });
  },
});
