import { createFileRegistry, create as createMessage, type DescService } from "@bufbuild/protobuf";
import {
  FileDescriptorProtoSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from "@bufbuild/protobuf/wkt";
import { type Client, createClient, type Transport } from "@connectrpc/connect";

/**
 * The service of echo-service.ts as a client sees it whose fields are bytes: what it sends in them the server reads as a
 * string and as a message, so that anything at all can be sent by every protocol.
 */
const registry = createFileRegistry(
  createMessage(FileDescriptorProtoSchema, {
    name: "test/echo/v1/raw.proto",
    package: "test.echo.v1",
    syntax: "proto3",
    messageType: [
      {
        name: "Echo",
        field: [
          { name: "text", jsonName: "text", number: 1, type: Type.BYTES, label: Label.OPTIONAL },
          { name: "inner", jsonName: "inner", number: 3, type: Type.BYTES, label: Label.OPTIONAL },
        ],
      },
    ],
    service: [
      {
        name: "EchoService",
        method: [
          { name: "Say", inputType: ".test.echo.v1.Echo", outputType: ".test.echo.v1.Echo" },
          { name: "Watch", inputType: ".test.echo.v1.Echo", outputType: ".test.echo.v1.Echo", serverStreaming: true },
        ],
      },
    ],
  }),
  () => undefined,
);

type Raw = { text?: Uint8Array; inner?: Uint8Array };

export interface RawEchoClient {
  say(request: Raw): Promise<unknown>;
  watch(request: Raw): AsyncIterable<unknown>;
}

export const rawEchoClient = (transport: Transport): RawEchoClient =>
  createClient(
    registry.getService("test.echo.v1.EchoService")!,
    transport,
  ) as Client<DescService> as unknown as RawEchoClient;
