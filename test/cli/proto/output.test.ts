import { fromBinary } from "@bufbuild/protobuf";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ListArtifactsResponseSchema } from "../../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import {
  GetRunResponseSchema,
  ListRunsResponseSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import {
  GetTelemetryResponseSchema,
  ListEventsResponseSchema,
} from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import { ListToolsResponseSchema } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { ListStrandsResponseSchema } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { SearchResponseSchema } from "../../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { createProgram } from "../../../src/cli/program.ts";
import { kindRegistry } from "../../../src/cli/proto/files.ts";
import { askedMethods } from "../../../src/cli/proto/output.ts";
import { createShell } from "../../../src/cli/shell.ts";
import { startTestServer, type TestServer } from "../../e2e/support/server.ts";
import { cli } from "../support/cli.ts";

const deps = { start: () => Promise.reject(new Error("this test starts no server")) };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (const title of ["Een", "Twee"])
    await cli(["run", "new", "--profile", "email-reply", "--title", title, "--url", server.url]);
});
afterAll(() => server.stop());
const proto = (line: string) => cli([...line.split(" "), "--output", "proto"], { env: { PINCITE_URL: server.url } });

describe("--output proto", () => {
  it.each([
    ["run list", ListRunsResponseSchema, { runs: [{ title: "Twee" }, { title: "Een" }] }],
    ["run show latest", GetRunResponseSchema, { runContext: { title: "Twee" } }],
    ["run events latest", ListEventsResponseSchema, { events: [{ seq: 1, eventType: "run_created" }] }],
    [
      "tool list",
      ListToolsResponseSchema,
      { tools: expect.arrayContaining([expect.objectContaining({ name: "vault.search" })]) },
    ],
    ["telemetry", GetTelemetryResponseSchema, { runs: 2 }],
    ["artifact list latest", ListArtifactsResponseSchema, { artifacts: expect.anything() }],
    ["vault strands", ListStrandsResponseSchema, { strands: [] }],
    ["vault search toezegging", SearchResponseSchema, { result: { query: "toezegging", nothingToSearch: true } }],
  ])("of `%s` is the message, and nothing beside it", async (line, schema, holds) => {
    const { code, bytes, err } = await proto(line);
    expect([code, err]).toEqual([0, ""]);
    expect(fromBinary(schema, bytes)).toMatchObject(holds);
  });

  it("is refused in words where there is no such message, and where the form is none", async () => {
    const rulings = await proto("law list --rulings");
    expect([rulings.code, rulings.bytes.length]).toEqual([2, 0]);
    expect(rulings.err).toContain("leave --output proto out");
    expect((await cli(["run", "list", "--output", "xml", "--url", server.url])).code).toBe(2);
  });

  it("leaves a fault a fault, and text the usual", async () => {
    expect(await proto("run show run-absent")).toMatchObject({ code: 3, out: "" });
    expect((await cli(["run", "list", "--output", "text", "--url", server.url])).out).toMatch(/Twee/u);
  });

  it("names methods that there are", async () => {
    const program = await createProgram(createShell(deps), deps);
    const leaves = (command: Command): Command[] =>
      command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
    const known = new Set(
      [...kindRegistry()].flatMap((desc) => (desc.kind === "service" ? desc.methods.map(({ name }) => name) : [])),
    );
    const offered = leaves(program).filter(({ options }) =>
      options.some(({ long, argChoices }) => long === "--output" && argChoices?.includes("proto")),
    );
    expect(offered.length).toBeGreaterThan(15);
    for (const command of offered) {
      command.setOptionValue("output", "proto");
      for (const method of askedMethods(command) ?? []) expect(known).toContain(method);
    }
  });
});
