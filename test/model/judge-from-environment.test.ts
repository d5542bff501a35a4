import type { Transport } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { judgeFromEnvironment } from "../../src/model/providers/from-environment.ts";

const opened: string[] = [];
const connect = (url: string): Transport => {
  opened.push(url);
  return {} as Transport;
};
const judge = (env: Record<string, string>) => judgeFromEnvironment(env, connect);

describe("a second reader in the environment", () => {
  it("is nobody unless one is named", () => {
    expect(judge({})).toBeUndefined();
    expect(
      judge({ PINCITE_JUDGE_PROVIDER: " ", PINCITE_JUDGE_MODEL: "m", PINCITE_OPENAI_URL: "http://127.0.0.1:1/v1" }),
    ).toBe(undefined);
  });

  it("is the provider of its name, and then reads no draft of that provider unless that is allowed", () => {
    const env = { PINCITE_JUDGE_PROVIDER: "openai-compatible", PINCITE_OPENAI_URL: "http://127.0.0.1:1234/v1" };
    expect(judge(env)).toMatchObject({ model: "openai-compatible/", isLocal: true, draftsAs: "openai-compatible" });
    const allowed = judge({ ...env, PINCITE_JUDGE_SAME_PROVIDER: "true" });
    expect(allowed).toMatchObject({ isLocal: true });
    expect(allowed?.draftsAs).toBeUndefined();
  });

  it.each([
    ["https://models.example/v1", false],
    ["http://localhost:11434/v1", true],
    ["http://[::1]:11434/v1", true],
    ["https://127.0.0.1.example/v1", false],
  ])("of %s is on this machine: %s", (url, isLocal) => {
    const env = { PINCITE_JUDGE_PROVIDER: "openai-compatible", PINCITE_JUDGE_MODEL: "m-7b", PINCITE_JUDGE_URL: url };
    const made = judge(env);
    expect(made).toMatchObject({ model: "openai-compatible/m-7b", isLocal });
    expect(made?.draftsAs).toBeUndefined();
  });

  it("elsewhere is never Anthropic's by the drafter's key, and its own servers are not this machine", () => {
    const key = "sk-ant-KANARIE-0123456789";
    expect(judge({ PINCITE_JUDGE_PROVIDER: "anthropic", ANTHROPIC_API_KEY: key })).toMatchObject({ isLocal: false });
    const apart = { PINCITE_JUDGE_PROVIDER: "anthropic", PINCITE_JUDGE_URL: "https://elsewhere.example" };
    expect(() => judge({ ...apart, ANTHROPIC_API_KEY: key })).toThrow(/PINCITE_JUDGE_PROVIDER/);
    expect(judge({ ...apart, PINCITE_JUDGE_API_KEY: key })).toMatchObject({ isLocal: false });
  });

  it("may be a ModelService of one's own", () => {
    opened.length = 0;
    expect(judge({ PINCITE_JUDGE_PROVIDER: "remote", PINCITE_JUDGE_URL: "http://127.0.0.1:9000" })).toMatchObject({
      model: "remote/",
      isLocal: true,
    });
    expect(opened).toEqual(["http://127.0.0.1:9000"]);
  });

  it.each([
    [{ PINCITE_JUDGE_PROVIDER: "extractive" }],
    [{ PINCITE_JUDGE_PROVIDER: "nobody" }],
    [{ PINCITE_JUDGE_PROVIDER: "openai-compatible" }],
    [{ PINCITE_JUDGE_PROVIDER: "anthropic" }],
    [{ PINCITE_JUDGE_PROVIDER: "remote" }],
    [{ PINCITE_JUDGE_PROVIDER: "remote", PINCITE_JUDGE_URL: "http://elsewhere.example" }],
  ])("that cannot be is refused, naming the variable: %o", (env: Record<string, string>) => {
    expect(() => judge(env)).toThrow(expect.objectContaining({ reason: "REQUEST_INVALID" }));
  });
});
