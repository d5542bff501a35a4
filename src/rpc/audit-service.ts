import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  type AuditService,
  GetReceiptResponseSchema,
  ListEventsRequestSchema,
  ListEventsResponseSchema,
  ListReceiptsRequestSchema,
  ListReceiptsResponseSchema,
  VerifyReceiptResponseSchema,
} from "../../gen/pincite/receipt/v1/audit_service_pb.ts";
import { type Audit, holds } from "../engine/read/audit.ts";
import type { Paging } from "./paging.ts";

/** AuditService: receipts, their keys, the journal and counts, for those who check. */
export const auditService = (audit: Audit, paging: Paging): ServiceImpl<typeof AuditService> => ({
  async listReceipts(request) {
    const { rows, nextPageToken } = await paging.page(ListReceiptsRequestSchema, request, (key, limit) =>
      audit.receipts.list(request.runId, key, limit),
    );
    return create(ListReceiptsResponseSchema, { receipts: rows, nextPageToken });
  },

  async getReceipt({ id }) {
    const { statement, receipt, ref } = await audit.receipts.get(id);
    return create(GetReceiptResponseSchema, { statement, receipt, ref });
  },

  async verifyReceipt({ receipt }) {
    const checks = await audit.check(receipt);
    return create(VerifyReceiptResponseSchema, { valid: holds(checks), checks });
  },

  getKeys: () => audit.keys(),

  async listEvents(request) {
    const { rows, nextPageToken } = await paging.page(ListEventsRequestSchema, request, (key, limit) =>
      audit.events(request.runId, key, limit),
    );
    return create(ListEventsResponseSchema, { events: rows, nextPageToken });
  },

  getTelemetry: ({ runId }) => audit.telemetry.counts(runId),
});
