import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { openConnection } from "../../src/client/connection.ts";
import { cli } from "../cli/support/cli.ts";
import { newFolder } from "../support/new-folder.ts";
import { describeWithBrowser, soon } from "./support/browser.ts";
import { picture } from "./support/pictures.ts";
import { type Visit, violationsOn, visit } from "./support/visit.ts";

/** A run in which the guide finds nothing for one claim, and leaves a wider search to the person. */
let visited: Visit;
let folder: string;
let runId: string;

const claim = "Op 4 mei 2025 is een opleiding tot verpleegkundige in Utrecht toegezegd.";

const pincite = async (...argv: string[]) => (await cli([...argv, "--url", visited.server.url])).out;

describeWithBrowser("a search that the guide suggests", () => {
  beforeAll(async () => {
    visited = await visit();
    folder = newFolder("suggested");
    writeFileSync(join(folder, "notitie.txt"), "De parkeerplaatsen achter het gebouw worden opnieuw verdeeld.");
    await pincite("vault", "import", folder);
    await pincite("run", "new", "--profile", "email-reply", "--title", "Opleiding");
    await pincite("run", "propose", "latest", "--goal", "Nakoming van de toezegging.", "--confirm");
    await pincite("run", "advance", "latest");
    const connection = openConnection(visited.server.url);
    const { runs } = await connection.orchestrator.listRuns({});
    runId = runs[0]?.runId ?? "";
    const { runContext } = await connection.orchestrator.getRun({ runId });
    const value = { sections: [{ title: "Feiten", claims: [{ text: claim, claimKind: "promise" }] }] };
    await connection.orchestrator.propose({
      runId,
      idempotencyKey: "outline",
      expectedVersion: runContext?.version ?? "",
      proposal: create(StageProposalSchema, { proposal: { case: "skeleton", value } }),
      confirm: true,
    });
    connection.close();
    await pincite("run", "advance", "latest");
    await pincite("run", "guide", "latest");
  });
  afterAll(() => visited?.stop());

  it("stands on the terminal with the command that runs it", async () => {
    const shown = await pincite("run", "show", "latest");
    expect(shown).toMatch(/Suggested searches[\s\S]*pincite tool run toolreq:suggested-[0-9a-f]{16} --run run-/u);
  });

  it("stands on the page with why and with which words, and one press runs it", async () => {
    const { page } = visited;
    await visited.letIn(page, `/run/${runId}`);
    const suggested = page.locator("[data-suggested]").first();
    await suggested.waitFor();
    await soon(() => suggested.textContent()).toMatch(/(?:suggests a search|stelt een zoekopdracht voor): \S+/u);
    await picture(page, "suggested-search");
    expect(await violationsOn(page)).toEqual([]);
    const id = await suggested.getAttribute("data-suggested");
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") calls.push(new URL(request.url()).pathname.split("/").at(-1) ?? "");
    });
    await suggested.getByRole("button").click();
    await page.locator(`[data-suggested="${id}"]`).waitFor({ state: "detached" });
    expect(calls.filter((call) => /Tool|Request/u.test(call))).toEqual(["ExecuteToolRequest"]);
    expect(visited.complaints()).toEqual([]);
  });

  it("that ran is suggested no more on the terminal either", async () => {
    expect(await pincite("run", "show", "latest")).not.toContain("Suggested searches");
  });
});
