import {
  file_google_protobuf_any,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  FieldDescriptorProto_Type as Type,
} from "@bufbuild/protobuf/wkt";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolExecutorKind } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { ToolSpec_Trigger } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { builtInCatalogue } from "../../src/tool/catalogue.ts";
import { decide } from "../../src/tool/policy.ts";
import { descriptorSet, field, lookup, lookupMessage, message, ToolFolder } from "./tool-folder.ts";

const folder = new ToolFolder();
beforeEach(() => folder.clear());
afterAll(() => folder.remove());

const withLookup = () => folder.put("user", lookup).put("user", descriptorSet([lookupMessage]), "acme.binpb");
const override = (more: string) => `name: "vault.search"\n${more}\n`;

describe("the layers of the catalogue [S66]", () => {
  it("are the built-in tools where there are no files", () => {
    const { catalogue, notes } = folder.load();
    expect(catalogue.specs).toEqual(builtInCatalogue.specs);
    expect(new Set(catalogue.specs.map((spec) => spec.layer))).toEqual(new Set(["built-in"]));
    expect(notes).toEqual([]);
  });

  it("let a file change words and limits of a built-in tool, and report it [S66]", () => {
    folder.put("user", override('description: "Zoekt in de zaak."\ntimeout_ms: 5000\nshown_chars_max: 500'));
    const { catalogue, notes } = folder.load();
    const below = builtInCatalogue.of("vault.search")!;
    expect(catalogue.of("vault.search")).toEqual({
      ...below,
      ...{ description: "Zoekt in de zaak.", timeoutMs: 5_000, shownCharsMax: 500, layer: "user" },
    });
    expect(notes).toEqual(["tool vault.search: description, timeout_ms, shown_chars_max (user) in place of built-in"]);
  });

  it("are read built-in, user, project: the last word counts", () => {
    folder.put("user", override('description: "One."\ntimeout_ms: 5000'));
    folder.put("project", override('description: "Two."'));
    const { catalogue, notes } = folder.load();
    expect(catalogue.of("vault.search")).toMatchObject({ description: "Two.", timeoutMs: 5_000, layer: "project" });
    expect(notes[1]).toBe("tool vault.search: description (project) in place of user");
  });

  it("refuse every policy-bearing field of an override, with file, line and what to do [S66]", () => {
    const fields = [
      'params_type: "acme.v1.LookupParams"',
      'output_type: "pincite.tool.v1.SpansOutput"',
      "risk: RISK_READ_ONLY",
      "trigger: TRIGGER_AUTO_RUN",
      "opt_in: false",
      "model_may_propose: true",
      "states: ORCHESTRATOR_STATE_DRAFT",
      "executor: TOOL_EXECUTOR_KIND_CLIENT",
    ];
    for (const [at, line] of fields.entries()) {
      folder.clear();
      folder.put("project", `${'description: "One."\n'.repeat(1)}${override(line)}`);
      const name = line.slice(0, line.indexOf(":"));
      expect([at, folder.problems()]).toEqual([
        at,
        [
          `a.txtpb:3: ${name}: an override of vault.search (built-in) may not set it: leave it out, or give your tool another name`,
        ],
      ]);
    }
  });

  it("refuse an override of a user's tool by the project as strictly as one of ours", () => {
    withLookup();
    folder.put("project", 'name: "acme.lookup"\ntrigger: TRIGGER_AUTO_RUN\n');
    expect(folder.problems()).toEqual([
      expect.stringContaining("a.txtpb:2: trigger: an override of acme.lookup (user) may not set it"),
      expect.stringContaining("a.txtpb:1: name: nothing is changed"),
    ]);
  });

  it.each([
    ["timeout_ms: 0", "a.txtpb:2: timeout_ms: 1000 to 60000; or leave it out"],
    ["timeout_ms: 60001", "a.txtpb:2: timeout_ms: 1000 to 60000; or leave it out"],
    ["shown_chars_max: 20001", "a.txtpb:2: shown_chars_max: 200 to 20000; or leave it out"],
    ['description: " "', "a.txtpb:2: description: a sentence of 1 to 500 characters on one line"],
    ['description: "a\\nb"', "a.txtpb:2: description: a sentence of 1 to 500 characters on one line"],
    ['description: "a\u202eb"', "a.txtpb:2: description: a sentence of 1 to 500 characters on one line"],
    ["available: true", "a.txtpb:2: available: the server says it: leave it out"],
    ['layer: "built-in"', "a.txtpb:2: layer: the server says it: leave it out"],
    ["colour: 1", "a.txtpb:2: ToolSpec has no field colour"],
  ])("refuse %s", (line, problem) => {
    folder.put("user", override(line));
    expect(folder.problems()[0]).toBe(problem);
  });

  it("tell all problems of all files at once, and use nothing of them", () => {
    folder.put("user", override("timeout_ms: 1"), "a.txtpb").put("user", 'name: "no-such"', "b.txtpb");
    folder.put("project", "\u00ff\u00fe".repeat(2), "c.txtpb").put("project", "no descriptors", "d.binpb");
    expect(new Set(folder.problems().map((line) => line.slice(0, 2)))).toEqual(new Set(["a.", "b.", "c.", "d."]));
  });
});

describe("a tool that a layer adds", () => {
  it("is executed by clients, and is judged by the policy like any other", () => {
    const { catalogue, notes } = withLookup().load();
    expect(catalogue.of("acme.lookup")).toMatchObject({
      ...{ layer: "user", executor: ToolExecutorKind.CLIENT, trigger: ToolSpec_Trigger.MANUAL, timeoutMs: 30_000 },
    });
    expect(notes).toEqual(["tool acme.lookup: added (user), executed by clients"]);
    expect(catalogue.paramsOf("acme.lookup")?.typeName).toBe("acme.v1.LookupParams");
    expect(catalogue.paramsOf("vault.search")).toBeUndefined();
    expect(catalogue.available(["vault.search"])).toEqual(["acme.lookup", "vault.search"]);
    const ask = (state: OrchestratorState, requester: "llm" | "user") =>
      decide({
        ...{ toolName: "acme.lookup", state, requester, profile: { caseLaw: false }, catalogue },
        available: catalogue.available([]),
      }).decision;
    expect(ask(OrchestratorState.EVIDENCE_NEEDS, "llm")).toBe("ASK");
    expect(ask(OrchestratorState.EVIDENCE_NEEDS, "user")).toBe("ALLOW");
    expect(ask(OrchestratorState.DRAFT, "user")).toBe("REFUSE");
  });

  it.each([
    ["acme-corp.look-up", "such as acme_corp.look_up"],
    ["Acme.Lookup", "such as acme.lookup"],
    ["lookup", "such as acme.search"],
    ["acme..lookup", "such as acme.search"],
    ["acme.l\u00f8\u00f8kup", "such as acme.lkup"],
    ["vault.lookup", "vault., lawbot. and pincite. are the server's own"],
    ["lawbot.lookup", "vault., lawbot. and pincite. are the server's own"],
    ["vault_search.x", undefined],
    ["vault.bundle_attach", "vault., lawbot. and pincite. are the server's own"],
  ])("has one canonical id: %s", (name, problem) => {
    folder.put("user", lookup.replace("acme.lookup", name)).put("user", descriptorSet([lookupMessage]), "a.binpb");
    if (problem === undefined) expect(folder.load().catalogue.of(name)?.name).toBe(name);
    else expect(folder.problems()[0]).toContain(problem);
  });

  it("may not differ from another in its separators alone", () => {
    withLookup().put("project", lookup.replace("acme.lookup", "acme.look_up.x"), "b.txtpb");
    folder.put("project", lookup.replace("acme.lookup", "acme_look.up_x"), "c.txtpb");
    folder.put("project", descriptorSet([lookupMessage]), "acme.binpb");
    expect(folder.problems()).toEqual([
      "c.txtpb:1: name: it differs from acme.look_up.x in its separators alone: choose another",
    ]);
  });

  it.each([
    [
      "executor: TOOL_EXECUTOR_KIND_CLIENT",
      "executor: TOOL_EXECUTOR_KIND_SERVER",
      "executor: TOOL_EXECUTOR_KIND_CLIENT",
    ],
    ["executor: TOOL_EXECUTOR_KIND_CLIENT", "", "executor: TOOL_EXECUTOR_KIND_CLIENT"],
    ["pincite.evidence.v1.EvidenceSearchResult", "pincite.tool.v1.VaultIntakeOutput", "output_type: one of"],
    ["acme.v1.LookupParams", "acme.v1.Nothing", "params_type: no descriptor set"],
    ["acme.v1.LookupParams", "pincite.tool.v1.VaultSearchParams", "params_type: no descriptor set"],
    ["risk: RISK_READ_ONLY", "", "risk: say"],
    ["risk: RISK_READ_ONLY", "risk: RISK_MUTATING", "model_may_propose: a model may not"],
    ["trigger: TRIGGER_MANUAL", "", "trigger: say"],
    ["_EVIDENCE_BINDING]", "_DRAFT]", "states: a draft"],
    ["_EVIDENCE_BINDING]", "_EVIDENCE_NEEDS]", "states: each stage once"],
    ["_EVIDENCE_BINDING]", "_UNSPECIFIED]", "states: name the stages"],
  ])("is refused when %s becomes %s", (from, to, problem) => {
    folder.put("user", lookup.replace(from, to)).put("user", descriptorSet([lookupMessage]), "a.binpb");
    expect(folder.problems().join("\n")).toContain(problem);
  });

  it("has its message from its own layer, not from another", () => {
    folder.put("user", descriptorSet([lookupMessage]), "acme.binpb").put("project", lookup);
    expect(folder.problems()).toEqual([expect.stringContaining("a.txtpb:3: params_type: no descriptor set")]);
  });

  it("is refused where two descriptor sets of a folder define its message", () => {
    withLookup().put("user", descriptorSet([lookupMessage]), "twice.binpb");
    expect(folder.problems()).toEqual(["twice.binpb:1: another descriptor set defines acme.v1.LookupParams too"]);
  });

  it.each([
    ["a float", [field("x", Type.FLOAT)], "acme.v1.LookupParams.x: no floats"],
    ["a double", [field("x", Type.DOUBLE)], "acme.v1.LookupParams.x: no floats"],
    ["a 32-bit number of another spelling", [field("x", Type.SFIXED32)], "use int32"],
    ["itself", [field("x", Type.MESSAGE, { typeName: ".acme.v1.LookupParams" })], "contains itself"],
  ])("is refused when its message holds %s", (_, fields, problem) => {
    folder.put("user", lookup).put("user", descriptorSet([message("LookupParams", fields)]), "a.binpb");
    expect(folder.problems()).toEqual([expect.stringContaining(problem)]);
  });

  it("is refused when its message holds a map, at any depth", () => {
    const entry = message("TagsEntry", [field("key"), field("value")], { options: { mapEntry: true } });
    const tags = field("tags", Type.MESSAGE, { repeated: true, typeName: ".acme.v1.Inner.TagsEntry" });
    const inner = message("Inner", [tags], { nestedType: [entry] });
    const outer = message("LookupParams", [field("inner", Type.MESSAGE, { typeName: ".acme.v1.Inner" })]);
    folder.put("user", lookup).put("user", descriptorSet([inner, outer]), "a.binpb");
    expect(folder.problems()).toEqual([expect.stringContaining("acme.v1.Inner.tags: no maps")]);
  });

  it.each(["Any", "Struct", "Timestamp"])("is refused when its message holds a google.protobuf.%s", (name) => {
    const known = { Any: file_google_protobuf_any, Struct: file_google_protobuf_struct }[name];
    const { proto } = known ?? file_google_protobuf_timestamp;
    const held = message("LookupParams", [field("x", Type.MESSAGE, { typeName: `.google.protobuf.${name}` })]);
    folder.put("user", lookup).put("user", descriptorSet([held], { dependency: [proto.name] }, [proto]), "a.binpb");
    expect(folder.problems()).toEqual([expect.stringContaining(`google.protobuf.${name} is not taken`)]);
  });

  it("is refused when its message is not proto3, where absent and default differ", () => {
    folder.put("user", lookup).put("user", descriptorSet([lookupMessage], { syntax: "proto2" }), "a.binpb");
    expect(folder.problems()).toEqual([expect.stringContaining("is not proto3")]);
  });
});
