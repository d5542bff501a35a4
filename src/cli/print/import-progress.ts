import type { Speech } from "../../messages/speech.ts";

/** How far an import is, as numbers. */
export interface Reached {
  readonly fileCount: number;
  readonly filesTotal: number;
  readonly bytes: number;
  readonly bytesTotal: number;
  /** Bytes of the mailbox or archive under way that the server has; 0: none is under way. */
  readonly sentBytes: number;
  /** Documents and refusals so far: a mailbox gives many for one file. */
  readonly rowCount: number;
  readonly refusedCount: number;
  readonly seconds: number;
}

const barWidth = 24;

/** One line for a person who looks on: a bar, files, bytes, how many a second, and what is refused so far. */
export const progressBar = (reached: Reached, speech: Speech): string => {
  const full = Math.floor(shareOf(reached) * barWidth);
  const bar = `${"#".repeat(full)}${".".repeat(barWidth - full)}`;
  const bytes = `${megabytes(reached.bytes)}/${megabytes(reached.bytesTotal)} MB`;
  const rate = reached.seconds > 0 ? Math.round(reached.rowCount / reached.seconds) : 0;
  return `[${bar}] ${reached.fileCount}/${reached.filesTotal} ${speech.phrase("screen.files")}  ${bytes}  ${rate} ${speech.phrase("screen.documents-s")}${sent(reached, speech)}${refused(reached, speech)}`;
};

/** The same for a log. */
export const progressLine = (reached: Reached, speech: Speech): string => {
  const percent = Math.floor(shareOf(reached) * 100);
  const { fileCount, filesTotal, bytes } = reached;
  const done = speech.phrase("screen.import-of-files-mb", {
    percent,
    fileCount,
    filesTotal,
    megabytes: megabytes(bytes),
  });
  return `${done}${sent(reached, speech)}${refused(reached, speech)}`;
};

/** From 0 to 1: by bytes, since files differ a thousandfold; by files where all are empty. */
export const shareOf = ({ bytes, bytesTotal, fileCount, filesTotal }: Reached): number => {
  if (bytesTotal > 0) return Math.min(1, bytes / bytesTotal);
  return filesTotal > 0 ? Math.min(1, fileCount / filesTotal) : 1;
};

/** Before a large file can be read it must be there. */
const sent = ({ sentBytes }: Reached, { phrase }: Speech): string =>
  sentBytes > 0 ? `  ${phrase("screen.mb-sent", { megabytes: megabytes(sentBytes) })}` : "";

const refused = ({ refusedCount }: Reached, { phrase }: Speech): string =>
  refusedCount > 0 ? `  ${phrase("screen.refused", { refusedCount })}` : "";

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
