import { create } from "@bufbuild/protobuf";
import { type ThreadSummary, ThreadSummarySchema } from "../../gen/pincite/vault/v1/thread_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { type Catalogue, compareText } from "./strand/catalogue.ts";
import type { Strand } from "./strand/strand.ts";

const participantsMax = 200;
/** Messages a query of ListThreads looks at. */
const matchesMax = 1_000;

/** A thread from its messages, oldest first. */
export const threadSummary = (catalogue: Catalogue, members: readonly string[], matchSnippet = ""): ThreadSummary => {
  const instants = members.map((docUid) => catalogue.instant(docUid)).filter((instant) => instant !== "");
  const oldest = catalogue.record(members[0] ?? "")?.detail?.summary;
  const participants = new Set(
    members.flatMap((docUid) => catalogue.record(docUid)?.detail?.summary?.participants ?? []),
  );
  return create(ThreadSummarySchema, {
    threadUid: catalogue.threadOf(members[0] ?? "") ?? "",
    subject: oldest?.title ?? "",
    participants: [...participants].slice(0, participantsMax),
    matchSnippet,
    messageCount: members.length,
    firstAtIso: instants[0] ?? "",
    lastAtIso: instants.at(-1) ?? "",
  });
};

/** Which threads of a list are wanted: `offset` are passed over, at most `limit` given. */
export interface ThreadPage {
  readonly offset: number;
  readonly limit: number;
}

/** Threads of the strand, newest message first, then by id; with a query those with a match, and words around it. */
export const listThreads = async (strand: Strand, query: string, page: ThreadPage): Promise<ThreadSummary[]> => {
  await strand.ensureIndexed();
  return query.trim() === "" ? everyThread(strand, page) : matchingThreads(strand, query, page);
};

/** Messages of a thread, oldest first. An id names any member, so that ids of before a merge keep resolving. */
export const threadMessages = (strand: Strand, threadUid: string): readonly string[] => {
  const members = strand.catalogue.threadMembers(threadUid.slice("thread:".length));
  if (members !== undefined) return members;
  throw new DomainError(
    "THREAD_NOT_FOUND",
    worded("source-error.strand-has-no-thread-list-its-threads", { strandId: strand.id, threadUid }),
    {
      threadUid,
      strandId: strand.id,
    },
  );
};

const everyThread = ({ catalogue }: Strand, page: ThreadPage): ThreadSummary[] =>
  catalogue.threads(page).map((members) => threadSummary(catalogue, members));

const matchingThreads = (
  { catalogue, index }: Strand,
  query: string,
  { offset, limit }: ThreadPage,
): ThreadSummary[] => {
  const { hits } = index.search({ text: query, kinds: ["thread"], limit: matchesMax, offset: 0 });
  const found = new Map<string, { readonly docUid: string; readonly snippet: string; readonly lastAtIso: string }>();
  for (const { id: docUid, snippet } of hits) {
    const threadUid = catalogue.threadOf(docUid) ?? "";
    // Hits come best first: the first of a thread has its best words.
    if (!found.has(threadUid)) found.set(threadUid, { docUid, snippet, lastAtIso: catalogue.threadEnd(docUid) });
  }
  return [...found]
    .sort(([uidA, a], [uidB, b]) => compareText(b.lastAtIso, a.lastAtIso) || compareText(uidA, uidB))
    .slice(offset, offset + limit)
    .map(([, { docUid, snippet }]) => threadSummary(catalogue, catalogue.threadMembers(docUid) ?? [], snippet));
};
