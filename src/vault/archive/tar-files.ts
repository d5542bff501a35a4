import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { ImportRefusal } from "../reader/port.ts";
import { sameName, whyRefused } from "./zip-names.ts";

/** More files than anybody packs; names of all are kept to find those that come twice. */
const filesMax = 400_000;

/** One file of a tar archive, in its turn: its pieces are there until the next one is asked for. */
export interface TarFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Why it is not given; absent where it is. */
  readonly refusal?: string;
  pieces(): AsyncGenerator<Uint8Array>;
}

/** Whether bytes begin as a tar archive does: POSIX.1-1988 and later, and GNU, write this into each header. */
export const isTar = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(257, 262)).toString("latin1") === "ustar" && head.length >= 512;

/**
 * The files of a tar archive in their order, each under its path there. Folders are paths and no files of their own; links and
 * devices are refused, and names as those of a zip are. Errors: `ImportRefusal` for what is damaged or cut short, also between two
 * files.
 */
export async function* tarFiles(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  const entries = streamOf(pieces).pipeThrough(createTarDecoder({ strict: true }));
  const seen = new Set<string>();
  let count = 0;
  try {
    for await (const entry of entries) {
      if (count >= filesMax)
        throw new ImportRefusal(`it holds more than ${filesMax} files; pack it in several archives`);
      if (entry.header.type === "directory") await entry.body.cancel();
      else yield* fileOf(entry, ++count, seen);
    }
  } catch (error) {
    throw refusalOf(error);
  }
}

const streamOf = (pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> => {
  const taken = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await taken.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await taken.return?.()),
  });
};

async function* fileOf({ header, body }: ParsedTarEntry, number: number, seen: Set<string>): AsyncGenerator<TarFile> {
  // What is packed as `tar cf x.tar .` begins all its names so.
  const name = header.name.replace(/^(?:\.\/)+/, "");
  const why = whyRefused({ name, isLink: header.type !== "file" }, seen);
  seen.add(sameName(name));
  let isTaken = false;
  const pieces = (): AsyncGenerator<Uint8Array> => {
    isTaken = true;
    return piecesOf(body);
  };
  const given = { name: name.normalize("NFC"), sizeBytes: header.size, pieces };
  yield why === undefined ? given : { ...given, name: `entry-${number}`, refusal: why };
  if (!isTaken) await body.cancel();
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of body) yield piece;
  } catch (error) {
    throw refusalOf(error);
  }
}

const refusalOf = (error: unknown): ImportRefusal =>
  error instanceof ImportRefusal ? error : new ImportRefusal(damagedTar, { cause: error });

const damagedTar = "it is no archive, or one that is damaged or cut short; make it again";
