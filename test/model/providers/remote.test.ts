import { inspect } from "node:util";
import { Code, ConnectError, createRouterTransport, type HandlerContext } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { type GenerateRequest, ModelService } from "../../../gen/pincite/model/v1alpha1/model_service_pb.ts";
import { remoteProvider } from "../../../src/model/providers/remote.ts";
import { modelRequest, outcomeOf } from "./stand-in.ts";

type Answer = { rawOutput: Uint8Array<ArrayBuffer>; inputTokens: number; outputTokens: number };

const remote = (generate: (request: GenerateRequest, context: HandlerContext) => Answer | Promise<Answer>) =>
  remoteProvider(createRouterTransport((router) => void router.service(ModelService, { generate })));
const bytes = (text: string) => Uint8Array.from(Buffer.from(text));
const saying = (text: string) => () => ({ rawOutput: bytes(text), inputTokens: 3, outputTokens: 4 });

describe("a remote provider", () => {
  it("gets the whole request and gives its bytes and counts untouched", async () => {
    const seen: GenerateRequest[] = [];
    const provider = remote((request) => {
      seen.push(request);
      return { rawOutput: Uint8Array.of(0xff, 0x00), inputTokens: 3, outputTokens: 4 };
    });
    const request = modelRequest();
    expect(await provider.generate(request, new AbortController().signal)).toEqual({
      raw: Uint8Array.of(0xff, 0x00),
      inputTokens: 3,
      outputTokens: 4,
    });
    expect(seen.map((one) => one.request)).toEqual([request]);
  });

  it("is cut one byte past the limit", async () => {
    expect(await outcomeOf(remote(saying("abcdefgh")), modelRequest({ outputBytesMax: 5 }))).toBe("text abcdef");
  });

  const codes: [Code, string][] = [
    [Code.Unavailable, "overloaded"],
    [Code.ResourceExhausted, "rate_limited"],
    [Code.Unauthenticated, "unauthorised"],
    [Code.InvalidArgument, "request_refused"],
    [Code.DeadlineExceeded, "deadline"],
    [Code.Unimplemented, "malformed"],
    [Code.Internal, "server_error"],
  ];
  it.each(codes)(
    "that fails with code %i is %s, without a word of its own, and is asked once",
    async (code, failure) => {
      let calls = 0;
      const provider = remote(() => {
        calls++;
        throw new ConnectError("KANARIE of the other side", code);
      });
      expect(await outcomeOf(provider)).toBe(failure);
      expect(calls).toBe(1);
      const error = await provider.generate(modelRequest(), new AbortController().signal).catch((e: unknown) => e);
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("KANARIE");
    },
  );

  it("is cut at its deadline and cancelled with the turn", async () => {
    const never = remote((_, context) => new Promise((_, fail) => context.signal.addEventListener("abort", fail)));
    expect(await outcomeOf(never, modelRequest({ timeoutMs: 100 }))).toBe("deadline");
    const stop = new AbortController();
    const waiting = outcomeOf(never, modelRequest(), stop.signal);
    stop.abort(new Error("the server stops"));
    expect(await waiting).toBe("CANCELLED");
  });
});
