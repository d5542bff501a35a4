import { toBinary } from "@bufbuild/protobuf";
import { ToolSpecSchema } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { ToolCatalogue } from "../../tool/catalogue.ts";
import { decide, type Requester } from "../../tool/policy.ts";
import { stages } from "../../tool/stages.ts";
import { digestOf } from "../run/digest-of.ts";

/**
 * Version of the envelope a model answers in: raised by hand with every change of ModelTurn that a model can see. A test
 * holds it to the descriptors. A turn that was suspended under another one does not go on.
 */
export const envelopeVersion = "10";

const requesters: readonly Requester[] = ["llm", "user"];
const known = new WeakMap<ToolCatalogue, string>();

/**
 * Version of the tool policy: the first 16 hex digits of SHA-256 over every tool of the catalogue and every answer of the
 * policy about it. A turn goes on only under the one it was suspended under, so that nobody's decision is carried into
 * rules they did not see.
 */
export const policyVersion = (catalogue: ToolCatalogue): string => {
  const version =
    known.get(catalogue) ??
    digestOf(
      ...catalogue.specs.flatMap((spec) => [toBinary(ToolSpecSchema, spec), answers(catalogue, spec.name)]),
    ).slice(0, 16);
  known.set(catalogue, version);
  return version;
};

const answers = (catalogue: ToolCatalogue, toolName: string): string => {
  const available = catalogue.specs.map((spec) => spec.name);
  return requesters
    .flatMap((requester) =>
      [false, true].flatMap((caseLaw) =>
        stages.map(
          (state) => decide({ toolName, state, requester, profile: { caseLaw }, catalogue, available }).decision,
        ),
      ),
    )
    .join(" ");
};
