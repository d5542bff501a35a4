import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import type { Interceptor } from "@connectrpc/connect";
import { BackupService } from "../../gen/pincite/backup/v1/backup_service_pb.ts";
import { PageService } from "../../gen/pincite/page/v1/page_service_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

/** Calls that no proto marks as free of effects, and that change nothing which is kept. */
const alsoRead: ReadonlySet<string> = new Set([BackupService.typeName, PageService.typeName]);

/** Lets through what only reads; there is no other way in for a call that its proto does not mark as free of effects. Errors: UNSUPPORTED. */
export const onlyReads: Interceptor = (next) => (request) => {
  const { method, service } = request;
  const isRead = method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
  if (isRead || alsoRead.has(service.typeName) || service.typeName.startsWith("grpc.")) return next(request);
  throw new DomainError("UNSUPPORTED", worded("keeping-error.this-server-only-reads-its-folder-cannot-be"));
};
