import { expect, it } from "vitest";
import { inThread } from "../../src/confined/in-thread.ts";
import { usualLimits } from "../../src/confined/reading-limits.ts";
import type { PaperAnswer } from "../../src/lawbot/nl/rechtspraak/read-paper.ts";

const program = new URL("../../src/lawbot/nl/rechtspraak/paper-thread.ts", import.meta.url);
const read = (html: string, limits = usualLimits) =>
  inThread<PaperAnswer>(
    program,
    { bytes: new TextEncoder().encode(html), form: "page", claim: { path: "a.html", validFrom: "" } },
    limits,
  );

it("gives a file up that takes longer than it may, and says so", async () => {
  const slow = `<html><body>${"<p>een <b>twee</b></p>".repeat(200_000)}</body></html>`;
  const told = await read(slow, { ...usualLimits, msMin: 30, msPerMiB: 0 });
  expect(told).toEqual({ lost: "reading it took longer than 1 seconds" });
});

it("refuses markup that is nested without end, in its own words", async () => {
  const told = await read(`<html><body>${"<div>".repeat(50_000)}`);
  expect(told).toMatchObject({ answer: { reason: "UNREADABLE" } });
});

it("takes a copy: the bytes that were given stay whole", async () => {
  const bytes = new TextEncoder().encode("<html><body>Nieuws</body></html>");
  await inThread<PaperAnswer>(program, { bytes, form: "page", claim: { path: "", validFrom: "" } });
  expect(bytes.length).toBeGreaterThan(0);
});
