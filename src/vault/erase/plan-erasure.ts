import { create, toBinary } from "@bufbuild/protobuf";
import type { Container } from "../../../gen/pincite/vault/v1/container_pb.ts";
import {
  type DocumentToErase,
  DocumentToEraseSchema,
  type RemainingDocument,
  RemainingDocumentSchema,
  type VaultErasurePlan,
  VaultErasurePlanSchema,
  RemainingDocument_Why as Why,
} from "../../../gen/pincite/vault/v1/vault_erasure_service_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import { compareText } from "../strand/catalogue.ts";
import type { Strand } from "../strand/strand.ts";
import { partsThere } from "./emptied-lists.ts";

/** What stays is named up to so many. */
const remainingMax = 1_000;

/** Which other strands have a document, by its id. */
export type OtherStrands = (docUids: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

/** What the erasure of a document takes and leaves, as of now. Errors: DOCUMENT_NOT_FOUND, ERASED. */
export const planErasure = async (
  strand: Strand,
  docUid: string,
  otherStrands: OtherStrands,
): Promise<VaultErasurePlan> => {
  strand.record(docUid);
  const going = goingWith(strand, docUid);
  const others = await otherStrands(going);
  const counts = await containerCounts(strand, going);
  const plan = create(VaultErasurePlanSchema, {
    strandId: strand.id,
    documents: going.map((uid) => documentOf(strand, uid, counts.get(uid) ?? 0, others.get(uid) ?? [])),
    remaining: remainingBeside(strand, going),
  });
  return create(VaultErasurePlanSchema, { ...plan, digest: sha256Hex(toBinary(VaultErasurePlanSchema, plan)) });
};

/** The document first, then what hangs on those that go and on nothing else, in order of id. */
const goingWith = (strand: Strand, docUid: string): string[] => {
  const going = new Set([docUid]);
  for (let before = 0; before < going.size; ) {
    before = going.size;
    for (const child of childrenOf(strand, going))
      if (!isImportedByItself(strand, child, going) && parentsOf(strand, child).every((parent) => going.has(parent)))
        going.add(child);
  }
  going.delete(docUid);
  return [docUid, ...[...going].sort(compareText)];
};

const childrenOf = (strand: Strand, going: ReadonlySet<string>): string[] => [
  ...new Set(
    [...going]
      .flatMap((docUid) => strand.record(docUid).detail?.attachments ?? [])
      .map((attachment) => attachment.docUid)
      .filter((docUid) => docUid !== "" && !going.has(docUid) && strand.catalogue.has(docUid)),
  ),
];

const parentsOf = (strand: Strand, docUid: string): readonly string[] =>
  strand.catalogue.detail(docUid)?.parentDocUids ?? [];

/** Whether it stood at a path that is not inside one of the others. */
const isImportedByItself = (strand: Strand, docUid: string, going: ReadonlySet<string>): boolean => {
  const outer = [...going].flatMap((one) => strand.catalogue.pathsOf(one).map((path) => `${path}!/`));
  return strand.catalogue.pathsOf(docUid).some((path) => !outer.some((folder) => path.startsWith(folder)));
};

const documentOf = (
  strand: Strand,
  docUid: string,
  containerCount: number,
  otherStrandIds: readonly string[],
): DocumentToErase => {
  const { detail } = strand.record(docUid);
  return create(DocumentToEraseSchema, {
    docUid,
    title: detail?.summary?.title ?? "",
    path: detail?.summary?.path ?? "",
    docType: detail?.summary?.docType ?? "",
    sizeBytes: detail?.original?.sizeBytes ?? 0n,
    textCount: 1 + strand.catalogue.earlierTexts(docUid).length,
    containerCount,
    otherStrandIds: [...otherStrandIds],
  });
};

const remainingBeside = (strand: Strand, documents: readonly string[]): RemainingDocument[] => {
  const going = new Set(documents);
  const children = childrenOf(strand, going).map((docUid) => {
    const isElsewhere = parentsOf(strand, docUid).some((parent) => !going.has(parent));
    return [docUid, isElsewhere ? Why.ATTACHED_ELSEWHERE : Why.IMPORTED_BY_ITSELF] as const;
  });
  const stays = (why: Why, docUids: readonly string[]) =>
    [...new Set(docUids)].filter((docUid) => !going.has(docUid)).map((docUid) => [docUid, why] as const);
  const holders = documents.flatMap((docUid) => parentsOf(strand, docUid));
  const threads = documents.flatMap((docUid) => strand.catalogue.threadMembers(docUid) ?? []);
  return [...children, ...stays(Why.HOLDS_ITS_BYTES, holders), ...stays(Why.SAME_THREAD, threads)]
    .sort(([a, why], [b, other]) => why - other || compareText(a, b))
    .slice(0, remainingMax)
    .map(([docUid, why]) =>
      create(RemainingDocumentSchema, { docUid, title: strand.record(docUid).detail?.summary?.title ?? "", why }),
    );
};

const containerCounts = async (strand: Strand, docUids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const wanted = new Set(docUids);
  const counts = new Map<string, number>();
  for (const container of await strand.containers.all())
    for (const docUid of await membersAmong(strand, container, wanted))
      counts.set(docUid, (counts.get(docUid) ?? 0) + 1);
  return counts;
};

/** Which of the documents a container's list names. */
const membersAmong = async (
  strand: Strand,
  container: Container,
  wanted: ReadonlySet<string>,
): Promise<Set<string>> => {
  const found = new Set<string>();
  for (const part of (await partsThere(strand.containers, container)) ?? [])
    for (const member of part.members) {
      const docUid = Buffer.from(member.digest).toString("hex");
      if (wanted.has(docUid)) found.add(docUid);
    }
  return found;
};
