import { type DescMethod, getOption } from "@bufbuild/protobuf";
import type { ConnectRouter, Interceptor } from "@connectrpc/connect";
import { needs, Right, RightSchema } from "../../gen/pincite/access/v1/right_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { principalOf } from "./principal.ts";

/** What a caller of a method must hold, as its proto says. `grpc.*` says nothing of a person's and asks for nothing. */
const rightOf = (method: DescMethod): Right | undefined =>
  method.parent.typeName.startsWith("grpc.") ? undefined : getOption(method, needs);

/** Ends the start of a server with a method of ours whose proto forgot to say what it needs; nobody who signed in could call it. */
export const requireRights = ({ handlers }: ConnectRouter): void => {
  for (const { method } of handlers)
    if (method.parent.typeName.startsWith("pincite.") && rightOf(method) === Right.UNSPECIFIED)
      throw new TypeError(`${method.parent.typeName}/${method.name} says no right that its callers need`);
};

/**
 * Lets a person who signed in make the calls that their rights cover, and no other. The account that runs the server, its page and its own
 * process may make all. Errors: RIGHT_MISSING with the right that is needed.
 */
export const needsRight: Interceptor = (next) => (request) => {
  const { person } = principalOf(request.contextValues);
  const right = person && rightOf(request.method);
  if (right === undefined || person?.rights.has(right)) return next(request);
  const needed = RightSchema.value[right]?.name ?? String(right);
  throw new DomainError("RIGHT_MISSING", worded("keeping-error.you-are-signed-in-and-may-not-call", { needed }), {
    needed,
  });
};
