import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ConfirmRequest, ProposeRequest } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { ItemDecision } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { cli } from "./support/cli.ts";
import { type FakeServer, runId, startFakeServer } from "./support/fake-server.ts";

let server: FakeServer;
beforeAll(async () => {
  server = await startFakeServer({
    async *watchRun({ cursor }, { signal }) {
      const first = cursor === "" ? 1 : Number(cursor.slice(1)) + 1;
      for (let seq = first; seq <= 2; seq += 1) {
        yield {
          cursor: `c${seq}`,
          seq,
          eventType: "turn_ended",
          timeIso: "2025-12-15T10:00:00.000Z",
          description: `event ${seq}`,
        };
      }
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
  });
});
afterAll(() => server.stop());
beforeEach(() => void server.calls.splice(0));

const run = (...argv: string[]) => cli(["run", ...argv], { env: { PINCITE_URL: server.url } });

describe("run show", () => {
  it("draws stage, call to action, missing inputs and the items with their text", async () => {
    const { code, out } = await run("show", runId);
    expect(code).toBe(0);
    expect(out).toContain("intent seed ✓ → [SKELETON] → evidence needs");
    expect(out).toContain("Next: Approve skeleton");
    expect(out).toContain(`pincite run confirm ${runId} --all --proposal ${server.proposal.digest.slice(0, 12)}`);
    expect(out).toContain("stage: The outline has no second section.");
    expect(out).toContain("[ ] claim 1 De toezegging is schriftelijk gedaan.");
    // Its kind is told by the words that a profile has for it, or not at all.
    expect(out).not.toContain("[promise]");
    expect(out).toContain(`Items of proposal ${server.proposal.digest.slice(0, 12)}`);
  });

  it("writes control characters of a title out instead of obeying them", async () => {
    const { out } = await run("show", runId);
    expect(out).not.toContain("\u001b");
    expect(out).toContain("Antwoord<U+001B>[31m op brief");
  });

  it("takes `latest` for the newest run", async () => {
    expect((await run("show", "latest")).out).toContain(runId);
  });

  it("refuses bytes that do not have the digest they were asked for by", async () => {
    const { digest } = server.proposal;
    const right = server.blobs.get(digest)!;
    server.blobs.set(digest, new Uint8Array([...right, 0]));
    try {
      const { code, err } = await run("show", runId);
      expect(code).toBe(6);
      expect(err).toContain("DATA_LOSS");
    } finally {
      server.blobs.set(digest, right);
    }
  });
});

describe("run confirm", () => {
  it("confirms what waits, rejects what is named, and names the proposal and version that were read", async () => {
    const { code, out } = await run("confirm", runId, "--all", "--reject", "claim:2");
    expect(code).toBe(0);
    expect(out).toContain("confirm claim 1: De toezegging is schriftelijk gedaan.");
    const request = server.calls[0]!.request as ConfirmRequest;
    expect(request.proposalDigest).toBe(server.proposal.digest);
    expect(request.expectedVersion).toBe("7-abcdef");
    expect(request.items.map(({ itemId, decision }) => [itemId, decision])).toEqual([
      ["claim:1", ItemDecision.CONFIRM],
      ["claim:2", ItemDecision.REJECT],
    ]);
  });

  it("sends nothing when another proposal is under review than the one named", async () => {
    const { code, err } = await run("confirm", runId, "--all", "--proposal", "ffff");
    expect(code).toBe(4);
    expect(err).toContain("PROPOSAL_SUPERSEDED");
    expect(server.calls).toEqual([]);
  });

  it("sends nothing when nothing is decided", async () => {
    expect((await run("confirm", runId)).code).toBe(2);
    expect(server.calls).toEqual([]);
  });

  it("uses a fresh idempotency key for every command", async () => {
    await run("confirm", runId, "--all");
    await run("confirm", runId, "--all");
    const keys = server.calls.map(({ request }) => (request as ConfirmRequest).idempotencyKey);
    expect(new Set(keys).size).toBe(2);
  });
});

describe("run propose", () => {
  it("sends an intent from its flags", async () => {
    const { code } = await run(
      "propose",
      runId,
      "--goal",
      "Reageren",
      "--tone",
      "zakelijk",
      "--section",
      "Feiten",
      "--section",
      "Recht",
      "--confirm",
    );
    expect(code).toBe(0);
    const request = server.calls[0]?.request as ProposeRequest | undefined;
    expect(request?.confirm).toBe(true);
    expect(request?.proposal?.proposal).toMatchObject({
      case: "intentSeed",
      value: { goal: "Reageren", tone: "zakelijk", sections: ["Feiten", "Recht"] },
    });
  });

  it("says which file cannot be read", async () => {
    const { code, err } = await run("propose", runId, "--file", "/nowhere/outline.txt");
    expect(code).toBe(2);
    expect(err).toContain("/nowhere/outline.txt");
    expect(err).not.toContain("at ");
  });

  it("says what may be given when nothing is proposed", async () => {
    const { code, err } = await run("propose", runId);
    expect(code).toBe(2);
    expect(err).toContain("--goal");
  });
});

describe("run advance and rewind", () => {
  it("prints the server's sentence, what is missing where, and what to do", async () => {
    const { code, err } = await run("advance", runId);
    expect(code).toBe(1);
    expect(err).toBe(
      "pincite: two claims are not confirmed (MISSING_INPUTS)\n  claim 1: confirm or reject it\n`pincite run show RUN` lists what is missing and the one thing to do next.\n",
    );
  });

  it("names the stages when one is misspelt", async () => {
    const { code, err } = await run("rewind", runId, "--to", "skelet");
    expect(code).toBe(2);
    expect(err).toContain("intent-seed, skeleton, evidence-needs");
  });
});

describe("run watch", () => {
  it("goes on after the cursor it is given, and prints the one to go on from", async () => {
    const first = await run("watch", runId, "--once");
    expect(first.out).toContain("event 1");
    expect(first.err).toContain(`pincite run watch ${runId} --cursor c2`);
    const second = await run("watch", runId, "--cursor", "c1", "--once");
    expect(second.out).not.toContain("event 1");
    expect(second.out).toContain("event 2");
  });

  it("waits for more, and ends well with the cursor when the person stops it", async () => {
    const stop = new AbortController();
    const lines: string[] = [];
    const stdout = {
      write: (content: string | Uint8Array) => {
        lines.push(String(content));
        if (lines.length === 2) stop.abort();
      },
    };
    const { code, err } = await cli(["run", "watch", runId], {
      env: { PINCITE_URL: server.url },
      stop: stop.signal,
      stdout,
    });
    expect(code).toBe(0);
    expect(err).toContain("--cursor c2");
  });
});

describe("errors", () => {
  it("exits with 3 and says where runs are listed when there is no such run", async () => {
    const { code, err } = await run("show", "run-other");
    expect(code).toBe(3);
    expect(err).toContain("you have no run run-other (RUN_NOT_FOUND)");
    expect(err).toContain("pincite run list");
  });

  it("exits with 5 and says how to start a server when none answers", async () => {
    const { code, err } = await cli(["run", "list"], { env: { PINCITE_URL: "http://127.0.0.1:1" } });
    expect(code).toBe(5);
    expect(err).toContain("pincite serve");
  });
});
