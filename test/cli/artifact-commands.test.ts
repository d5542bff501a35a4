import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newFolder } from "../support/new-folder.ts";
import { cli } from "./support/cli.ts";
import { type FakeServer, sha256, startFakeServer } from "./support/fake-server.ts";

let server: FakeServer;
const folder = newFolder("cli");
beforeAll(async () => {
  server = await startFakeServer();
});
afterAll(() => server.stop());

const artifact = (...argv: string[]) => cli(["artifact", ...argv], { env: { PINCITE_URL: server.url }, cwd: folder });

describe("artifact get", () => {
  it("shows a known kind field by field", async () => {
    const { code, out } = await artifact("get", server.proposal.digest);
    expect(code).toBe(0);
    expect(out).toContain(
      'sections {\n  section_id: "section:1"\n  title: "Feiten"\n  claims {\n    claim_id: "claim:1"',
    );
  });

  it("gives exactly the stored bytes with --raw and with --output", async () => {
    const { digest } = server.proposal;
    expect(sha256((await artifact("get", digest, "--raw")).bytes)).toBe(digest);
    await artifact("get", digest, "-o", "proposal.pb");
    expect(sha256(readFileSync(join(folder, "proposal.pb")))).toBe(digest);
  });

  it("takes a path that ends in the digest, by kind or by role as the RFC writes it", async () => {
    const { digest } = server.proposal;
    for (const path of [`skeleton/v1/${digest}.pb`, `/store/artifacts/pincite.memo.v1.MessageSkeleton/v1/${digest}.pb`])
      expect(sha256((await artifact("get", path, "--raw")).bytes)).toBe(digest);
  });

  it("writes nothing and exits with 6 when the bytes have another digest", async () => {
    const digest = "a".repeat(64);
    server.blobs.set(digest, new Uint8Array([1, 2, 3]));
    const { code, err } = await artifact("get", digest, "-o", "wrong.pb");
    expect(code).toBe(6);
    expect(err).toContain("DATA_LOSS");
    expect(() => readFileSync(join(folder, "wrong.pb"))).toThrow();
  });

  it("fetches in pieces what is too large for one message", async () => {
    const bytes = new Uint8Array(5_500).fill(7);
    server.blobs.set(sha256(bytes), bytes);
    expect(sha256((await artifact("get", sha256(bytes), "--raw")).bytes)).toBe(sha256(bytes));
  });

  it("exits with 3 for a digest nobody has", async () => {
    expect((await artifact("get", "b".repeat(64))).code).toBe(3);
  });
});
