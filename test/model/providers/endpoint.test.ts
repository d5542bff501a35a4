import { inspect } from "node:util";
import { createRouterTransport } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { DomainError } from "../../../src/error.ts";
import { providersFromEnvironment } from "../../../src/model/providers/from-environment.ts";
import { parseEndpoint, readKey, under } from "../../../src/model/providers/http/endpoint.ts";

const refusal = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return error instanceof DomainError ? `${error.reason}: ${error.message}` : `${error}`;
  }
  return "accepted";
};

describe("the address of a provider", () => {
  it.each([
    "https://api.example.org",
    "https://api.example.org/v1/",
    "http://127.0.0.1:1234/v1",
    "http://127.9.9.9",
    "http://localhost:8080",
    "http://[::1]:8080/v1",
  ])("may be %s", (address) => {
    expect(refusal(() => parseEndpoint(address, "X"))).toBe("accepted");
  });

  it.each([
    "http://api.example.org",
    "http://192.168.1.5:1234",
    "http://0.0.0.0:1234",
    "http://127.0.0.1.example.org",
    "http://localhost.example.org",
    "http://[::ffff:10.0.0.1]/",
    "ftp://127.0.0.1",
    "file:///etc/passwd",
    "https://user:geheim@example.org",
    "https://example.org/?key=geheim",
    "https://example.org/#geheim",
    "geheim",
    "",
  ])("may not be %j, and is not repeated in the refusal", (address) => {
    const told = refusal(() => parseEndpoint(address, "PINCITE_X_URL"));
    expect(told).toMatch(/^REQUEST_INVALID: PINCITE_X_URL: /);
    expect(told).not.toContain("geheim");
  });

  it("is joined with paths whether it ends in a slash or not", () => {
    for (const base of ["https://h/v1", "https://h/v1/", "https://h/v1//"])
      expect(under(new URL(base), "chat/completions").href).toBe("https://h/v1/chat/completions");
  });
});

describe("the providers of an environment", () => {
  const transport = createRouterTransport(() => undefined);
  const names = (env: Record<string, string>) => [...providersFromEnvironment(env, () => transport).keys()];

  it("are the embedded one, and those that are configured", () => {
    expect(names({})).toEqual(["extractive"]);
    expect(names({ ANTHROPIC_API_KEY: "" })).toEqual(["extractive"]);
    expect(names({ ANTHROPIC_API_KEY: "sk-12345678" })).toEqual(["extractive", "anthropic"]);
    expect(names({ PINCITE_OPENAI_URL: "http://127.0.0.1:1234/v1" })).toEqual(["extractive", "openai-compatible"]);
    expect(names({ PINCITE_MODEL_URL: "http://127.0.0.1:7613" })).toEqual(["extractive", "remote"]);
  });

  it("are refused where an address is not allowed or a key could not stand in a header", () => {
    expect(refusal(() => names({ PINCITE_OPENAI_URL: "http://10.0.0.1/v1" }))).toMatch(
      /^REQUEST_INVALID: PINCITE_OPENAI_URL/,
    );
    expect(refusal(() => names({ PINCITE_MODEL_URL: "http://10.0.0.1" }))).toMatch(
      /^REQUEST_INVALID: PINCITE_MODEL_URL/,
    );
    expect(refusal(() => names({ PINCITE_ANTHROPIC_URL: "ftp://x" }))).toMatch(
      /^REQUEST_INVALID: PINCITE_ANTHROPIC_URL/,
    );
    for (const bad of ["kort", "geheim\r\nx-other: 1", "geheim geheim", "geheimé12345"]) {
      const told = refusal(() => readKey({ ANTHROPIC_API_KEY: bad }, "ANTHROPIC_API_KEY"));
      expect(told).toMatch(/^REQUEST_INVALID: ANTHROPIC_API_KEY/);
      expect(told).not.toContain(bad.slice(0, 4));
    }
  });

  it("do not show their keys when printed", () => {
    const env = {
      ANTHROPIC_API_KEY: "sk-KANARIE1",
      PINCITE_OPENAI_URL: "https://h",
      PINCITE_OPENAI_API_KEY: "sk-KANARIE2",
    };
    const providers = providersFromEnvironment(env, () => transport);
    expect(inspect(providers, { depth: 10, showHidden: true })).not.toContain("KANARIE");
  });
});
