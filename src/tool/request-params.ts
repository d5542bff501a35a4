import { type DescMessage, fromBinary, toBinary } from "@bufbuild/protobuf";
import { createValidator } from "@bufbuild/protovalidate";
import { ToolExecutorKind, type ToolRequestParams } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { ToolSpec } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { ToolCatalogue } from "./catalogue.ts";
import { checkParams } from "./params.ts";

/**
 * Whether the parameters are those of this tool of the catalogue: undefined, or a sentence that says what was expected.
 * Those of a client-executed tool must be the bytes of its own message and of nothing more: they are shown to a person
 * and handed to a program of somebody else, so nothing may travel in them that the message does not name.
 */
export const checkToolParams = (
  spec: ToolSpec,
  params: ToolRequestParams,
  catalogue: ToolCatalogue,
): string | undefined => {
  if (spec.executor !== ToolExecutorKind.CLIENT) return checkParams(spec.name, params);
  const given = params.params;
  const desc = catalogue.paramsOf(spec.name);
  if (given.case !== "opaque") return `${spec.name} takes \`opaque\` with type_name ${spec.paramsType}`;
  if (given.value.typeName !== spec.paramsType || !desc)
    return `${spec.name} takes ${spec.paramsType}, and the request carries ${JSON.stringify(given.value.typeName.slice(0, 200))}`;
  return checkClientParams(desc, given.value.value);
};

// Compiling the rules of a message takes a while, and one validator keeps them.
const validator = createValidator();

/** Checks that bytes are a message of this kind and keep its own rules: undefined, or a sentence without its values. */
export const checkClientParams = (desc: DescMessage, bytes: Uint8Array): string | undefined => {
  const message = decoded(desc, bytes);
  if (!message) return `the parameters are not the encoding of a ${desc.typeName} with known fields only`;
  const checked = validator.validate(desc, message);
  if (checked.kind === "valid") return undefined;
  if (checked.kind === "error") return `the rules of ${desc.typeName} cannot be checked; mend its proto`;
  const [first] = checked.violations;
  const path = first?.field.map((part) => ("name" in part ? part.name : part.kind)).join(".");
  return `${path || desc.typeName} breaks the rule ${first?.ruleId ?? "of its field"} of ${desc.typeName}`;
};

/** Encodes to the same length without what it does not know: so unknown fields show at any depth. */
const decoded = (desc: DescMessage, bytes: Uint8Array) => {
  try {
    const message = fromBinary(desc, bytes);
    const known = toBinary(desc, message, { writeUnknownFields: false });
    return toBinary(desc, message).length === known.length ? message : undefined;
  } catch {
    return undefined;
  }
};
