import { describe, expect, it } from "vitest";
import type { ContainerPosition } from "../../../gen/pincite/vault/v1/container_pb.ts";
import { type Step, stepsOf } from "../../../src/vault/container/steps.ts";
import { utf8 } from "../vault-fixture.ts";

const separator = "From ank@example.org Tue Dec  9 10:14:00 2025\n";
const message = (n: number): string => `From: ank@example.org\nSubject: bericht ${n}\n\ntoezegging ${n}\n`;

const stepsIn = async (messages: readonly string[]): Promise<Step[]> => {
  const bytes = utf8(messages.map((one) => `${separator}${one}\n`).join(""));
  const steps: Step[] = [];
  for await (const step of stepsOf([{ path: "x.mbox", mediaType: "application/mbox", bytes }])) steps.push(step);
  return steps;
};

const countsOf = (steps: readonly Step[]): number[] => steps.flatMap(({ inList }) => inList?.members.length ?? []);

describe("very many copies of one message", () => {
  const copies = (n: number, count: number): string[] => Array.from({ length: count }, () => message(n));

  // Each was a turn among the readings: sixty thousand took seconds.
  it("are one step between two places from which a mailbox is read on, and each is in its list", async () => {
    const steps = await stepsIn([...copies(1, 1_200), message(2)]);
    // The first, and a hundred copies that are told of; then up to the parts' ends at 512 and 1,024; then what is left.
    expect(countsOf(steps)).toEqual([...Array(101).fill(1), 411, 512, 176, 1]);
    const ends = steps.flatMap(({ inList }): ContainerPosition[] => (inList?.at ? [inList.at] : []));
    expect(ends.map(({ memberCount }) => memberCount)).toEqual([512n, 1024n]);
    expect(steps.at(-1)?.ends?.counts.memberCount).toBe(1201n);
    const size = utf8([...copies(1, 1_200), message(2)].map((one) => `${separator}${one}\n`).join("")).length;
    expect(steps.reduce((sum, { doneBytes }) => sum + doneBytes, 0)).toBe(size);
  });

  it("are steps of their own where others stand between them", async () => {
    const mixed = Array.from({ length: 300 }, (_, n) => message(n % 2));
    const counts = countsOf(await stepsIn(mixed));
    expect(counts).toEqual(Array(300).fill(1));
    expect(countsOf(await stepsIn([...mixed, ...copies(1, 5), ...copies(0, 7)]))).toEqual([...counts.slice(1), 6, 7]);
  });

  it("are in the list before a mailbox is refused for what stands behind them", async () => {
    const steps = await stepsIn([...copies(1, 200), ...Array.from({ length: 1_002 }, () => "")]);
    expect(countsOf(steps).reduce((sum, count) => sum + count, 0)).toBe(1_200);
    expect(steps.at(-1)?.input).toMatchObject({ refusal: expect.stringContaining("1000 separators") });
  });
});
