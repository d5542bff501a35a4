import { create } from "@bufbuild/protobuf";
import { createRouterTransport } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { ArtifactService, StreamArtifactResponseSchema } from "../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { lazyClient } from "../../src/client/connection.ts";

const opened = () => {
  const seen = { loads: 0 };
  const transport = createRouterTransport(({ service }) => {
    service(ArtifactService, {
      batchGetArtifacts: ({ digests }) => ({ artifacts: digests.map((digest) => ({ digest })) }),
      async *streamArtifact() {
        for (const byte of [1, 2, 3]) yield create(StreamArtifactResponseSchema, { content: new Uint8Array([byte]) });
      },
    });
  });
  const load = async () => {
    seen.loads++;
    return ArtifactService;
  };
  return { seen, client: lazyClient(transport, load, { streamArtifact: true, watchArtifacts: true }) };
};

describe("a client that is loaded at its first call", () => {
  it("loads its service once, and not before", async () => {
    const { seen, client } = opened();
    expect(seen.loads).toBe(0);
    const [one] = await Promise.all([
      client.batchGetArtifacts({ digests: ["a"] }),
      client.batchGetArtifacts({ digests: ["b"] }),
    ]);
    expect(one.artifacts.map(({ digest }) => digest)).toEqual(["a"]);
    expect(seen.loads).toBe(1);
  });

  it("gives streams as streams", async () => {
    const { client } = opened();
    const bytes: number[] = [];
    for await (const { content } of client.streamArtifact({ digest: "a" })) bytes.push(...content);
    expect(bytes).toEqual([1, 2, 3]);
  });

  it("rejects a call with the server's error, and is no promise itself", async () => {
    const { client } = opened();
    await expect(client.getArtifact({ digest: "a" })).rejects.toMatchObject({ name: "ConnectError" });
    expect(await client).toBe(client);
  });

  it("says so at each call when its service cannot be loaded", async () => {
    const client = lazyClient(
      createRouterTransport(() => undefined),
      () => Promise.reject<typeof ArtifactService>(new Error("not in the package")),
      { streamArtifact: true, watchArtifacts: true },
    );
    await expect(client.getArtifact({})).rejects.toThrow("not in the package");
  });
});
