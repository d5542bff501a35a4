import { useCallback, useEffect, useState } from "react";
import type { DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { useRun } from "./run-store.ts";

/** Documents of a strand, newest first, as far as a page needs them. */
export interface Docs {
  readonly docs: readonly DocSummary[];
  readonly isRead: boolean;
  reload(): Promise<void>;
}

/** So many are listed here; the Vault's own page lists all. */
const docsMax = 200;

/** Reads the documents of a strand, and again on demand. */
export const useDocs = (strandId: string): Docs => {
  const { clients } = useRun();
  const [docs, setDocs] = useState<readonly DocSummary[]>([]);
  const [isRead, setIsRead] = useState(false);
  const reload = useCallback(async () => {
    const answer = await clients.docs.listDocs({ strandId, pageSize: docsMax });
    setDocs(answer.docs);
    setIsRead(true);
  }, [clients, strandId]);
  // What fails here fails in the next call of the run as well, and is told there.
  useEffect(() => void reload().catch(() => setIsRead(true)), [reload]);
  return { docs, isRead, reload };
};
