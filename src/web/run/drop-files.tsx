import { lazy, Suspense, useState } from "react";
import type { ImportedItem } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { type ChosenFile, filesChosen, filesDropped } from "../vault/dropped-files.ts";
import type { ImportTally } from "../vault/import-tally.ts";
import type { LockedFiles } from "../vault/locked-files.ts";
import { useWords } from "../words/use-words.ts";
import { useRun } from "./run-store.ts";

// Nobody needs them before files have gone up.
const ImportReport = lazy(async () => ({ default: (await import("../vault/import-report.tsx")).ImportReport }));
const OpenLocked = lazy(async () => ({ default: (await import("../vault/open-locked.tsx")).OpenLocked }));

/** How far the files are: the share of all that is done, with words. */
interface Far {
  readonly share: number;
  readonly text: string;
}

/** Where files are dropped or chosen, and how far they are. They go up as the Vault's own page sends them. */
export const DropFiles = ({ onDone }: { readonly onDone: () => Promise<void> | void }) => {
  const { say } = useWords();
  const { act, isBusy } = useRun();
  const [isOver, setIsOver] = useState(false);
  const [far, setFar] = useState<Far>();
  const [tally, setTally] = useState<ImportTally>();
  const send = useSending(setFar);
  const [locked, setLocked] = useState<LockedFiles>();
  const sendTo = (files: readonly ChosenFile[], opening: LockedFiles, before: ImportTally): void => {
    if (files.length === 0) return;
    void act(async () => {
      const { tallied } = await import("../vault/import-tally.ts");
      setTally(undefined);
      for (const file of files) opening.chosen(file);
      const rows = await send(files, opening.passwords);
      setTally(tallied(before, opening.told(rows)));
      setLocked(opening);
      await onDone();
      return undefined;
    });
  };
  const take = async (files: readonly ChosenFile[]): Promise<void> => {
    const [locks, tallies] = await Promise.all([
      import("../vault/locked-files.ts"),
      import("../vault/import-tally.ts"),
    ]);
    sendTo(files, new locks.LockedFiles(), tallies.emptyTally);
  };
  return (
    <>
      <label
        className={`drop${isOver ? " drop-over" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          void filesDropped(event.dataTransfer.items).then(take);
        }}
      >
        <span>{say("page.drop-mails-letters-and-other-files-here")}</span>
        <span className="drop-choose">{say("page.or-choose-files")}</span>
        <input
          type="file"
          multiple
          disabled={isBusy}
          onChange={(event) => {
            void take(filesChosen(event.target.files ?? []));
            // The same file may be chosen again.
            event.target.value = "";
          }}
        />
      </label>
      {far ? (
        <p role="status">
          <progress max={1} value={far.share} aria-label={far.text} /> {far.text}
        </p>
      ) : null}
      {tally && locked ? (
        <Suspense fallback={null}>
          <OpenLocked
            rows={locked.rows}
            isBusy={isBusy}
            onPassword={(password) => sendTo(locked.tryWith(password), locked, tally)}
          />
          <ImportReport tally={tally} />
        </Suspense>
      ) : null}
    </>
  );
};

/** Sends files one after another and tells how far they are; gives a row for each document in them. */
const useSending = (tell: (far: Far | undefined) => void) => {
  const { say } = useWords();
  const { clients, view } = useRun();
  return async (files: readonly ChosenFile[], passwords: readonly string[]): Promise<ImportedItem[]> => {
    const rows: ImportedItem[] = [];
    const [{ sendFile }, uploads] = await Promise.all([import("../vault/send-file.ts"), clients.uploads()]);
    const { signal } = new AbortController();
    try {
      for (const [at, chosen] of files.entries()) {
        const told = (part: number) =>
          tell({
            share: (at + part) / files.length,
            text: say("page.of-files", { at: at + 1, filesCount: files.length }),
          });
        told(0);
        if (chosen.file.size === 0) continue;
        await sendFile(uploads, { strandId: view.context.strandId, passwords }, chosen, signal, {
          sent: (bytes) => told(bytes / chosen.file.size / 2),
          row: (row) => rows.push(row),
          reading: () => told(0.5),
          broke: () => tell({ share: at / files.length, text: say("page.the-connection-broke-it-goes-on-by-itself") }),
        });
      }
    } finally {
      tell(undefined);
    }
    return rows;
  };
};
