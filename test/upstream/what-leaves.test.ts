import { create, type DescField, type DescMessage, type MessageInitShape, ScalarType } from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { ToolRequestParamsSchema, ToolRequestSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { paramsMessage } from "../../src/tool/define-tool.ts";
import { outgoing } from "../../src/tool/outgoing.ts";
import { serviceOf } from "../../src/tool/service.ts";
import { allTools } from "../../src/tool/tools.ts";
import { createToolExecutor } from "../../src/upstream/executor.ts";

/** A LawBot that keeps what it is sent, and answers nothing. */
const listening = () => {
  const heard: unknown[] = [];
  const unary = (_method: unknown, _signal: unknown, _timeout: unknown, _header: unknown, input: unknown) => {
    heard.push(input);
    return Promise.reject(new ConnectError("away", Code.Unavailable));
  };
  return { heard, lawbot: { unary, stream: unary } as unknown as Transport };
};

/** What the form of some fields must be for the adapter to send them; everything else is a text of its own. */
const formed = (toolName: string): Readonly<Record<string, string>> => ({
  doc_uid: toolName.includes("case_") ? "ECLI:NL:HR:2020:16" : "BWBR0005290@2012-10-01",
  in_force_on: "2011-02-03",
  kinds: "MESSAGE",
});

/**
 * A message with every field set, except those left out: lists hold two items, so that a second one is not forgotten, and
 * of a oneof the member of that rank is set.
 */
const filled = (
  desc: DescMessage,
  form: Readonly<Record<string, string>>,
  without: readonly string[],
  rank = 0,
): object => {
  const value = (field: DescField, count: number): unknown => {
    if (field.message) return filled(field.message, form, without, rank);
    if (field.scalar === ScalarType.UINT32) return 4;
    return form[field.name] ?? `${field.localName} woord ${count}`;
  };
  const chosen = (field: DescField) => field.oneof === undefined || field.oneof.fields.at(rank) === field;
  return Object.fromEntries(
    desc.fields
      .filter((field) => !without.includes(field.name) && chosen(field))
      .map((field) => {
        if (field.fieldKind === "list") return [field.localName, [value(field, 1), value(field, 2)]];
        if (!field.oneof) return [field.localName, value(field, 0)];
        return [field.oneof.localName, { case: field.localName, value: value(field, 0) }];
      }),
  );
};

const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, below]) => (name.startsWith("$") ? [] : textsIn(below)))
    : [];
};

const lawTools = allTools.filter(({ spec }) => serviceOf(spec.name) === "lawbot");

describe("what LawBot hears of a request in which every field is set", () => {
  // Beside a quote a query is not sent, so each is sent once without the other.
  const shapes = lawTools.flatMap((tool) =>
    // A place is refused before anything is sent: only the Vault resolves one.
    [["place"], ["place", "query"], ["place", "exact_quote"]].flatMap((without) =>
      [0, 1, 2, 3, 4].map((rank) => ({ name: tool.spec.name, tool, without, rank })),
    ),
  );

  it.each(shapes)(
    "is what the tool declares and the day, and no text more ($name without $without, $rank)",
    async ({ name, tool, without, rank }) => {
      const value = filled(paramsMessage(tool.member), formed(name), without, rank);
      const params = create(ToolRequestParamsSchema, {
        params: { case: tool.member, value },
      } as MessageInitShape<typeof ToolRequestParamsSchema>);
      const request = create(ToolRequestSchema, { id: "toolreq:1", toolName: name, params });
      const { heard, lawbot } = listening();
      const run = { request, strandId: "strand-of-the-case", referenceDate: "2025-12-09" };
      await createToolExecutor({ lawbot }).run({ ...run, signal: new AbortController().signal });
      const { texts, ids } = outgoing(params);
      const sent = textsIn(heard).filter((text) => text !== "");
      expect(sent.filter((text) => ![...texts, ...ids, "2011-02-03", "2025-12-09"].includes(text))).toEqual([]);
      expect(sent.length).toBeGreaterThan(0);
    },
  );

  it("is nothing at all for a tool of the Vault", () => {
    for (const tool of allTools.filter((one) => !lawTools.includes(one))) {
      const value = filled(paramsMessage(tool.member), formed(tool.spec.name), []);
      const params = { case: tool.member, value } as MessageInitShape<typeof ToolRequestParamsSchema>["params"];
      expect(outgoing(create(ToolRequestParamsSchema, { params } as never))).toEqual({ texts: [], ids: [] });
    }
  });
});
