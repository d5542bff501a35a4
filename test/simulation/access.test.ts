import { expect, it } from "vitest";
import { simulateAccess } from "./access.ts";

it("shows twelve people what a list of what was said lets them see, and nothing else", async () => {
  expect(await simulateAccess(["600", "7"])).toBe(true);
});
