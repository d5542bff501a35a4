import type { ModelRequest } from "../../gen/pincite/model/v1/model_call_pb.ts";
import type { ModelOutput } from "../../src/model/provider.ts";
import type { SideModel } from "../../src/model/side-model.ts";

/** What a model beside the drafter answers; text goes out as it is, anything else as JSON. */
export type Say = (request: ModelRequest, signal: AbortSignal) => unknown;

/** A model beside the drafter that says what it is told, and remembers what it was asked. */
export class ScriptedSide implements SideModel {
  readonly model: string;
  readonly asked: ModelRequest[] = [];
  isLocal = false;
  say: Say;

  constructor(model: string, say: Say) {
    this.model = model;
    this.say = say;
  }

  readonly provider = {
    generate: async (request: ModelRequest, signal: AbortSignal): Promise<ModelOutput> => {
      this.asked.push(request);
      const said = await this.say(request, signal);
      const raw = new TextEncoder().encode(typeof said === "string" ? said : JSON.stringify(said));
      return { raw, inputTokens: 7, outputTokens: 3 };
    },
  };
}
