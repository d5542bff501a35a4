import { type DescMethod, getOption } from "@bufbuild/protobuf";
import type { ConnectRouter, Interceptor } from "@connectrpc/connect";
import { needs, Right, RightSchema } from "../../gen/pincite/access/v1/right_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { aboutOf } from "./about.ts";
import { principalOf } from "./principal.ts";

/** What a caller of a method must hold, as its proto says. `grpc.*` says nothing of a person's and asks for nothing. */
export const rightOf = (method: DescMethod): Right | undefined =>
  method.parent.typeName.startsWith("grpc.") ? undefined : getOption(method, needs);

/** Rights whose calls are about single runs and strands. */
const ofOne: ReadonlySet<Right | undefined> = new Set([Right.READ, Right.EDIT, Right.REVIEW, Right.USAGE]);

/**
 * Ends the start of a server with a method of ours whose proto forgot to say what it needs, which nobody who signed in could call, or what it
 * is about, which everybody could.
 */
export const requireRights = ({ handlers }: Pick<ConnectRouter, "handlers">): void => {
  for (const { method } of handlers) {
    if (!method.parent.typeName.startsWith("pincite.")) continue;
    const right = rightOf(method);
    if (right === Right.UNSPECIFIED)
      throw new TypeError(`${method.parent.typeName}/${method.name} says no right that its callers need`);
    if (ofOne.has(right) && aboutOf(method).length === 0)
      throw new TypeError(`${method.parent.typeName}/${method.name} says nothing of what its calls are about`);
  }
};

/**
 * Lets a person who signed in make the calls that their rights cover, and no other. The account that runs the server, its page and its own
 * process may make all. Errors: RIGHT_MISSING with the right that is needed.
 */
export const needsRight: Interceptor = (next) => (request) => {
  const { person } = principalOf(request.contextValues);
  const right = person && rightOf(request.method);
  if (right === undefined || person?.rights.has(right)) return next(request);
  throw rightMissing(right);
};

/** What whoever lacks a right is told. */
export const rightMissing = (right: Right): DomainError => {
  const needed = RightSchema.value[right]?.name ?? String(right);
  return new DomainError("RIGHT_MISSING", worded("keeping-error.you-are-signed-in-and-may-not-call", { needed }), {
    needed,
  });
};
