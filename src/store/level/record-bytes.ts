import { writer } from "../field.ts";

/** The content that one commit adds to one scope (CommitRecord). */
export interface CommitContent {
  /** Bytes of EventRecords. */
  readonly events: readonly Uint8Array[];
  /** Position of the first event; 0 without events. */
  readonly firstPosition: bigint;
  readonly artifacts: readonly Uint8Array[];
  readonly answers: readonly { readonly key: string; readonly answer: Uint8Array }[];
  /** "" where the caller named none. */
  readonly commitId: string;
  /** Digests of artifacts whose bytes are not in the record. */
  readonly outside: readonly string[];
}

/** A record to write; without an id and without artifacts outside unless they are named. */
export type NewCommitContent = Omit<CommitContent, "commitId" | "outside"> &
  Partial<Pick<CommitContent, "commitId" | "outside">>;

/** The bytes of a CommitRecord. */
export const recordBytes = (content: NewCommitContent): Uint8Array => {
  const { events, firstPosition, artifacts, answers, commitId = "", outside = [] } = content;
  // Each is a message of its own, and the writer writes one message at a time.
  const answered = answers.map(({ key, answer }) => writer.string(1, key).bytes(2, answer).take());
  for (const event of events) writer.presentBytes(1, event);
  writer.number(2, Number(firstPosition));
  for (const artifact of artifacts) writer.presentBytes(3, artifact);
  for (const answer of answered) writer.presentBytes(4, answer);
  writer.string(5, commitId);
  for (const digest of outside) writer.hex(6, digest);
  return writer.take();
};

/** The bytes of a CommitRecord that holds others, each given by its bytes. */
export const partsBytes = (parts: readonly Uint8Array[]): Uint8Array => {
  for (const part of parts) writer.presentBytes(7, part);
  return writer.take();
};
