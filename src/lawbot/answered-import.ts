import { type DescMessage, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { sha256Hex } from "../sha256.ts";
import { type ArrivingFile, type ImportPiece, importFiles } from "./import-files.ts";
import type { KeptRecords } from "./kept-records.ts";
import { fileBytesMax } from "./limits.ts";

/** Files of one call; more would hold its report back too long. */
const filesMax = 1_000;

/** What an import of statutes and one of rulings differ in. */
export interface ImportKind<Item, Answer extends DescMessage> {
  /** Under which idempotency keys are kept. */
  readonly prefix: string;
  readonly store: Pick<KeptRecords, "answered" | "answer">;
  readonly answer: Answer;
  /** Takes one file to its end: the line that names it and its bytes, and what became of it unless the call was answered before. */
  take(file: ArrivingFile, isAnswered: boolean): Promise<{ readonly line: string; readonly item?: Item }>;
  /** Says what would become of a file, and keeps nothing of it; absent: such imports know no dry run. */
  tryOut?(file: ArrivingFile): Promise<Item>;
  report(items: Item[]): MessageShape<Answer>;
}

/**
 * Runs one import call. Under a key that was answered before nothing is imported: the files are only compared with those of that
 * call, which then get its report. A dry run keeps nothing, its answer neither. Errors: LIMIT_EXCEEDED, IDEMPOTENCY_KEY_REUSED for other files.
 */
export const answeredImport = async <Item, Answer extends DescMessage>(
  messages: AsyncIterable<ImportPiece>,
  kind: ImportKind<Item, Answer>,
): Promise<MessageShape<Answer>> => {
  const { prefix, store } = kind;
  const stream = importFiles(messages, fileBytesMax);
  const { idempotencyKey, dryRun } = await stream.start();
  if (dryRun) return kind.report(await triedOut(stream.arriving(), kind));
  const key = `${prefix}/${digestOf(idempotencyKey)}`;
  const answered = await store.answered(key);
  const items: Item[] = [];
  const payload: string[] = [];
  for await (const arriving of stream.arriving()) {
    refuseMore(payload.length);
    const { line, item } = await kind.take(arriving, answered !== undefined);
    payload.push(line);
    if (item !== undefined) items.push(item);
  }
  const payloadDigest = digestOf(payload.join(""));
  if (answered) {
    if (answered.payloadDigest !== payloadDigest || !answered.answer)
      throw new DomainError("IDEMPOTENCY_KEY_REUSED", worded("source-error.this-idempotency-key-was-used-with-other"));
    return fromBinary(kind.answer, answered.answer);
  }
  const response = kind.report(items);
  await store.answer(key, payloadDigest, toBinary(kind.answer, response));
  return response;
};

const triedOut = async <Item, Answer extends DescMessage>(
  arriving: AsyncIterable<ArrivingFile>,
  { tryOut }: ImportKind<Item, Answer>,
): Promise<Item[]> => {
  if (!tryOut) throw new DomainError("REQUEST_INVALID", worded("law-pack.no-dry-run-of-rulings"));
  const items: Item[] = [];
  for await (const file of arriving) {
    refuseMore(items.length);
    items.push(await tryOut(file));
  }
  return items;
};

const refuseMore = (filesBefore: number): void => {
  if (filesBefore < filesMax) return;
  throw new DomainError(
    "LIMIT_EXCEEDED",
    worded("source-error.one-call-takes-at-most-files-send-several", { filesMax }),
    { files: String(filesMax) },
  );
};

const digestOf = (text: string): string => sha256Hex(new TextEncoder().encode(text));
