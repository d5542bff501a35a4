import { type DescField, toBinary } from "@bufbuild/protobuf";
import { type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import {
  type ToolRequest,
  type ToolRequestParams,
  ToolRequestParamsSchema,
} from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { sha256Hex } from "../../sha256.ts";
import { messageText } from "../print/message-text.ts";
import { visible } from "../text/visible.ts";
import { rawFields } from "./raw-fields.ts";

/**
 * Exactly the parameters a person approves, line by line: every field that is set, whole, with what cannot be seen
 * written out.
 */
export const paramsLines = (params: ToolRequestParams | undefined): string[] => {
  const given = params?.params;
  if (given?.case === undefined) return ["(none)"];
  if (given.case !== "opaque") return messageText(paramsMessage(params!), 0, fileText).map(visible);
  const { typeName, value } = given.value;
  const fields = rawFields(value) ?? [`0x${Buffer.from(value).toString("hex")}`];
  return [`${visible(typeName)} (fields by number)`, ...fields.map((line) => `  ${line}`)];
};

/**
 * The digest of the parameters that were shown, computed here: an approval names this one, and not one that somebody
 * else says belongs to them. Errors: DATA_LOSS where the server says another.
 */
export const shownDigest = ({ params, paramsDigest, id }: ToolRequest): string => {
  const digest = params ? sha256Hex(toBinary(ToolRequestParamsSchema, params, { writeUnknownFields: false })) : "";
  if (digest === paramsDigest) return digest;
  throw new DomainError("DATA_LOSS", worded("command-error.the-parameters-of-are-not-those-its-digest", { id }), {
    id,
  });
};

const paramsMessage = (params: ToolRequestParams): ReflectMessage => reflect(ToolRequestParamsSchema, params);

/** A file is told by its size and its sha256, as `sha256sum` prints it. */
const fileText = (_field: DescField, bytes: Uint8Array): string => `${bytes.length} bytes, sha256 ${sha256Hex(bytes)}`;
