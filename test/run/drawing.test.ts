import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stages } from "../../src/run/stages.ts";
import { machineDiagram, machinePage } from "./drawing.ts";

describe("the drawing of the machine", () => {
  it("is what docs/run-machine.md shows; otherwise run node test/run/write-drawing.ts", () => {
    expect(readFileSync(new URL("../../docs/run-machine.md", import.meta.url), "utf8")).toBe(machinePage());
  });

  it("explains every guard the machine has", () => {
    expect(machinePage()).not.toContain("(not explained)");
  });

  it("shows each stage with its three phases and one way on", () => {
    const lines = machineDiagram().split("\n");
    const ways = [...stages.map((stage) => stage.name), "FINALISED"];
    for (const [at, name] of ways.slice(0, -1).entries()) {
      const phases = lines.filter((line) => line.trim().startsWith('state "') && line.includes(` as ${name}_`));
      expect(phases.map((line) => line.split('"')[1])).toEqual(["open", "proposed", "confirmed"]);
      const onwards = lines.filter((line) => line.startsWith(`  ${name} --> `));
      const event = name === "DRAFT" ? "runFinalised" : "stageAdvanced";
      expect(onwards).toEqual([`  ${name} --> ${ways[at + 1]}: confirmed, ${event} [nothingMissing]`]);
    }
  });

  it("names every arrow's ends, and nothing that mermaid would not take as a name", () => {
    const arrows = machineDiagram()
      .split("\n")
      .filter((line) => line.includes("-->"));
    expect(arrows.length).toBeGreaterThan(40);
    for (const line of arrows) expect(line.trim()).toMatch(/^(\[\*\]|[A-Za-z_]+) --> [A-Za-z_]+(: [A-Za-z ,[\]]+)?$/);
  });
});
