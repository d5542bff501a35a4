import { create, toBinary } from "@bufbuild/protobuf";
import {
  type Container,
  ContainerKind,
  type ContainerMember,
  ContainerMemberSchema,
  ContainerPartSchema,
  type ContainerPosition,
  ContainerPositionSchema,
  ContainerSchema,
  ContainerMember_Keeping as Keeping,
  MailboxConvention,
} from "../../../gen/pincite/vault/v1/container_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import { conventionOf } from "./mailbox-counts.ts";
import type { Member } from "./member.ts";

/** What a list adds to a commit. */
export interface ListAdditions {
  /** Parts of lists, and bytes of members that are no documents. */
  readonly blobs: readonly Uint8Array[];
  /** A container that was read to its end. */
  readonly container?: Container;
  /** Everything before this place is in this commit or in earlier ones. */
  readonly position?: ContainerPosition;
}

/** What is known of a container before it is read. */
export interface ListOf {
  readonly path: string;
  readonly kind: ContainerKind;
  readonly sizeBytes: number;
  /** Inside an archive: positions are those of the archive alone. */
  readonly isInner?: boolean;
}

/**
 * The list of a container, made while its members are read. A part of it is finished where its members say so, at the same
 * places however often the reading was interrupted: the same container has the same list.
 */
export class ContainerList {
  readonly #of: ListOf;
  #members: ContainerMember[] = [];
  #lastPart: string;
  #whyNot: string;

  constructor(of: ListOf, position: ContainerPosition) {
    this.#of = of;
    this.#lastPart = position.lastPartDigest;
    this.#whyNot = position.whyNot || (of.kind === ContainerKind.MAILBOX ? "" : notPacked);
  }

  get kind(): ContainerKind {
    return this.#of.kind;
  }

  /** Takes a member that was read; `at`, where given, is the position behind it, and finishes a part. */
  add(member: Member, keeping: Keeping, at?: ContainerPosition): ListAdditions {
    const kept = this.#keepingOf(member, keeping);
    this.#members.push(
      kept === Keeping.ERASED
        ? create(ContainerMemberSchema, { keeping: kept })
        : create(ContainerMemberSchema, {
            digest: Buffer.from(member.digest, "hex"),
            sizeBytes: BigInt(member.sizeBytes),
            keeping: kept,
            before: member.before,
            name: this.#of.kind === ContainerKind.MAILBOX ? "" : member.name,
          }),
    );
    if (kept !== Keeping.DOCUMENT && kept !== Keeping.BYTES) this.#whyNot ||= notKept;
    const bytes = kept === Keeping.BYTES && "bytes" in member.given ? [member.given.bytes] : [];
    if (at === undefined) return { blobs: bytes };
    const blobs = [...bytes, ...this.#finishPart()];
    if (this.#of.isInner === true) return { blobs };
    const position = create(ContainerPositionSchema, at);
    position.lastPartDigest = this.#lastPart;
    position.whyNot = this.#whyNot;
    return { blobs, position };
  }

  /** The container was read to its end; `sizeBytes` where only that has told how large it is. */
  end(digest: string, counts: ContainerPosition, tail: Uint8Array, sizeBytes = this.#of.sizeBytes): ListAdditions {
    const blobs = this.#finishPart();
    const { path, kind } = this.#of;
    const container = create(ContainerSchema, {
      digest,
      sizeBytes: BigInt(sizeBytes),
      path,
      kind,
      convention: kind === ContainerKind.MAILBOX ? conventionOf(counts) : MailboxConvention.UNSPECIFIED,
      bareSeparatorCount: counts.bareSeparatorCount,
      memberCount: counts.memberCount,
      lastPartDigest: this.#lastPart,
      tail,
      isRebuildable: this.#whyNot === "",
      whyNot: this.#whyNot,
    });
    return { blobs, container };
  }

  /** A message that was refused is kept as it is: it is small, and the mailbox cannot be made again without it. */
  #keepingOf({ given, sizeBytes }: Member, keeping: Keeping): Keeping {
    if (sizeBytes === 0) return Keeping.BYTES;
    if (keeping !== Keeping.NONE || !("bytes" in given)) return keeping;
    return this.#of.kind === ContainerKind.MAILBOX ? Keeping.BYTES : keeping;
  }

  #finishPart(): Uint8Array[] {
    if (this.#members.length === 0) return [];
    const part = create(ContainerPartSchema, { previousDigest: this.#lastPart, members: this.#members });
    const bytes = toBinary(ContainerPartSchema, part);
    this.#members = [];
    this.#lastPart = sha256Hex(bytes);
    return [bytes];
  }
}

const notPacked = "the files of an archive are kept, not the way in which they were packed";
const notKept = "at least one of its members could not be kept; the list names it with its digest and size";
