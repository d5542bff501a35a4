import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ErasureReason } from "../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import { ErasureService } from "../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { arrows, projectRoot } from "../../scripts/import-rules.ts";
import { key, RunDriver } from "../e2e/support/run-driver.ts";
import { clientsOf, importFiles } from "../e2e/support/server.ts";
import { quote } from "../e2e/support/small-case.ts";
import { startCountedServer } from "../support/counted-server.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownTransport } from "../support/own-transport.ts";

const page = readFileSync(join(projectRoot, "docs/architecture.md"), "utf8");
const scratch = newFolder("architecture");

/** The files that the page lists under a heading, in its order. */
const listed = (heading: string): string[] => {
  const section = page.split(/^## /mu).find((one) => one.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^\d+\. `([^`]+)`/gmu)].map((match) => match[1]!);
};

const mail = [
  "From: Ann Example <ann@plant.example>",
  "To: Bob Example <bob@plant.example>",
  "Subject: The report",
  "Date: Mon, 3 Mar 2025 10:00:00 +0100",
  "Message-ID: <report@plant.example>",
  "Content-Type: text/plain; charset=utf-8",
  "",
  quote,
  "",
].join("\r\n");

/** The files that ran in each walk, by its heading. */
const ran = new Map<string, ReadonlySet<string>>();
let memo = "";

describe("the page on architecture", () => {
  beforeAll(async () => {
    const server = await startCountedServer(scratch);
    const clients = clientsOf(server.url);
    const transport = ownTransport(server.url);
    await server.taken();

    const [imported] = await importFiles(clients, [{ path: "report.eml", bytes: Buffer.from(mail) }]);
    const docUid = imported?.docUid ?? "";
    const { DRAFT, SKELETON } = OrchestratorState;
    const quoting = await (await RunDriver.create(clients)).park(docUid, DRAFT, StagePhase.CONFIRMED, true);
    for await (const { part } of clients.memoExport.exportMemo({ runId: quoting.runId, format: "md" }))
      if (part.case === "content") memo += Buffer.from(part.value).toString();
    const inServer = await server.taken();

    const advancing = await (await RunDriver.create(clients)).park(docUid, SKELETON, StagePhase.PROPOSED);
    await advancing.confirmAll();
    await server.taken();
    await advancing.advance();
    ran.set("An Advance", new Set(await server.taken()));

    const erasure = createClient(ErasureService, transport);
    const target = { target: { case: "runId", value: advancing.runId } } as const;
    await server.taken();
    const { plan } = await erasure.planErasure({ target });
    const planDigest = plan?.digest ?? "";
    await erasure.commitErasure({ target, planDigest, reason: ErasureReason.MISTAKE, idempotencyKey: key() });
    ran.set("An erasure", new Set(await server.taken()));

    clients.close();
    transport.close();
    // Files of the reading thread are known when it ends. It read this mail and nothing else.
    const inThreads = (await server.stop()).filter((file) => file.startsWith("src/vault/"));
    ran.set("A mail that becomes a footnote", new Set([...inServer, ...inThreads]));
  });
  afterAll(() => ran.clear());

  it.each(["An Advance", "A mail that becomes a footnote", "An erasure"])(
    "%s lists files that run in it",
    (heading) => {
      const files = listed(heading);
      expect(files.length).toBeGreaterThan(12);
      expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([]);
      expect(files.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
      expect(files.filter((file) => !ran.get(heading)!.has(file))).toEqual([]);
    },
  );

  it("the walk of the mail ends in a footnote with its words", () => {
    expect(memo).toMatch(/^\[\^1\]: Exhibit 1, e-mail by Ann Example/mu);
    expect(memo).toContain(quote);
  });

  it("has every room of src in its picture, and no other", () => {
    const picture = /```mermaid\n([\s\S]*?)```/u.exec(page)?.[1] ?? "";
    const drawn = new Set([...picture.matchAll(/\b[a-z]+\["([^"]+)"\]/gu)].flatMap((match) => match[1]!.split(" · ")));
    const rooms = readdirSync(join(projectRoot, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect([...drawn].toSorted()).toEqual(rooms.map(({ name }) => name).toSorted());
  });

  it("draws arrows that the rules allow", () => {
    const picture = /```mermaid\n([\s\S]*?)```/u.exec(page)?.[1] ?? "";
    const boxes = new Map(
      [...picture.matchAll(/\b([a-z]+)\["([^"]+)"\]/gu)].map((match) => [match[1]!, match[2]!.split(" · ")]),
    );
    const drawn = [...picture.matchAll(/^\s*([a-z]+) --> ([a-z]+)$/gmu)];
    expect(drawn.length).toBeGreaterThan(10);
    // One room of the one box may know one room of the other.
    const isAllowed = (from: string, to: string) =>
      (boxes.get(from) ?? []).some((room) =>
        (arrows[room] ?? []).some((one) => one === "*" || (boxes.get(to) ?? []).includes(one.split("/")[0]!)),
      );
    expect(drawn.filter(([, from, to]) => !isAllowed(from!, to!)).map(([line]) => line)).toEqual([]);
  });
});
