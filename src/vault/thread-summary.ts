import { create } from "@bufbuild/protobuf";
import { type ThreadSummary, ThreadSummarySchema } from "../../gen/pincite/vault/v1/thread_pb.ts";
import { DomainError } from "../error.ts";
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

/** Threads of the strand, newest message first, then by id; with a query those with a match, and words around it. */
export const listThreads = async (strand: Strand, query: string): Promise<ThreadSummary[]> => {
  await strand.ensureIndexed();
  const threads = query.trim() === "" ? everyThread(strand) : matchingThreads(strand, query);
  return threads.sort((a, b) => compareText(b.lastAtIso, a.lastAtIso) || compareText(a.threadUid, b.threadUid));
};

/** Messages of a thread, oldest first. An id names any member, so that ids of before a merge keep resolving. */
export const threadMessages = (strand: Strand, threadUid: string): readonly string[] => {
  const members = strand.catalogue.threadMembers(threadUid.slice("thread:".length));
  if (members !== undefined) return members;
  throw new DomainError("THREAD_NOT_FOUND", `strand "${strand.id}" has no thread ${threadUid}; list its threads`, {
    threadUid,
    strandId: strand.id,
  });
};

const everyThread = (strand: Strand): ThreadSummary[] =>
  strand.catalogue.allThreads().map((members) => threadSummary(strand.catalogue, members));

const matchingThreads = (strand: Strand, query: string): ThreadSummary[] => {
  const { hits } = strand.index.search({ text: query, kinds: ["thread"], limit: matchesMax, offset: 0 });
  const found = new Map<string, ThreadSummary>();
  for (const hit of hits) {
    const threadUid = strand.catalogue.threadOf(hit.id) ?? "";
    // Hits come best first: the first of a thread has its best words.
    if (!found.has(threadUid))
      found.set(threadUid, threadSummary(strand.catalogue, strand.catalogue.threadMembers(hit.id) ?? [], hit.snippet));
  }
  return [...found.values()];
};
