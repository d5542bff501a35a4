import { create, createFileRegistry, type DescService, type Message, setExtension } from "@bufbuild/protobuf";
import {
  type FieldDescriptorProto,
  FieldDescriptorProtoSchema,
  FieldOptionsSchema,
  FileDescriptorProtoSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from "@bufbuild/protobuf/wkt";
import {
  FieldRulesSchema,
  field as fieldRules,
  file_buf_validate_validate,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import {
  type Client,
  type ConnectRouter,
  createClient,
  type HandlerContext,
  type ServiceImpl,
  type Transport,
} from "@connectrpc/connect";

// A service of the tests' own, built as a descriptor, so that the wire can be tested without any service of the product
// and without a proto of the tests among those that are published.

/** Both ways: `text` (at most 10 million characters, never "forbidden"), a count, and one level of nesting. */
export type Echo = Message<"test.echo.v1.Echo"> & { text: string; count: number; inner?: Echo };

const options = (rules: Parameters<typeof create<typeof FieldRulesSchema>>[1]) => {
  const made = create(FieldOptionsSchema);
  setExtension(made, fieldRules, create(FieldRulesSchema, rules));
  return made;
};

const fields: FieldDescriptorProto[] = [
  create(FieldDescriptorProtoSchema, {
    name: "text",
    jsonName: "text",
    number: 1,
    type: Type.STRING,
    label: Label.OPTIONAL,
    options: options({ type: { case: "string", value: { notContains: "forbidden" } } }),
  }),
  create(FieldDescriptorProtoSchema, {
    name: "count",
    jsonName: "count",
    number: 2,
    type: Type.INT32,
    label: Label.OPTIONAL,
    options: options({ type: { case: "int32", value: { lessThan: { case: "lte", value: 100_000 } } } }),
  }),
  create(FieldDescriptorProtoSchema, {
    name: "inner",
    jsonName: "inner",
    number: 3,
    type: Type.MESSAGE,
    typeName: ".test.echo.v1.Echo",
    label: Label.OPTIONAL,
  }),
];

/** A message whose rule does not compile, as if a mistake had slipped past the linter. */
const broken = create(FieldDescriptorProtoSchema, {
  name: "text",
  jsonName: "text",
  number: 1,
  type: Type.STRING,
  label: Label.OPTIONAL,
  options: options({ cel: [{ id: "broken", expression: "this +" }] }),
});

const method = (name: string, serverStreaming = false, input = "Echo") => ({
  name,
  inputType: `.test.echo.v1.${input}`,
  outputType: ".test.echo.v1.Echo",
  serverStreaming,
});

const registry = createFileRegistry(
  create(FileDescriptorProtoSchema, {
    name: "test/echo/v1/echo.proto",
    package: "test.echo.v1",
    syntax: "proto3",
    dependency: ["buf/validate/validate.proto"],
    messageType: [
      { name: "Echo", field: fields },
      { name: "Broken", field: [broken] },
    ],
    service: [
      {
        name: "EchoService",
        method: [method("Say"), method("Long"), method("Watch", true), method("Break", false, "Broken")],
      },
    ],
  }),
  (path) => (path === "buf/validate/validate.proto" ? file_buf_validate_validate : undefined),
);

export const EchoService: DescService = registry.getService("test.echo.v1.EchoService")!;
export const EchoSchema = registry.getMessage("test.echo.v1.Echo")!;

type Init = { text?: string; count?: number; inner?: Init };

export interface EchoHandlers {
  say?: (request: Echo, context: HandlerContext) => Init | Promise<Init>;
  long?: (request: Echo, context: HandlerContext) => Init | Promise<Init>;
  watch?: (request: Echo, context: HandlerContext) => AsyncIterable<Init>;
}

/** Say and Break answer with their request unless told otherwise. */
export const echoRoutes =
  (handlers: EchoHandlers = {}) =>
  (router: ConnectRouter): void => {
    const implementation = { say: (request: Echo) => request, break: () => ({}), ...handlers };
    router.service(EchoService, implementation as unknown as Partial<ServiceImpl<DescService>>);
  };

export interface EchoClient {
  say(
    request: Init,
    options?: { timeoutMs?: number; signal?: AbortSignal; headers?: Record<string, string> },
  ): Promise<Echo>;
  long(request: Init, options?: { timeoutMs?: number }): Promise<Echo>;
  break(request: { text?: string }): Promise<Echo>;
  watch(request: Init, options?: { timeoutMs?: number; signal?: AbortSignal }): AsyncIterable<Echo>;
}

export const echoClient = (transport: Transport): EchoClient =>
  createClient(EchoService, transport) as Client<DescService> as unknown as EchoClient;
