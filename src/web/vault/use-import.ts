import { createClient } from "@connectrpc/connect";
import { useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { ImportedItem } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { VaultUploadService } from "../../../gen/pincite/vault/v1/vault_upload_service_pb.ts";
import type { ChosenFile } from "./dropped-files.ts";
import { emptyTally, type ImportTally, tallied } from "./import-tally.ts";
import { LockedFiles } from "./locked-files.ts";
import { sendFile } from "./send-file.ts";

/** How an import stands. */
export interface ImportState {
  readonly phase: "idle" | "running" | "broken" | "stopped" | "failed" | "done";
  readonly filesTotal: number;
  readonly filesDone: number;
  /** The file that is under way. */
  readonly path: string;
  readonly sentBytes: number;
  readonly sizeBytes: number;
  readonly isReading: boolean;
  readonly tally: ImportTally;
  /** What a password would open. */
  readonly locked: readonly ImportedItem[];
  readonly error: unknown;
}

const idle: ImportState = {
  phase: "idle",
  filesTotal: 0,
  filesDone: 0,
  path: "",
  sentBytes: 0,
  sizeBytes: 0,
  isReading: false,
  tally: emptyTally,
  locked: [],
  error: undefined,
};

/** Rows come faster than a page can be drawn. */
const drawnEveryMs = 150;

/** Puts files into a strand one after another; what is left after a stop or a broken connection goes on with `goOn`. */
export const useImport = (strandId: string) => {
  const transport = useTransport();
  const queries = useQueryClient();
  const [state, setState] = useState(idle);
  const left = useRef<ChosenFile[]>([]);
  const opening = useRef(new LockedFiles());
  const stopping = useRef<AbortController>(undefined);

  const run = useCallback(async () => {
    const uploads = createClient(VaultUploadService, transport);
    const stop = new AbortController();
    stopping.current = stop;
    const change = (next: Partial<ImportState>) => setState((now) => ({ ...now, ...next }));
    const waiting: ImportedItem[] = [];
    const draw = () => {
      const rows = waiting.splice(0);
      if (rows.length === 0) return;
      const told = opening.current.told(rows);
      setState((now) => ({ ...now, tally: tallied(now.tally, told), locked: opening.current.rows }));
    };
    const timer = setInterval(draw, drawnEveryMs);
    try {
      for (let next = left.current[0]; next !== undefined; next = left.current[0]) {
        change({ phase: "running", path: next.path, sentBytes: 0, sizeBytes: next.file.size, isReading: false });
        // An empty file has nothing to send; the Vault would refuse the request, not the file.
        opening.current.chosen(next);
        if (next.file.size > 0)
          await sendFile(uploads, { strandId, passwords: opening.current.passwords }, next, stop.signal, {
            sent: (sentBytes) => change({ phase: "running", sentBytes }),
            row: (row) => waiting.push(row),
            reading: () => change({ phase: "running", isReading: true }),
            broke: () => change({ phase: "broken" }),
          });
        left.current.shift();
        setState((now) => ({ ...now, filesDone: now.filesDone + 1 }));
      }
      change({ phase: "done" });
    } catch (error) {
      change(stop.signal.aborted ? { phase: "stopped" } : { phase: "failed", error });
    } finally {
      clearInterval(timer);
      draw();
      await queries.invalidateQueries();
    }
  }, [transport, queries, strandId]);

  const begin = useCallback(
    (files: readonly ChosenFile[]) => {
      if (files.length === 0) return;
      const isRunning = left.current.length > 0;
      if (!isRunning) opening.current = new LockedFiles();
      left.current.push(...files);
      setState((now) => ({ ...(isRunning ? now : idle), filesTotal: (isRunning ? now.filesTotal : 0) + files.length }));
      if (!isRunning) void run();
    },
    [run],
  );
  const open = useCallback(
    (password: string) => {
      if (left.current.length > 0) return;
      left.current.push(...opening.current.tryWith(password));
      const filesTotal = left.current.length;
      setState((now) => ({ ...now, filesTotal, filesDone: 0, locked: opening.current.rows }));
      void run();
    },
    [run],
  );
  return { state, begin, open, goOn: () => void run(), stop: () => stopping.current?.abort() };
};
