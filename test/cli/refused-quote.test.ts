import { fileURLToPath } from "node:url";
import { create, fromBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  MatchKind,
  SpanResolution_Outcome as Outcome,
  SpanResolutionSchema,
} from "../../gen/pincite/span/v1/span_pb.ts";
import { SpansOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import { nearestLines } from "../../src/cli/print/nearest.ts";
import { contextOf } from "../../src/client/run-view.ts";
import { speechOf } from "../../src/messages/speech.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { startTestServer, type TestServer } from "../e2e/support/server.ts";
import { cli } from "./support/cli.ts";

const demo = fileURLToPath(new URL("../../demo/", import.meta.url));
const wrong = "Er is nooit een mondelinge toezegging gedaan over een vaste thuiswerkdag.";
const right = "Er is nooit een schriftelijke toezegging gedaan over een vaste thuiswerkdag.";
let server: TestServer;

/** A run in the stage of the quotes, with a binding to the letter. */
beforeAll(async () => {
  server = await startTestServer();
  const env = { PINCITE_URL: server.url, PINCITE_LANG: "nl" };
  const typed = async (...argv: string[]): Promise<string> => (await cli(argv, { env })).out;
  await typed("vault", "import", `${demo}dossier`, "--strand", "zaak");
  const list = await typed("vault", "list", "--strand", "zaak");
  const letter = /vervallen thuiswerkdag\s+(vault:[0-9a-f]+)/u.exec(list)?.[1] ?? "";
  let shown = await typed(
    "run",
    "new",
    "--profile",
    "email-reply",
    "--strand",
    "zaak",
    "--on",
    "2025-12-15",
    "--answered",
    letter,
  );
  const yes = (): string => /ja (\d+-[0-9a-f]+)/u.exec(shown)?.[1] ?? "";
  shown = await typed("run", "go", "latest", "ja", yes());
  shown = await typed("run", "go", "latest", "4=onjuist");
  for (let stage = 2; stage <= 4; stage++) {
    const looks = /staat \(([^)]+)\)/u.exec(shown)?.[1]?.split(/,\s+/u) ?? [];
    shown = await typed("run", "go", "latest", "ja", yes(), ...(looks.length > 0 ? ["gezien", ...looks] : []));
  }
});
afterAll(() => server.stop());

const now = async () => {
  const { runs } = await server.orchestrator.listRuns({ pageSize: 1 });
  return contextOf((await server.orchestrator.getRun({ runId: runs[0]?.runId ?? "" })).runContext);
};
const bound = async () => {
  const context = await now();
  const item = context.items.find(({ itemId }) => itemId.startsWith("entry:"));
  const ref = context.current.find(({ role }) => role === "need_map")?.ref;
  const { content } = await server.artifacts.getArtifact({ digest: ref?.digest ?? "" });
  const { EvidenceNeedMapSchema } = await import("../../gen/pincite/memo/v1/need_map_pb.ts");
  const { bindings } = fromBinary(EvidenceNeedMapSchema, content);
  const binding = bindings.find(({ locator }) => locator?.exactQuote === right) ?? bindings[0];
  return { context, item, binding };
};

describe("a quote that does not stand in its source", () => {
  it("comes back with the locator's field, the nearest passages, the recorded answer and the run's new version", async () => {
    const { context, binding } = await bound();
    const evidence = binding?.evidence?.evidence;
    const docUid = evidence?.case === "document" ? evidence.value.evidenceId.slice("vault:".length) : "";
    const request = {
      runId: context.runId,
      idempotencyKey: crypto.randomUUID(),
      expectedVersion: context.version,
      proposal: {
        proposal: {
          case: "citationLedger" as const,
          value: {
            spans: [
              {
                bindingId: binding?.bindingId ?? "",
                span: { case: "locator" as const, value: { docUid, exactQuote: wrong } },
              },
            ],
          },
        },
      },
    };
    const refused = () => server.orchestrator.propose(request).then(() => undefined, fromConnectError);
    const error = await refused();
    const after = await now();
    expect(error?.reason).toBe("PROPOSAL_INVALID");
    expect(error?.violations[0]?.subject).toBe("spans[0].locator");
    expect(error?.facts).toMatchObject({ field: "spans[0].locator", outcome: "NOT_FOUND", version: after.version });
    const [attached] = error?.attached ?? [];
    const resolution = fromBinary(SpanResolutionSchema, attached?.value ?? new Uint8Array());
    expect(resolution.suggestions[0]?.span?.excerpt).toBe(right);
    // The whole of it is on record, and the same key gives the same refusal again.
    const { calls } = await server.tools.listToolCalls({ runId: context.runId, pageSize: 1_000 });
    const output = calls.find(({ result }) => result?.id === error?.facts.tool_result_id)?.result?.outputRef;
    const { content } = await server.artifacts.getArtifact({ digest: output?.digest ?? "" });
    const answer = fromBinary(SpansOutputSchema, content).answers[Number(error?.facts.answer_index)];
    expect(answer?.resolution).toEqual(resolution);
    expect(await refused()).toMatchObject({ message: error?.message, attached: error?.attached });
  });

  it("is told on the screen with what differs, and the command that puts the source's own words forward", async () => {
    const { binding } = await bound();
    const name = (binding?.slotId ?? "").replace("slot", "bewijsvraag");
    const env = { PINCITE_URL: server.url, PINCITE_LANG: "nl" };
    const { code, err } = await cli(["run", "propose", "latest", "--quote", `${name}=${wrong}`], { env });
    expect(code).toBe(2);
    expect(err).toContain("niet gevonden");
    expect(err).toContain("u schreef “mondelinge”, er staat “schriftelijke”");
    const command = /run propose latest --quote '([^']+)'/u.exec(err)?.[1] ?? "";
    expect(command).toBe(`${name}=${right}`);
    expect((await cli(["run", "propose", "latest", "--quote", command], { env })).code).toBe(0);
  });
});

describe("words that stand in several places", () => {
  it("are told with what stands around each, and the number that names it", () => {
    const spans = ["eerst", "daarna"].map((shownBefore) => ({
      ...{ shownBefore, excerpt: "wij betalen", shownAfter: "niets" },
      matchKind: MatchKind.EXACT,
    }));
    const resolution = create(SpanResolutionSchema, { outcome: Outcome.AMBIGUOUS, spans });
    const asked = { command: "pincite run go latest", name: "bewijsvraag:2" };
    const lines = nearestLines(resolution, asked, speechOf("nl"));
    expect(lines).toContain("    pincite run go latest 'bewijsvraag:2#2=wij betalen'");
    expect(lines.join("\n")).toContain("…daarna “wij betalen” niets…");
  });

  it("say so where nothing is near, and quote an apostrophe as a shell takes it", () => {
    const asked = { command: "c", name: "slot:1" };
    expect(nearestLines(create(SpanResolutionSchema, { outcome: Outcome.NOT_FOUND }), asked, speechOf("en"))).toEqual([
      "Nothing like it stands in this document.",
    ]);
    const suggestions = [{ span: { excerpt: "foto's" } }];
    const near = create(SpanResolutionSchema, { outcome: Outcome.NOT_FOUND, suggestions });
    expect(nearestLines(near, asked, speechOf("en")).at(-1)).toBe("    c 'slot:1=foto'\\''s'");
  });
});
