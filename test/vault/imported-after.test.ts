import { describe, expect, it } from "vitest";
import { file, importAll, openTestVault } from "./vault-fixture.ts";

const day = 24 * 60 * 60 * 1000;

/** A Vault into which one paper came on each of the first days of 2026, the oldest paper last. */
const filled = async (days: number) => {
  let nowMs = Date.UTC(2026, 0, 1);
  const opened = await openTestVault({ clock: { now: () => nowMs } });
  for (let n = 1; n <= days; n++, nowMs += day)
    await importAll(opened.vault, [file(`2025-12-${31 - n} brief.txt`, `Brief ${n}.`)]);
  const paths = async (importedAfterIso: string, more: object = {}) => {
    const answer = await opened.docs.listDocs({ importedAfterIso, ...more });
    return { answer, paths: answer.docs.map(({ path }) => path) };
  };
  return { ...opened, paths };
};

describe("documents by when they came into a strand", () => {
  it("are those that came after an instant, in the order of any list", async () => {
    const { docs, paths } = await filled(5);
    expect((await docs.listDocs({})).docs.map(({ importedAtIso }) => importedAtIso.slice(0, 10))).toEqual([
      "2026-01-01",
      "2026-01-02",
      "2026-01-03",
      "2026-01-04",
      "2026-01-05",
    ]);
    for (const [after, count] of [
      ["2025-12-31T23:59:59.999Z", 5],
      ["2026-01-01T00:00:00.000Z", 4],
      ["2026-01-03T12:00:00.000Z", 2],
      ["2026-01-05T00:00:00.000Z", 0],
    ] as const)
      expect((await paths(after)).paths, after).toHaveLength(count);
    expect((await paths("2026-01-03T12:00:00.000Z")).paths).toEqual(["2025-12-27 brief.txt", "2025-12-26 brief.txt"]);
  });

  it("come page by page, and stand among the types that are asked for", async () => {
    const { paths } = await filled(3);
    const first = await paths("2026-01-01T00:00:00.000Z", { pageSize: 1 });
    const rest = await paths("2026-01-01T00:00:00.000Z", { pageSize: 1, pageToken: first.answer.nextPageToken });
    expect([first.paths, rest.paths, rest.answer.nextPageToken]).toEqual([
      ["2025-12-29 brief.txt"],
      ["2025-12-28 brief.txt"],
      "",
    ]);
    expect((await paths("2026-01-01T00:00:00.000Z", { docTypes: ["email"] })).paths).toEqual([]);
  });

  it("came when a bundle brought them, not when another strand had got them", async () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const { vault, docs, bundles } = await openTestVault({ clock: { now: () => nowMs } });
    const [row] = await importAll(vault, [file("a.txt", "Een brief.")], { strandId: "archief" });
    await importAll(vault, [file("b.txt", "Een andere brief.")], { strandId: "zaak" });
    const offered = { sourceStrandId: "archief", bundleUid: "dossier", title: "Dossier", offeredStrandIds: ["zaak"] };
    await bundles.createBundle({ ...offered, docUids: [row?.docUid ?? ""] });
    nowMs += day;
    await bundles.attachBundle({ strandId: "zaak", bundleUid: "dossier", idempotencyKey: "k" });
    const { docs: late } = await docs.listDocs({ strandId: "zaak", importedAfterIso: "2026-01-01T00:00:00.000Z" });
    expect(late.map(({ path, importedAtIso }) => [path, importedAtIso])).toEqual([
      ["a.txt", "2026-01-02T00:00:00.000Z"],
    ]);
  });
});
