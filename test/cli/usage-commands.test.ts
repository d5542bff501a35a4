import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DayUsageSchema } from "../../gen/pincite/usage/v1/usage_record_pb.ts";
import { GetUsageResponseSchema } from "../../gen/pincite/usage/v1/usage_service_pb.ts";
import { usageLines } from "../../src/cli/print/usage-lines.ts";
import { speechOf } from "../../src/messages/speech.ts";
import { pricesOf } from "../../src/usage/prices.ts";
import { readPrices } from "../../src/usage/read-prices.ts";
import { Tally } from "../../src/usage/tally.ts";
import { importFiles, startTestServer, type TestServer } from "../e2e/support/server.ts";
import { note } from "../e2e/support/small-case.ts";
import { newFolder } from "../support/new-folder.ts";
import { cli } from "./support/cli.ts";

const folder = newFolder("usage-cli");
const listOf = (text: string): string => {
  const file = join(folder, "prices.txtpb");
  writeFileSync(file, text);
  return file;
};
const one = `model: "anthropic/one" from_day: "2026-12-01" currency: "EUR" input_per_million: "2.5" output_per_million: "10"`;
const gaps = (lines: readonly string[]) => lines.map((line) => line.replaceAll(/ {2,}/gu, " | "));

describe("the table of what was used", () => {
  const tally = new Tally(pricesOf(readPrices(listOf(`prices { ${one} }`))));
  const calls = { day: "2026-12-03", modelCalls: 2, turns: 1 };
  tally.add(create(DayUsageSchema, { ...calls, model: "anthropic/one", inputTokens: 700_000n, callsWithoutTokens: 1 }));
  tally.add(create(DayUsageSchema, { ...calls, model: "local/two", inputTokens: 12n, outputTokens: 3n }));
  tally.add(create(DayUsageSchema, { day: "2026-12-03", paperBytes: 4_096n, toolCalls: 3 }));
  const row = tally.usage({ subject: "mia", issuer: "https://login.example" });
  const all = create(GetUsageResponseSchema, { usage: tally.usage({}), hasPrices: true });

  it("names the day of each price, what has none, and of how many calls nobody knows the tokens", () => {
    expect(gaps(usageLines(speechOf("en"), [row], all, "person"))).toEqual([
      "WHO | TURNS | CALLS | TOKENS IN | OUT | TOOL CALLS | BYTES OF PAPERS | COSTS",
      "mia (https://login.example) | 2 | 4 | 700012 | 3 | 3 | 4096 | EUR 1.75 (prices of 2026-12-01) + no price",
      "together | 2 | 4 | 700012 | 3 | 3 | 4096 | EUR 1.75 (prices of 2026-12-01) + no price",
      "anthropic/one: EUR 1.75, at EUR 2.50 in and EUR 10.00 out for a million tokens, the price of 2026-12-01",
      "anthropic/one: nobody counted the tokens of 1 call",
      "local/two: no price for 12 tokens in and 3 out; they are in no sum",
    ]);
    expect(usageLines(speechOf("nl"), [row], all, "person")[1]).toContain(
      "EUR 1.75 (prijzen van 2026-12-01) + geen prijs",
    );
  });

  it("has no column of costs where nobody gave prices, and none of papers where those are elsewhere", () => {
    const bare = create(GetUsageResponseSchema, { usage: tally.usage({}), papersUnknown: true });
    const lines = gaps(usageLines(speechOf("en"), [tally.usage({ month: "2026-12" })], bare, "month"));
    expect(lines[0]).toBe("MONTH (UTC) | TURNS | CALLS | TOKENS IN | OUT | TOOL CALLS | BYTES OF PAPERS");
    expect(lines[1]).toBe("2026-12 | 2 | 4 | 700012 | 3 | 3 | -");
    expect(lines.at(-1)).toContain("the Vault is another server");
  });
});

describe("pincite usage", () => {
  let server: TestServer;
  const run = (...argv: string[]) => cli(["usage", ...argv], { cwd: folder, env: { PINCITE_URL: server.url } });
  const month = new Date().toISOString().slice(0, 7);
  beforeAll(async () => {
    server = await startTestServer();
    await importFiles(server, [note]);
    const { runContext } = await server.orchestrator.createRun({ idempotencyKey: "usage" });
    const command = { runId: runContext?.runId ?? "", expectedVersion: runContext?.version ?? "" };
    await server.orchestrator.guide({ ...command, idempotencyKey: "guide", userPrompt: "Begin." });
  });
  afterAll(() => server?.stop());

  it("prints one line for each person, run or month, and their sum", async () => {
    const { out, code } = await run("--month", month);
    expect(code).toBe(0);
    const lines = gaps(out.split("\n"));
    expect(lines[1]).toBe(`tester | 1 | 1 | 0 | 0 | 0 | ${note.bytes.length}`);
    expect(lines[2]).toBe(`together | 1 | 1 | 0 | 0 | 0 | ${note.bytes.length}`);
    expect(out).toMatch(/nobody counted the tokens of 1 call\n.*No price is known/u);
    expect((await run("--run", "latest", "--by", "run")).out).toMatch(/^run-\w+ +1 +1 +0 +0 +0 +-$/mu);
    expect((await run("--by", "month")).out).toMatch(new RegExp(`^${month} +1 `, "mu"));
    expect((await run("--person", "nobody")).out).toBe("Nothing was used.\n");
    expect((await run("--month", "2019-01")).out).toBe("Nothing was used.\n");
  });

  it("reckons with the prices of a file, and says what is wrong with it", async () => {
    listOf(`prices { ${one} }`);
    const { out } = await run("--prices", "prices.txtpb");
    expect(out).toContain("no price");
    expect(out).not.toContain("No price is known");
    listOf(`prices { ${one.replace("2.5", "2,5")} }`);
    const wrong = await run("--prices", "prices.txtpb");
    expect(wrong.code).not.toBe(0);
    expect(wrong.err).toContain("2,5 is no price of anthropic/one");
    expect((await run("--month", "december")).err).toContain("2026-12");
  });
});
