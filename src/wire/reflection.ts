import { createRegistry, type DescFile, type DescService, type Registry, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { file_google_rpc_code } from "../../gen/google/rpc/code_pb.ts";
import { file_google_rpc_error_details } from "../../gen/google/rpc/error_details_pb.ts";
import { file_google_rpc_status } from "../../gen/google/rpc/status_pb.ts";
import { ServerReflection, type ServerReflectionRequest } from "../../gen/grpc/reflection/v1/reflection_pb.ts";
import { ServerReflection as ServerReflectionAlpha } from "../../gen/grpc/reflection/v1alpha/reflection_pb.ts";

// Server reflection (https://grpc.io/docs/guides/reflection/): what lets `buf curl` and grpcurl look around without a
// schema. Both versions are served, since grpcurl and many language clients still ask for v1alpha; on the wire they are one.

/** The routes for the services, asked for on each request as the router is filled step by step, with the error details for tools. */
export const reflectionRoutes =
  (services: () => readonly DescService[]) =>
  (router: ConnectRouter): void => {
    const answers = async function* (requests: AsyncIterable<Question>) {
      const catalogue = createCatalogue(services());
      for await (const request of requests) {
        yield { validHost: request.host, originalRequest: request, messageResponse: catalogue.answer(request) };
      }
    };
    // The generated types of the two versions differ in nothing but their package name.
    router.service(ServerReflection, { serverReflectionInfo: answers as never });
    router.service(ServerReflectionAlpha, { serverReflectionInfo: answers as never });
  };

type Question = Pick<ServerReflectionRequest, "host" | "messageRequest">;

/** What a client decodes an error's details with: `grpc-status-details-bin` is a Status, its details are of the third. */
const errorFiles: readonly DescFile[] = [file_google_rpc_code, file_google_rpc_status, file_google_rpc_error_details];

const createCatalogue = (services: readonly DescService[]) => {
  const files = new Map<string, DescFile>();
  for (const file of [...services.map((service) => service.file), ...errorFiles]) collect(file, files);
  const registry = createRegistry(...files.values());
  return {
    answer: ({ messageRequest: asked }: Question) => {
      switch (asked.case) {
        case "listServices":
          return { case: "listServicesResponse", value: { service: names(services).map((name) => ({ name })) } };
        case "fileByFilename":
          return fileAnswer(files.get(asked.value), asked.value);
        case "fileContainingSymbol":
          return fileAnswer(fileOfSymbol(registry, asked.value), asked.value);
        case "fileContainingExtension": {
          const { containingType, extensionNumber } = asked.value;
          const extension = extensionsOf(registry, containingType).find(({ number }) => number === extensionNumber);
          return fileAnswer(extension?.file, `${containingType} extension ${extensionNumber}`);
        }
        case "allExtensionNumbersOfType": {
          const extensionNumber = extensionsOf(registry, asked.value).map(({ number }) => number);
          return { case: "allExtensionNumbersResponse", value: { baseTypeName: asked.value, extensionNumber } };
        }
        default:
          return errorAnswer(Code.InvalidArgument, "the reflection request asks nothing");
      }
    },
  };
};

const names = (services: readonly DescService[]): string[] =>
  [...new Set(services.map(({ typeName }) => typeName))].sort();

const collect = (file: DescFile, into: Map<string, DescFile>): void => {
  // A descriptor names files with their ending, the generated code without.
  const path = file.proto.name;
  if (into.has(path)) return;
  into.set(path, file);
  for (const dependency of file.dependencies) collect(dependency, into);
};

/** Symbols include fields, methods and enum values: the nearest enclosing type is in the same file. */
const fileOfSymbol = (registry: Registry, symbol: string): DescFile | undefined => {
  for (let name = symbol; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf(".")))) {
    const found = registry.get(name);
    if (found) return found.file;
  }
  return undefined;
};

const extensionsOf = (registry: Registry, typeName: string) =>
  [...registry].filter((each) => each.kind === "extension").filter(({ extendee }) => extendee.typeName === typeName);

/** The file and all it imports, the order in which a client can build them being its own affair. */
const fileAnswer = (file: DescFile | undefined, what: string) => {
  if (!file) return errorAnswer(Code.NotFound, `this server knows no ${what}`);
  const files = new Map<string, DescFile>();
  collect(file, files);
  const fileDescriptorProto = [...files.values()].map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto));
  return { case: "fileDescriptorResponse", value: { fileDescriptorProto } };
};

const errorAnswer = (errorCode: Code, errorMessage: string) => ({
  case: "errorResponse",
  value: { errorCode, errorMessage },
});
