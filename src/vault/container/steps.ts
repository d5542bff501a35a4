import { createHash, type Hash } from "node:crypto";
import { clone, create } from "@bufbuild/protobuf";
import {
  ContainerKind,
  type ContainerPosition,
  ContainerPositionSchema,
} from "../../../gen/pincite/vault/v1/container_pb.ts";
import { inEnglish, worded } from "../../messages/said.ts";
import { sha256Hex } from "../../sha256.ts";
import {
  entryPath,
  fileBytesMax,
  type ImportInput,
  type LargeFile,
  type ReadContainer,
  type SmallInput,
  tooLarge,
} from "../import/read-file.ts";
import type { Passwords } from "../locked/passwords.ts";
import { ImportRefusal } from "../reader/port.ts";
import { containerKind, headBytes } from "./container-kind.ts";
import { ContainerList } from "./container-list.ts";
import { bytesInMemory, piecesOf } from "./file-bytes.ts";
import { conventionNotes, conventionOf } from "./mailbox-counts.ts";
import { mailboxMembers } from "./mailbox-members.ts";
import { Copies, copiesMax, type Member } from "./member.ts";
import { outlookMembers } from "./outlook-members.ts";
import { gzipMembers, tarMembers } from "./packed-members.ts";
import { type InnerMailbox, zipMembers } from "./zip-members.ts";

/** The row that ends a container: it is no document, and what is in it came before. */
export interface OpenedInput {
  readonly path: string;
  readonly opened: ReadContainer;
  /** Why it was not read to its end; empty when it was. */
  readonly refusal: string;
}

/** One thing to read, in its turn, and how far the call is with it. */
export interface Step {
  readonly input: SmallInput | OpenedInput;
  /** Bytes of the call's files that are done with it. */
  readonly doneBytes: number;
  /** Whether a file of the call ends with it. */
  readonly isFile: boolean;
  /** For a member: the list it stands in, and the position behind it where a part of the list ends. */
  readonly inList?: {
    readonly list: ContainerList;
    /** One, or copies of one that stand one behind the other. */
    readonly members: readonly [Member, ...Member[]];
    readonly at: ContainerPosition | undefined;
    /** Copies of a message of which many came before: they have no row where it is known by then. */
    readonly areOfMany?: boolean;
  };
  /** For the end of a container that was read whole. */
  readonly ends?: {
    readonly list: ContainerList;
    readonly digest: string;
    readonly counts: ContainerPosition;
    readonly tail: Uint8Array;
    /** Its size where only its reading has told it. */
    readonly sizeBytes?: number;
  };
}

/** Members and bytes of one part of a list: what an interrupted reading does again at most. */
const [partMembersMax, partBytesMax] = [512, 32 * 1024 * 1024];

/**
 * Takes the files of a call one by one, and of a mailbox or archive what is in it, so that none is in memory as a whole. Passwords
 * are tried on locked entries of archives.
 */
export async function* stepsOf(
  files: AsyncIterable<ImportInput> | Iterable<ImportInput>,
  passwords: Passwords = [],
): AsyncGenerator<Step> {
  for await (const file of files) {
    if ("file" in file) yield* largeSteps(file, passwords);
    else if ("bytes" in file) yield* givenSteps(file, passwords);
    else yield { input: file, doneBytes: 0, isFile: true };
  }
}

async function* givenSteps(
  file: Extract<SmallInput, { bytes: Uint8Array }>,
  passwords: Passwords,
): AsyncGenerator<Step> {
  const { path, mediaType, bytes } = file;
  const kind = bytes.length === 0 ? undefined : containerKind(path, mediaType, bytes);
  if (kind === undefined) yield { input: file, doneBytes: bytes.length, isFile: true };
  else
    yield* containerSteps(
      { path, file: bytesInMemory(bytes), digest: sha256Hex(bytes), position: atStart(), passwords },
      kind,
    );
}

async function* largeSteps(large: LargeFile, passwords: Passwords): AsyncGenerator<Step> {
  const { path, mediaType, file } = large;
  const kind = containerKind(path, mediaType, await file.read(0, headBytes));
  if (kind !== undefined) return yield* containerSteps({ ...large, passwords }, kind);
  const doneBytes = file.sizeBytes;
  if (doneBytes > fileBytesMax) yield { input: { path, refusal: tooLarge }, doneBytes, isFile: true };
  else yield { input: { path, mediaType, bytes: await file.read(0, doneBytes) }, doneBytes, isFile: true };
}

/** The position at which a container begins. */
export const atStart = (): ContainerPosition => create(ContainerPositionSchema);

type Opened = Pick<LargeFile, "path" | "file" | "digest" | "position"> & { readonly passwords: Passwords };

async function* containerSteps(
  { path, file, digest, position, passwords }: Opened,
  kind: ContainerKind,
): AsyncGenerator<Step> {
  const counts = clone(ContainerPositionSchema, position);
  const list = new ContainerList({ path, kind, sizeBytes: file.sizeBytes }, position);
  const borders = new PartBorders();
  const [copies, runs] = [new Copies(), new CopyRuns()];
  const found = { tail: new Uint8Array() };
  const members = membersOf({ path, file, position: counts, passwords }, kind, found);
  let [done, refusal] = [Number(position.offset), ""];
  try {
    for await (const member of members) {
      const doneBytes = Math.max(0, Math.min(member.end, file.sizeBytes) - done);
      done += doneBytes;
      const at = borders.behind(member.sizeBytes, counts);
      if ("pieces" in member) yield* innerSteps(path, member, doneBytes, { list, at });
      else {
        // The files of an archive have paths of their own, which are told.
        const areOfMany = kind === ContainerKind.MAILBOX && copies.areTooMany(member.digest);
        const inList = { list, members: [member] as const, at, areOfMany };
        for (const step of runs.take({ ...memberStep(path, member, 1), doneBytes, inList })) yield step;
      }
    }
  } catch (error) {
    refusal = refusalOf(error);
  }
  for (const step of runs.end()) yield step;
  const isFresh = position.offset === 0n;
  const whole = { path, list, digest, counts, tail: found.tail, refusal, isFresh, copyCount: copies.count };
  yield { ...endStep(whole), doneBytes: file.sizeBytes - done, isFile: true };
}

const membersOf = (
  { path, file, position, passwords }: Omit<Opened, "digest">,
  kind: ContainerKind,
  found: { tail: Uint8Array<ArrayBuffer> },
): AsyncGenerator<Member | InnerMailbox> => {
  if (kind === ContainerKind.TAR) return tarMembers(file, position);
  if (kind === ContainerKind.GZIP) return gzipMembers(path, file, position);
  if (kind === ContainerKind.OUTLOOK) return outlookMembers(file, position);
  if (kind === ContainerKind.ZIP) return zipMembers(file, position, passwords);
  return mailboxMembers(piecesOf(file, Number(position.offset)), position, found);
};

/** A mailbox inside an archive, however large: it has a list of its own, and begins anew when its reading was interrupted. */
async function* innerSteps(
  outside: string,
  inner: InnerMailbox,
  outerBytes: number,
  inOuter: Pick<NonNullable<Step["inList"]>, "list" | "at">,
): AsyncGenerator<Step> {
  const { name, end, sizeBytes } = inner;
  const path = entryPath(outside, name);
  const counts = atStart();
  const list = new ContainerList({ path, kind: ContainerKind.MAILBOX, sizeBytes, isInner: true }, counts);
  const borders = new PartBorders();
  const [copies, runs] = [new Copies(), new CopyRuns()];
  const found = { tail: new Uint8Array() };
  const read = { hash: createHash("sha256"), bytes: 0 };
  let [done, refusal] = [0, ""];
  try {
    for await (const member of mailboxMembers(hashed(inner.pieces(), read), counts, found)) {
      const doneBytes = Math.min(outerBytes, Math.floor((outerBytes * member.end) / Math.max(1, sizeBytes))) - done;
      done += doneBytes;
      const at = borders.behind(member.sizeBytes, counts);
      const inList = { list, members: [member] as const, at, areOfMany: copies.areTooMany(member.digest) };
      for (const step of runs.take({ ...memberStep(path, member, 2), doneBytes, inList })) yield step;
    }
  } catch (error) {
    refusal = refusalOf(error);
  }
  for (const step of runs.end()) yield step;
  const digest = refusal === "" ? read.hash.digest("hex") : "";
  const sized = { sizeBytes: refusal === "" ? read.bytes : sizeBytes };
  const ofAll = { list, digest, counts, tail: found.tail, refusal, isFresh: true, copyCount: copies.count };
  const whole = { path, ...ofAll, ...sized };
  const member: Member = { name, mediaType: "", given: { refusal }, digest, before: new Uint8Array(), end, ...sized };
  yield { ...endStep(whole), doneBytes: outerBytes - done, isFile: false, inList: { ...inOuter, members: [member] } };
}

async function* hashed(
  pieces: AsyncGenerator<Uint8Array>,
  read: { readonly hash: Hash; bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    read.hash.update(piece);
    read.bytes += piece.length;
    yield piece;
  }
}

const refusalOf = (error: unknown): string => {
  if (error instanceof ImportRefusal) return error.message;
  throw error;
};

const memberStep = (path: string, { name, mediaType, given }: Member, archives: number) => {
  const at = entryPath(path, name);
  const input: SmallInput =
    "bytes" in given ? { path: at, mediaType, bytes: given.bytes, archives } : { path: at, refusal: given.refusal };
  return { input, isFile: false };
};

/** A container as it is known at its end. */
interface Whole {
  readonly path: string;
  readonly list: ContainerList;
  readonly digest: string;
  readonly counts: ContainerPosition;
  readonly tail: Uint8Array;
  readonly refusal: string;
  /** Whether it was read from its beginning. */
  readonly isFresh: boolean;
  /** Of a mailbox: messages that have the very bytes of one before. */
  readonly copyCount: number;
  readonly sizeBytes?: number;
}

const endStep = ({
  path,
  list,
  digest,
  counts,
  tail,
  refusal,
  isFresh,
  copyCount,
  ...sized
}: Whole): Pick<Step, "input" | "ends"> => {
  if (refusal !== "" && isFresh && counts.memberCount === 0n) return { input: { path, refusal } };
  const notes =
    list.kind === ContainerKind.MAILBOX
      ? [...conventionNotes(conventionOf(counts), counts.bareSeparatorCount), ...copyNotes(copyCount)]
      : [];
  if (refusal !== "") return { input: { path, refusal, opened: { digest: "", notes } } };
  return { input: { path, refusal, opened: { digest, notes } }, ends: { list, digest, counts, tail, ...sized } };
};

const copyNotes = (count: number): string[] =>
  count <= copiesMax ? [] : [inEnglish(worded("import.of-its-messages-are-copies", { count }))];

type InList = NonNullable<Step["inList"]>;

/**
 * Makes one step of copies that stand one behind the other, once many came before them: a turn among the readings costs more than such a
 * message does. A run ends where a part of the list does.
 */
class CopyRuns {
  #open: { readonly step: Step & { readonly inList: InList }; readonly members: [Member, ...Member[]] } | undefined;
  #doneBytes = 0;

  /** Takes a step with one member; gives those to which nothing is added any more. */
  take(step: Step & { readonly inList: InList }): readonly Step[] {
    const { inList, doneBytes } = step;
    const [member] = inList.members;
    const isNext = inList.areOfMany === true && this.#open?.members[0].digest === member.digest;
    const before = isNext ? [] : this.end();
    if (inList.areOfMany !== true) return [...before, step];
    // The same bytes once, however many have them.
    if (this.#open !== undefined) this.#open.members.push({ ...member, given: this.#open.members[0].given });
    else this.#open = { step, members: [member] };
    this.#doneBytes += doneBytes;
    return inList.at === undefined ? before : [...before, ...this.end(inList.at)];
  }

  /** The run that is open, if one is; `at` where a part of the list ends with it. */
  end(at?: ContainerPosition): readonly Step[] {
    if (this.#open === undefined) return [];
    const { step, members } = this.#open;
    const doneBytes = this.#doneBytes;
    this.#open = undefined;
    this.#doneBytes = 0;
    return [{ ...step, doneBytes, inList: { ...step.inList, members, at } }];
  }
}

/** Says behind which members a part of a list ends. */
class PartBorders {
  #members = 0;
  #bytes = 0;

  /** The position behind a member of this size, where a part ends there. */
  behind(sizeBytes: number, position: ContainerPosition): ContainerPosition | undefined {
    this.#members++;
    this.#bytes += sizeBytes;
    if (this.#members < partMembersMax && this.#bytes < partBytesMax) return undefined;
    this.#members = 0;
    this.#bytes = 0;
    return clone(ContainerPositionSchema, position);
  }
}
