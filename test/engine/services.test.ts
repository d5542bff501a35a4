import { create } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { ArtifactService } from "../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolRequestParamsSchema, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { ToolService } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { artifactService } from "../../src/rpc/artifact-service.ts";
import { orchestratorService } from "../../src/rpc/orchestrator-service.ts";
import { createPaging } from "../../src/rpc/paging.ts";
import { toolService } from "../../src/rpc/tool-service.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { storeLimits } from "../../src/store/limits.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import { gate } from "./sample-tools.ts";
import { final, lawSearch, tools } from "./scripted-model.ts";
import { owner, TestEngine } from "./support.ts";

/** The services over a test's engine, as a client reaches them: every message encoded, decoded and validated. */
const served = async () => {
  const test = await TestEngine.open();
  const paging = createPaging(new Uint8Array(32).fill(7), owner);
  const facts = { serverVersion: "0", profiles: [], providers: [], user: owner, storeLimits };
  const transport = createInProcessTransport((router) => {
    router.service(OrchestratorService, orchestratorService(test.engine, test.views, paging, facts));
    router.service(ToolService, toolService(test.engine, test.views, paging));
    router.service(ArtifactService, artifactService(test.views, paging));
  });
  const client = <D extends Parameters<typeof createClient>[0]>(service: D) => createClient(service, transport);
  return {
    test,
    orchestrator: client(OrchestratorService),
    toolClient: client(ToolService),
    artifacts: client(ArtifactService),
  };
};

const reasonOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "nothing",
    (error) => fromConnectError(error).reason,
  );

describe("a call that is broken off", () => {
  it("leaves its turn to go on; the key finds it again", async () => {
    const { test, orchestrator } = await served();
    const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
    const held = gate();
    test.model.say(async (request, signal) => {
      await held.wait();
      return final({ message: "Still here." })(request, signal);
    });
    const gone = new AbortController();
    const guide = { runId: run.runId, idempotencyKey: "turn-1", userPrompt: "Zoek." };
    const abandoned = orchestrator.guide(guide, { signal: gone.signal });
    await held.arrived;
    gone.abort();
    await expect(abandoned).rejects.toThrow();
    expect((await run.refresh()).turnId).not.toBe("");

    const joined = orchestrator.guide(guide);
    held.open();
    expect((await joined).conversationLog?.entries.at(-1)?.text).toBe("Still here.");
    expect(test.model.asked).toHaveLength(1);
    expect((await run.refresh()).turnId).toBe("");
  });
});

describe("pages over the wire", () => {
  it("go through runs, artifacts and tool calls by token, each row once", async () => {
    const { test, orchestrator, artifacts, toolClient } = await served();
    const run = await (await test.newRun()).to(S.EVIDENCE_BINDING);
    await test.newRun("another");
    const walk = async <T>(
      page: (pageToken: string) => Promise<{ nextPageToken: string; rows: T[] }>,
    ): Promise<T[]> => {
      const rows: T[] = [];
      for (let token = ""; ; ) {
        const one = await page(token);
        rows.push(...one.rows);
        token = one.nextPageToken;
        if (token === "") return rows;
      }
    };
    const runs = await walk(async (pageToken) => {
      const { runs: rows, nextPageToken } = await orchestrator.listRuns({ pageSize: 1, pageToken });
      return { rows, nextPageToken };
    });
    expect(runs.map((one) => one.runId).at(-1)).toBe(run.runId);
    expect(runs).toHaveLength(2);
    const listed = await walk(async (pageToken) => {
      const { artifacts: rows, nextPageToken } = await artifacts.listArtifacts({
        runId: run.runId,
        pageSize: 3,
        pageToken,
      });
      return { rows, nextPageToken };
    });
    expect(new Set(listed.map((one) => one.ref?.digest)).size).toBe(listed.length);
    const asked = await walk(async (pageToken) => {
      const { calls: rows, nextPageToken } = await toolClient.listToolCalls({
        runId: run.runId,
        pageSize: 2,
        pageToken,
      });
      return { rows, nextPageToken };
    });
    expect(asked.map((one) => one.request?.toolName)).toEqual(["vault.search", "vault.search", "lawbot.search"]);
  });

  it("take no token of another list", async () => {
    const { test, orchestrator, artifacts } = await served();
    const run = await (await test.newRun()).to(S.SKELETON);
    await test.newRun("another");
    const { nextPageToken } = await orchestrator.listRuns({ pageSize: 1 });
    expect(nextPageToken).not.toBe("");
    const foreign = artifacts.listArtifacts({ runId: run.runId, pageSize: 1, pageToken: nextPageToken });
    expect(await reasonOf(foreign)).toBe("PAGE_TOKEN_INVALID");
  });
});

describe("several artifacts over the wire", () => {
  it("come in the order asked, each with its own bytes, and what is not there is told", async () => {
    const { test, orchestrator, artifacts } = await served();
    const { runId } = await (await test.newRun()).to(S.EVIDENCE_BINDING);
    const { runContext } = await orchestrator.getRun({ runId });
    const refs = runContext!.current.map(({ ref }) => ref!).toReversed();
    const digests = [refs[0]!.digest, "0".repeat(64), ...refs.slice(1).map(({ digest }) => digest)];
    const { artifacts: given } = await artifacts.batchGetArtifacts({ digests });
    expect(given.map(({ digest }) => digest)).toEqual(digests);
    expect(given.map(({ found }) => found)).toEqual(digests.map((digest) => !digest.startsWith("000")));
    for (const { digest, content, info } of given.filter(({ found }) => found))
      expect([info?.ref?.digest, sha256Hex(content)]).toEqual([digest, digest]);
  });
});

describe("a watch over the wire", () => {
  it("goes on from its cursor, and takes no cursor of another run", async () => {
    const { test, orchestrator } = await served();
    const run = await (await test.newRun()).to(S.SKELETON);
    const other = await test.newRun("another");
    const take = async (count: number, cursor: string, runId = run.runId) => {
      const done = new AbortController();
      const seen: { seq: number; cursor: string }[] = [];
      for await (const event of orchestrator.watchRun({ runId, cursor }, { signal: done.signal })) {
        seen.push({ seq: event.seq, cursor: event.cursor });
        if (seen.length === count) break;
      }
      done.abort();
      return seen;
    };
    const first = await take(2, "");
    expect(first.map((one) => one.seq)).toEqual([1, 2]);
    expect((await take(1, first[1]?.cursor ?? "")).map((one) => one.seq)).toEqual([3]);
    expect(await reasonOf(take(1, first[1]?.cursor ?? "", other.runId))).toBe("CURSOR_INVALID");
  });
});

describe("a run that was read over the wire", () => {
  it.each([false, true])(
    "is watched from where it stood, with nothing told again (with evidence: %s)",
    async (withEvidenceSet) => {
      const { test, orchestrator } = await served();
      const run = await (await test.newRun()).to(S.SKELETON);
      const { runId } = run;
      const read = await orchestrator.getRun({ runId, withEvidenceSet });
      const stoodAt = read.runContext?.eventCount ?? 0;
      expect(stoodAt).toBeGreaterThan(1);
      await run.to(S.EVIDENCE_NEEDS);
      for await (const { seq } of orchestrator.watchRun({ runId, cursor: read.cursor })) {
        expect(seq).toBe(stoodAt + 1);
        break;
      }
    },
  );
});

describe("a request that the policy refuses", () => {
  it("is recorded with its verbatim reason, never runs, and the model is told", async () => {
    const { test, toolClient } = await served();
    const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
    // LawBot goes away between the offer and the answer: the policy decides on each request, not on what was offered.
    test.model.say((request, signal) => {
      test.tools.tools.splice(test.tools.tools.indexOf("lawbot.search"), 1);
      return tools(lawSearch("goed werkgever", "slot:4"))(request, signal);
    }, final());
    const { toolResultLog } = await run.guide();
    const [refused] = toolResultLog?.results ?? [];
    expect(refused).toMatchObject({
      status: ToolResultStatus.REFUSED,
      reason: "lawbot.search is not available on this server; ListTools says which are",
    });
    expect(test.tools.ran).toEqual([]);
    expect(test.model.asked[1]?.prompt).toContain("REFUSED");
    const { calls } = await toolClient.listToolCalls({ runId: run.runId });
    expect(calls).toMatchObject([{ request: { toolName: "lawbot.search" }, result: { id: refused?.id } }]);
    expect(run.context.pendingToolRequests).toEqual([]);
  });

  it("is refused to a user in words, with the reason as a fact", async () => {
    const { test, toolClient } = await served();
    const run = await test.newRun();
    const params = create(ToolRequestParamsSchema, { params: { case: "vaultSearch", value: { query: "x" } } });
    const request = { runId: run.runId, idempotencyKey: "k", toolName: "vault.search", params };
    expect(await reasonOf(toolClient.requestTool(request))).toBe("TOOL_REFUSED");
  });
});
