import { expect, it } from "vitest";
import { rowsThatFit } from "../../../src/engine/run/page-bytes.ts";

const mebibyte = 1024 * 1024;

it("a page holds as many rows as fit two MiB, and always one", () => {
  expect(rowsThatFit([1, 2, 3])).toBe(3);
  expect(rowsThatFit([mebibyte, mebibyte, 1])).toBe(2);
  expect(rowsThatFit([3 * mebibyte, 1])).toBe(1);
  expect(rowsThatFit([])).toBe(1);
});
