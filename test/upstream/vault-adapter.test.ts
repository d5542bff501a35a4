import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { VaultSearchParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { createVaultReader } from "../../src/upstream/vault/adapter.ts";
import { failing, fakeVault, secret } from "./fakes.ts";

const params = create(VaultSearchParamsSchema, { query: "contract" });
const scope = { strandId: "case-7", signal: new AbortController().signal, timeoutMs: 60_000 };

describe("a reader of the Vault", () => {
  it("stops waiting when its deadline has passed, and says so", async () => {
    const { transport } = fakeVault({ search: () => new Promise(() => undefined) });
    await expect(createVaultReader(transport).search(params, { ...scope, timeoutMs: 20 })).rejects.toMatchObject({
      name: "DomainError",
      reason: "DEADLINE_EXCEEDED",
      message: "the Vault did not answer in time; ask for less, or make the request again",
    });
  });

  it("answers nothing to a run that was cancelled before", async () => {
    const { transport } = fakeVault({ search: () => ({ result: {} }) });
    const search = createVaultReader(transport).search(params, { ...scope, signal: AbortSignal.abort() });
    await expect(search).rejects.toMatchObject({ reason: "CANCELLED" });
  });

  it("keeps the cause for the log and out of message and facts", async () => {
    const { transport } = fakeVault({ search: failing("DATA_LOSS") });
    const failed = await createVaultReader(transport)
      .search(params, scope)
      .catch((error: unknown) => error as Error & { facts: object });
    expect(failed).toMatchObject({ reason: "DATA_LOSS", facts: { service: "the Vault" } });
    expect(String((failed as Error).cause)).toContain(secret);
    expect((failed as Error).message).not.toContain(secret);
  });
});
