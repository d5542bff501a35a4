import { create } from "@bufbuild/protobuf";
import { type WorkflowProfile, WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { CreateRunRequestSchema } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { Engine } from "../../src/engine/engine.ts";
import { Views } from "../../src/engine/read/views.ts";
import type { EngineParts } from "../../src/engine/run/runs.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { sampleProfile } from "../run/sample-content.ts";
import { examineDraft } from "../support/draft-check.ts";
import { fixedReceipts } from "../support/receipt-signer.ts";
import { RunDriver } from "./run-driver.ts";
import { SampleDirectory, SampleTools } from "./sample-tools.ts";
import { ScriptedModel } from "./scripted-model.ts";

export const owner = "tester";

/** The sample profile with a model that does what a test tells it. */
export const scriptedProfile = (change: Partial<WorkflowProfile> = {}): WorkflowProfile =>
  create(WorkflowProfileSchema, { ...sampleProfile(), provider: "scripted", ...change });

/** An engine with everything around it standing in: time and ids are counted, the model is scripted, tools remember. */
export class TestEngine {
  readonly parts: EngineParts;
  readonly model: ScriptedModel;
  readonly tools: SampleTools;
  readonly directory: SampleDirectory;
  engine: Engine;
  views: Views;

  private constructor(parts: EngineParts, fakes: Pick<TestEngine, "model" | "tools" | "directory">) {
    this.parts = parts;
    this.model = fakes.model;
    this.tools = fakes.tools;
    this.directory = fakes.directory;
    this.engine = new Engine(parts);
    this.views = new Views(this.engine.runs, this.engine.tools);
  }

  static async open(change: Partial<EngineParts> = {}): Promise<TestEngine> {
    const fakes = { model: new ScriptedModel(), tools: new SampleTools(), directory: new SampleDirectory() };
    const counters = { now: Date.UTC(2026, 0, 5), id: 0, bytes: 0 };
    const clock = { now: () => (counters.now += 1_000) };
    const parts: EngineParts = {
      ...{ store: await openMemoryStore({ clock }), owner, user: owner, clock, checkDraft: examineDraft },
      ids: { next: () => `01${String(++counters.id).padStart(24, "0")}` },
      randomBytes: (count) => new Uint8Array(count).fill(++counters.bytes),
      tools: fakes.tools,
      directory: fakes.directory,
      providers: new Map([[fakes.model.name, fakes.model]]),
      profiles: [scriptedProfile()],
      receipts: fixedReceipts(),
      ...change,
    };
    const test = new TestEngine(parts, fakes);
    await test.engine.openIndex();
    return test;
  }

  /** What a new start of the server has: another engine over the same store. */
  async restart(): Promise<number> {
    this.engine = new Engine(this.parts);
    this.views = new Views(this.engine.runs, this.engine.tools);
    return this.engine.recover();
  }

  /** A new run of the first profile. */
  async newRun(key = "create-1"): Promise<RunDriver> {
    const request = { idempotencyKey: key, profileId: this.parts.profiles[0]?.profileId ?? "", title: "Sample" };
    const { runContext } = await this.engine.create(create(CreateRunRequestSchema, request));
    if (!runContext) throw new Error("a run without a context");
    return new RunDriver(() => this.engine, runContext);
  }
}

/** The error a promise comes to; a promise that comes to something else fails the test. */
export const failureOf = async (
  work: Promise<unknown>,
): Promise<{ reason: string; message: string; facts: Record<string, string> }> => {
  try {
    await work;
  } catch (error) {
    return error as never;
  }
  throw new Error("it was not refused");
};
