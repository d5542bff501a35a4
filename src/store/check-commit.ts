import { DomainError } from "../error.ts";
import { storeLimits } from "./limits.ts";
import type { CallWindow, Commit, Head, NewEvent, RecordChange } from "./store.ts";

/**
 * Refuses a commit that no store may take, whatever it holds: REQUEST_INVALID for what is malformed, LIMIT_EXCEEDED for
 * what is too large. Runs before the commit is queued, so that a bad one costs its neighbours nothing.
 */
export const checkCommit = (commit: Commit): void => {
  checkName("owner", commit.owner);
  if (commit.stream !== undefined) checkName("stream", commit.stream);
  checkExpectation(commit);
  for (const event of commit.events ?? []) checkEvent(event);
  for (const blob of commit.blobs ?? []) checkBlobSize(blob.length);
  checkStaged(commit, commit.staged);
  checkScopes(commit);
  checkErasures(commit);
  if (commit.id !== undefined) checkName("commit id", commit.id, storeLimits.commitIdBytesMax);
  for (const { list, key, value } of commit.entries ?? []) checkEntry(list, key, value);
  if (typeof commit.records !== "function") checkRecords(commit.records);
  if (commit.fence) checkName("fence key", commit.fence.key);
  if (commit.release && !commit.fence) refuse("a commit that gives a lease back must name its fence", "release");
  const idempotency = commit.idempotency;
  if (!idempotency) return;
  checkName("idempotency key", idempotency.key);
  checkName("payload digest", idempotency.payloadDigest);
  if (typeof idempotency.answer !== "function") checkAnswer(idempotency.answer);
};

/** The records and the answer that a commit has for the head it comes to, checked like the rest: the last check that can refuse it. */
export const atHead = (
  { records = [], idempotency }: Commit,
  head: Head,
): { readonly records: readonly RecordChange[]; readonly answer: Uint8Array | undefined } => {
  const answer = typeof idempotency?.answer === "function" ? idempotency.answer(head) : idempotency?.answer;
  if (typeof idempotency?.answer === "function") checkAnswer(answer);
  if (typeof records !== "function") return { records, answer };
  const said = records(head);
  checkRecords(said);
  return { records: said, answer };
};

/** A name that becomes part of a key: 1 to 256 bytes of well-formed UTF-8 without U+0000. */
export const checkName = (what: string, name: string, bytesMax: number = storeLimits.nameBytesMax): void => {
  if (name === "") refuse(`the ${what} is empty`, what);
  // A lone surrogate would be written as U+FFFD, and two different names would meet under one key.
  if (!name.isWellFormed() || name.includes("\0")) refuse(`the ${what} must be well-formed text without U+0000`, what);
  if (name.length * 3 > bytesMax) checkSize(what, Buffer.byteLength(name), bytesMax);
};

/** Size of a blob in bytes. Errors: LIMIT_EXCEEDED. */
export const checkBlobSize = (bytes: number): void => checkSize("blob", bytes, storeLimits.blobBytesMax);

/** An entry of a list: REQUEST_INVALID for what is malformed, LIMIT_EXCEEDED for what is too large. */
export const checkEntry = (list: string, key: string, value: Uint8Array | undefined): void => {
  checkName("list", list);
  checkName("entry key", key, storeLimits.recordKeyBytesMax);
  checkSize("entry", value?.length ?? 0, storeLimits.recordBytesMax);
};

/** The refusal of a scope that names a stream, or a stream that names a scope: their records would have the same numbers. */
export const refuseScope = (scope: string): never =>
  refuse(`${scope} is a stream and cannot be a scope of other blobs as well`, "scope");

const checkScopes = (commit: Commit): void => {
  const names = new Set<string>();
  for (const { scope, blobs = [], staged } of commit.scopes ?? []) {
    checkName("scope", scope);
    if (scope === commit.stream) refuseScope(scope);
    if (names.has(scope)) refuse(`the scope ${scope} is named twice in one commit`, "scope");
    names.add(scope);
    for (const blob of blobs) checkBlobSize(blob.length);
    checkStaged(commit, staged);
  }
};

const checkErasures = ({ stream, events = [], scopes = [], erase = [] }: Commit): void => {
  const names = new Set<string>();
  const added = new Set(scopes.map((put) => put.scope));
  if (stream !== undefined && events.length > 0) added.add(stream);
  for (const { scope } of erase) {
    checkName("scope", scope);
    if (names.has(scope)) refuse(`the scope ${scope} is to be erased twice in one commit`, "erase");
    if (added.has(scope)) refuse(`a commit cannot add to the scope ${scope} and erase it`, "erase");
    names.add(scope);
  }
};

const checkStaged = ({ owner }: Commit, staged: Commit["staged"]): void => {
  if (staged?.some((blob) => blob.owner !== owner))
    refuse("a blob staged for one owner cannot be committed by another", "staged");
};

/** Refuses limits that no call could keep to, or that nobody could count. Errors: REQUEST_INVALID. */
export const checkWindows = (owner: string, windows: readonly CallWindow[]): void => {
  checkName("owner", owner);
  for (const { key, max, windowMs } of windows) {
    checkName("call key", key);
    if (!(max >= 1 && windowMs >= 1)) refuse("a limit takes at least one call in at least a millisecond", "windows");
  }
};

const checkExpectation = (commit: Commit): void => {
  if (commit.expect && commit.stream === undefined)
    refuse("a commit that expects a head must name the stream", "stream");
  if (!commit.events?.length) return;
  if (commit.stream === undefined) refuse("a commit with events must name the stream", "stream");
  if (!commit.expect) refuse("a commit with events must name the head it expects", "expect");
};

const checkEvent = (event: NewEvent): void => {
  checkName("event type", event.type, storeLimits.eventTypeBytesMax);
  checkSize("event", event.body.length, storeLimits.eventBytesMax);
};

const checkAnswer = (answer: Uint8Array | undefined): void =>
  checkSize("answer", answer?.length ?? 0, storeLimits.recordBytesMax);

const checkRecords = (records: readonly RecordChange[] = []): void => records.forEach(checkRecord);

const checkRecord = (record: RecordChange): void => {
  checkName("space", record.space);
  checkName("record key", record.key, storeLimits.recordKeyBytesMax);
  checkSize("record", record.value?.length ?? 0, storeLimits.recordBytesMax);
  if (record.scope !== undefined) checkName("scope", record.scope);
};

const checkSize = (what: string, bytes: number, bytesMax: number): void => {
  if (bytes <= bytesMax) return;
  const facts = { what, bytes: String(bytes), bytesMax: String(bytesMax) };
  throw new DomainError("LIMIT_EXCEEDED", `the ${what} has ${bytes} bytes, at most ${bytesMax} are taken`, facts);
};

const refuse = (message: string, field: string): never => {
  throw new DomainError("REQUEST_INVALID", message, { field });
};
