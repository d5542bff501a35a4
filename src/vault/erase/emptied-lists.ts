import { create, toBinary } from "@bufbuild/protobuf";
import {
  type Container,
  ContainerMemberSchema,
  type ContainerPart,
  ContainerPartSchema,
  ContainerSchema,
  ContainerMember_Keeping as Keeping,
} from "../../../gen/pincite/vault/v1/container_pb.ts";
import { DomainError } from "../../error.ts";
import { sha256Hex } from "../../sha256.ts";
import { partsOf } from "../container/rebuild.ts";
import type { StrandContainers } from "../strand/containers.ts";

/** A container with the blobs that its list is made of, and those members that are no documents. */
export interface KeptContainer {
  readonly container: Container;
  readonly blobs: readonly Uint8Array[];
}

/**
 * The parts of a list, first to last; undefined where some went with an erased journal, because the container was still being read
 * when something was erased from the strand.
 */
export const partsThere = async (
  containers: StrandContainers,
  container: Container,
): Promise<ContainerPart[] | undefined> => {
  try {
    return await Promise.all((await partsOf(containers, container)).map((digest) => containers.part(digest)));
  } catch (error) {
    if (error instanceof DomainError && error.reason === "ERASED") return undefined;
    throw error;
  }
};

const whyErased = "a person had at least one of its members erased";

/**
 * The list of a container as it is without some documents: their lines stay, as lines of something that was erased, since the
 * others are counted by their place. A part that changes changes all behind it, whose chain it is in.
 */
export const withoutMembers = async (
  containers: StrandContainers,
  container: Container,
  erased: ReadonlySet<string>,
): Promise<KeptContainer> => {
  const parts = await partsThere(containers, container);
  if (parts === undefined) {
    const without = { lastPartDigest: "", isRebuildable: false, whyNot: container.whyNot || whyErased };
    return { blobs: [], container: create(ContainerSchema, { ...container, ...without }) };
  }
  const blobs: Uint8Array[] = [];
  let [previousDigest, hasChanged] = ["", false];
  for (const part of parts) {
    const members = part.members.map((member) => {
      if (!erased.has(Buffer.from(member.digest).toString("hex"))) return member;
      hasChanged = true;
      return create(ContainerMemberSchema, { keeping: Keeping.ERASED });
    });
    const bytes = toBinary(ContainerPartSchema, create(ContainerPartSchema, { previousDigest, members }));
    blobs.push(bytes);
    previousDigest = sha256Hex(bytes);
    for (const member of members)
      if (member.keeping === Keeping.BYTES && member.sizeBytes > 0n)
        blobs.push(await containers.bytes(Buffer.from(member.digest).toString("hex")));
  }
  const changed = { lastPartDigest: previousDigest, isRebuildable: false, whyNot: container.whyNot || whyErased };
  return { blobs, container: hasChanged ? create(ContainerSchema, { ...container, ...changed }) : container };
};
