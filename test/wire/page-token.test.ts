import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { createPageTokens, pageScope } from "../../src/wire/page-token.ts";
import { EchoSchema } from "./echo-service.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const tokens = createPageTokens(bytes("key of this installation, 32 byt"));

describe("page tokens", () => {
  it("give back the position they were made for", () => {
    const token = tokens.encode(bytes("run/000a"), bytes("scope"));
    expect(tokens.decode(token, bytes("scope"))).toEqual(bytes("run/000a"));
  });

  it("ask for the first page when empty", () => {
    expect(tokens.decode("", bytes("scope"))).toBeUndefined();
  });

  const good = tokens.encode(bytes("position"), bytes("scope"));
  const flipped = `${good.slice(0, -1)}${good.endsWith("A") ? "B" : "A"}`;
  it.each([
    ["of other arguments", good, "other"],
    ["with a changed byte", flipped, "scope"],
    ["cut short", good.slice(0, 20), "scope"],
    ["with a character that is no base64url", `${good}=`, "scope"],
    ["that is no token", "?", "scope"],
    ["whose scope and position were shifted", tokens.encode(bytes("eposition"), bytes("scop")), "scope"],
  ])("refuse a token %s", (_, token, scope) => {
    expect(() => tokens.decode(token, bytes(scope))).toThrow(expect.objectContaining({ reason: "PAGE_TOKEN_INVALID" }));
  });

  it("refuse a token made with another key", () => {
    const other = createPageTokens(bytes("another key"));
    expect(() => tokens.decode(other.encode(bytes("p"), bytes("s")), bytes("s"))).toThrow(
      expect.objectContaining({ reason: "PAGE_TOKEN_INVALID" }),
    );
  });

  it("bind to the arguments of the request and to whose it is", () => {
    const scope = (init: Record<string, unknown>, owner = "") =>
      Buffer.from(pageScope(EchoSchema, create(EchoSchema, init), owner)).toString("hex");
    expect(scope({ text: "a" })).toBe(scope({ text: "a" }));
    expect(scope({ text: "a" })).not.toBe(scope({ text: "b" }));
    expect(scope({ text: "a" }, "owner-1")).not.toBe(scope({ text: "a" }, "owner-2"));
  });
});
