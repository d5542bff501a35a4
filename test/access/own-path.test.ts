import { expect, it } from "vitest";
import { ownPath } from "../../src/access/own-path.ts";

it("goes on at a page of this server", () => {
  for (const path of ["/", "/run/run-01ABC#lang=nl", "/vault/a/b?x=1", "/verify"]) expect(ownPath(path)).toBe(path);
});

it("goes on at the first page for whatever could leave this host or go round in circles", () => {
  const others = [
    null,
    "",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
  ];
  const round = [
    "/sign-in",
    "/sign-in/begin?to=/",
    "/session?key=x",
    "/session/end",
    `/${"a".repeat(501)}`,
    "/a\r\nset-cookie: b=c",
    '/"><script>',
  ];
  for (const path of [...others, ...round]) expect(ownPath(path)).toBe("/");
});
