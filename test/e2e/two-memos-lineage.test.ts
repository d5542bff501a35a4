import { rmSync } from "node:fs";
import { fromBinary } from "@bufbuild/protobuf";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GetLineageRequest_Direction as Direction } from "../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftSentence } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedMapSchema } from "../../gen/pincite/memo/v1/need_map_pb.ts";
import { MessageSkeletonSchema } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { exportMemo } from "../../src/client/memo-export.ts";
import { storedOriginal } from "../../src/client/stored-original.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { isCampaign } from "../support/draws.ts";
import { stage } from "../support/stages.ts";
import { type FinishedMemo, finishedMemo, textOf } from "./support/finished-memo.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

// What anybody can follow who has only the calls: from a sentence to the bytes it rests on, and from those back to the sentence.

const memos = [
  ["a reply to the employer", "letter"],
  ["a request to the UWV", "request"],
] as const;

// With each change the one: a whole case is made for each.
describe.each(isCampaign ? memos : memos.slice(0, 1))("the lineage of %s, over the wire", (_, name) => {
  let folder: string;
  let server: TestServer;
  let memo: FinishedMemo;
  let sentences: readonly DraftSentence[];
  let entries: ReadonlyMap<string, LedgerEntry>;
  beforeAll(async () => {
    folder = await stage(name);
    server = await startTestServer(folder);
    memo = await finishedMemo(server.url);
    sentences = memo.draft.sections.flatMap((section) => section.sentences);
    entries = new Map(memo.ledger.entries.map((entry) => [entry.entryId, entry]));
  });
  afterAll(async () => {
    memo?.connection.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const walk = (digest: string, direction: Direction) =>
    memo.connection.artifacts.getLineage({ digest, direction, runId: memo.runId });
  const digestsOf = ({ nodes }: Awaited<ReturnType<typeof walk>>): Set<string> =>
    new Set(nodes.map(({ ref }) => ref?.digest ?? ""));
  /** The bytes of an artifact in pieces, held against its digest. */
  const fetched = async (digest: string): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = [];
    for await (const { content } of memo.connection.artifacts.streamArtifact({ digest })) pieces.push(content);
    const bytes = Buffer.concat(pieces);
    expect(sha256Hex(bytes)).toBe(digest);
    return Uint8Array.from(bytes);
  };

  it("leads from the draft to artifacts that are all there, and from each of them back to the draft", async () => {
    const down = await walk(memo.draftRef.digest, Direction.PARENTS);
    const nodes = digestsOf(down);
    expect(down.truncated).toBe(false);
    expect(nodes.size).toBeGreaterThan(20);
    expect(down.edges.filter(({ child, parent }) => !nodes.has(child) || !nodes.has(parent))).toEqual([]);
    for (const digest of nodes) {
      await fetched(digest);
      const up = digestsOf(await walk(digest, Direction.CHILDREN));
      expect(up.has(memo.draftRef.digest), digest).toBe(true);
    }
  });

  it("has an entry, a binding, a slot and a claim for every sentence that cites", async () => {
    const needMap = fromBinary(EvidenceNeedMapSchema, await fetched(memo.ledger.needMap?.digest ?? ""));
    const bindings = new Map(needMap.bindings.map((binding) => [binding.bindingId, binding]));
    const skeletonRef = (await walk(memo.draftRef.digest, Direction.PARENTS)).nodes.find(
      ({ ref }) => ref?.kind === MessageSkeletonSchema.typeName,
    )?.ref;
    const skeleton = fromBinary(MessageSkeletonSchema, await fetched(skeletonRef?.digest ?? ""));
    const claims = new Set(skeleton.sections.flatMap((section) => section.claims).map(({ claimId }) => claimId));
    for (const { claimId, entryIds, sentenceId } of sentences) {
      expect(claimId === "" || claims.has(claimId), sentenceId).toBe(true);
      for (const entryId of entryIds) {
        const entry = entries.get(entryId);
        expect(bindings.get(entry?.bindingId ?? ""), entryId).toMatchObject({ slotId: entry?.slotId });
        expect(claims.has(entry?.claimId ?? ""), entryId).toBe(true);
      }
    }
    expect(sentences.some(({ entryIds }) => entryIds.length > 0)).toBe(true);
  });

  it("leads from every sentence over its result and its receipt to the words, and from the result back to the sentence", async () => {
    const { audit, tools } = memo.connection;
    const known = digestsOf(await walk(memo.draftRef.digest, Direction.PARENTS));
    for (const { entryIds, sentenceId } of sentences)
      for (const entryId of entryIds) {
        const { evidence, toolResult, toolResultId } = entries.get(entryId) as LedgerEntry;
        if (evidence?.evidence.case === "statement") {
          expect(evidence.evidence.value.text).not.toBe("");
          continue;
        }
        expect(known.has(toolResult?.digest ?? ""), entryId).toBe(true);
        const { receipt } = await audit.getReceipt({ id: toolResultId });
        expect(receipt?.result?.digest).toBe(toolResult?.digest);
        for (const ref of [receipt?.request, receipt?.result, receipt?.output]) await fetched(ref?.digest ?? "");
        const { checks, valid } = await audit.verifyReceipt({
          receipt: { case: "id", value: receipt?.receiptId ?? "" },
        });
        expect([valid, checks.filter(({ passed }) => !passed)]).toEqual([true, []]);
        const { uses } = await tools.explainToolCall({ id: toolResultId });
        const subjects = uses.map(({ subjectId }) => subjectId);
        expect(subjects, entryId).toEqual(expect.arrayContaining([entryId, sentenceId]));
      }
  });

  it("gives the original and the text of every source by its digest, with each quotation and place where it is said to be", async () => {
    const { docs, laws } = memo.connection;
    const { strandId } = memo;
    let [quotes, searches] = [0, 0];
    for (const { entryIds } of sentences)
      for (const entryId of entryIds) {
        const { evidence, span } = entries.get(entryId) as LedgerEntry;
        const { case: kind, value } = evidence?.evidence ?? { case: undefined };
        if (kind === "search") {
          searches += 1;
          await fetched(value.output?.digest ?? "");
          for (const { reasonDigest } of value.dismissals) await fetched(reasonDigest);
        }
        if (kind !== "document" && kind !== "law") continue;
        const docUid = span?.docUid ?? value.evidenceId.replace(/^(?:vault|law):/u, "").split("#")[0] ?? "";
        const original = await storedOriginal(
          kind === "document"
            ? docs.getOriginal({ docUid, strandId })
            : laws.getOriginal({ lawId: docUid.split("@")[0] ?? "", docUid }),
        );
        expect(sha256Hex(original.bytes)).toBe(kind === "document" ? docUid : original.head.digest);
        const { text } = await textOf(memo, docUid);
        const digest = span?.sourceDigest ?? value.sourceDigest;
        expect(sha256Hex(Buffer.from(text))).toBe(digest);
        const place = kind === "document" ? value.place : undefined;
        if (place) expect([...text].slice(place.startChar, place.endChar).join("").trim()).not.toBe("");
        if (!span) continue;
        quotes += 1;
        expect([...text].slice(span.startChar, span.endChar).join("")).toBe(span.excerpt);
      }
    expect(quotes).toBeGreaterThan(3);
    expect(searches).toBe(name === "request" ? 1 : 0);
  });

  it("has an exhibit for each document that is cited, byte for byte, and none besides; every dismissal has its reason", async () => {
    const cited = new Set(sentences.flatMap(({ entryIds }) => entryIds));
    const documents = memo.ledger.entries.flatMap(({ entryId, evidence }) =>
      cited.has(entryId) && evidence?.evidence.case === "document" ? [evidence.evidence.value.evidenceId] : [],
    );
    const { bytes } = await exportMemo(memo.connection, { runId: memo.runId, format: "zip" });
    const files = Object.entries(unzipSync(bytes)).filter(([name]) => name.startsWith("productie-"));
    expect(files.map(([, content]) => `vault:${sha256Hex(content)}`).toSorted()).toEqual(
      [...new Set(documents)].toSorted(),
    );
    for (const { reasonDigest } of memo.draft.adverseDismissals) await fetched(reasonDigest);
  });
});
