import type { Client } from "@connectrpc/connect";
import type { LawCitationService } from "../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import type { Audit } from "../engine/read/audit.ts";
import type { Views } from "../engine/read/views.ts";
import type { MemoSource } from "../export/read-memo.ts";

/** What exports are read from: the runs of this installation, and LawBot, wherever it is, for citations in full. */
export const memoSource = (
  views: Views,
  { receipts }: Audit,
  lawCitation: Client<typeof LawCitationService>,
): MemoSource => ({
  context: (runId) => views.run(runId),
  content: (digest) => views.content(digest),

  async receipts(runId) {
    const found = new Map<string, string>();
    let after: string | undefined;
    do {
      const { rows, next } = await receipts.list(runId, after, 1_000);
      for (const { receipt } of rows) if (receipt) found.set(receipt.resultId, receipt.receiptId);
      after = next;
    } while (after !== undefined);
    return found;
  },

  citations: async (text) => (await lawCitation.parseCitations({ text })).citations,
});
