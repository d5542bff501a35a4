import type { ImportedItem } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import type { Connection } from "../client/connection.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { progressBar, progressLine, type Reached, shareOf } from "./print/import-progress.ts";
import { reportLines } from "./print/import-report.ts";
import type { Shell } from "./shell.ts";
import type { LeftOut, VaultFiles } from "./vault-files.ts";
import {
  emptyState,
  type ImportOrder,
  type ImportState,
  type ImportWatch,
  importAll,
  importLocked,
  tellLocked,
} from "./vault-import.ts";

/** Who imports, and where. */
interface Importing {
  readonly shell: Shell;
  readonly connection: Connection;
}

/** Told of each row as it comes, and at the end of what was not sent. */
export interface RowsTold {
  row(row: ImportedItem): void;
  end(leftOut: readonly LeftOut[]): void;
}

const toldNowhere: RowsTold = { row: () => undefined, end: () => undefined };

/**
 * Imports what paths name and says what became of it: asks for passwords, shows how far it is, and ends with the report, also where the import
 * failed, since what was done stays done. Gives how far it came. Errors: those of Import, once nothing could be done any more.
 */
export const importPapers = async (
  { shell, connection }: Importing,
  found: VaultFiles,
  asked: Pick<ImportOrder, "strandId" | "dryRun" | "passwords">,
  told: RowsTold = toldNowhere,
): Promise<ImportState> => {
  const order = { ...asked, files: found.files, stop: shell.stop };
  const state = emptyState();
  const watch = { ...watchOf(shell, found), row: (row: ImportedItem) => told.row(row) };
  try {
    await importAll(connection, order, state, watch);
    await openLocked({ shell, connection, order, state, watch });
  } finally {
    tellLocked(state, watch);
    if (shell.isWatched) shell.redraw("");
    const leftOut = [...found.leftOut, ...state.leftOut];
    told.end(leftOut);
    if (state.isAnswered || found.files.length === 0)
      for (const line of reportLines({ tally: state.tally, leftOut, dryRun: asked.dryRun }, shell.speech()))
        shell.say(line);
  }
  return state;
};

/** The server tries so many. */
const passwordsMax = 10;

/** Asks for the password of what is locked, once more for what another one locks, until nothing is or nobody answers. */
const openLocked = async (opening: {
  readonly shell: Shell;
  readonly connection: Connection;
  readonly order: ImportOrder;
  readonly state: ImportState;
  readonly watch: ImportWatch;
}): Promise<void> => {
  const { shell, connection, order, state, watch } = opening;
  const { phrase } = shell.speech();
  const passwords = [...(order.passwords ?? [])];
  while (state.locked.length > 0 && state.doneCount === order.files.length && passwords.length < passwordsMax) {
    if (shell.isWatched) shell.redraw("");
    const [count, names] = [state.locked.length, state.locked.slice(0, namedMax).map(({ path }) => path)];
    const password = await shell.askInSecret(`${phrase("screen.password-for", { count, names: names.join(", ") })} `);
    if (!password) return;
    passwords.push(password);
    await importLocked(connection, { ...order, passwords }, state, watch);
    shell.note(phrase("screen.opened-with-it", { opened: count - state.locked.length, count }));
  }
};

/** Names that stand in a question. */
const namedMax = 3;

/** Errors: CANCELLED when it was stopped, IMPORT_REFUSED when something was refused; what else there was is imported. */
export const requireWhole = ({ files, leftOut }: VaultFiles, state: ImportState): void => {
  if (state.doneCount < files.length) {
    throw new DomainError(
      "CANCELLED",
      worded("help.stopped-after-of-files-run-the-same-command", {
        doneCount: state.doneCount,
        filesCount: files.length,
      }),
    );
  }
  const refused = state.refusedCount + leftOut.length + state.leftOut.length;
  if (refused === 0) return;
  throw new DomainError(
    "IMPORT_REFUSED",
    worded("help.refused-everything-else-is-imported-the", {
      refused,
      value: refused === 1 ? "item was" : "items were",
    }),
  );
};

/** Milliseconds between two pictures of the bar, and the steps in which a log is told. */
const redrawMs = 100;
const stepsTold = 10;
/** Imports of fewer files and bytes are over before a log line is of use. */
const [toldFrom, toldFromBytes] = [50, 8_000_000];

const watchOf = (shell: Shell, { files, leftOut }: VaultFiles): Omit<ImportWatch, "row"> => {
  const [start, bytesTotal] = [performance.now(), files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)];
  const isLong = files.length >= toldFrom || bytesTotal >= toldFromBytes;
  let [drawnAt, step] = [0, 0];
  const reachedBy = (state: ImportState): Reached => ({
    fileCount: state.doneCount,
    filesTotal: files.length,
    bytes: state.doneBytes + state.readBytes,
    bytesTotal,
    sentBytes: state.sentBytes,
    rowCount: state.tally.rowCount,
    refusedCount: state.refusedCount + state.leftOut.length + leftOut.length,
    seconds: (performance.now() - start) / 1000,
  });
  return {
    moved: (state) => {
      const reached = reachedBy(state);
      if (shell.isWatched) {
        if (performance.now() - drawnAt < redrawMs) return;
        shell.redraw(progressBar(reached, shell.speech()));
        drawnAt = performance.now();
      } else if (isLong && Math.floor(shareOf(reached) * stepsTold) > step) {
        step = Math.floor(shareOf(reached) * stepsTold);
        shell.note(progressLine(reached, shell.speech()));
      }
    },
    broke: (state, waitMs) => {
      if (shell.isWatched) shell.redraw("");
      const { phrase } = shell.speech();
      const facts = { doneCount: state.doneCount, fileCount: files.length, seconds: waitMs / 1000 };
      shell.note(phrase("screen.the-connection-broke-after-of-files-trying", facts));
    },
  };
};
