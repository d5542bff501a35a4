import { lazy, type ReactNode, Suspense } from "react";
import { signedInKept } from "#kit/page-session.ts";

const SignedIn = lazy(async () => ({ default: (await import("./signed-in.tsx")).SignedIn }));

/** Whether a person signed in for this session, as far as this browser knows: the server says who. */
export const isSignedIn = (): boolean => globalThis.localStorage.getItem(signedInKept) !== null;

/** Whose session this is, where a person signed in for it, with a way out; else what stands in that place. Nobody else loads anything of it. */
export const WhoseSession = ({ otherwise = null }: { readonly otherwise?: ReactNode }) =>
  isSignedIn() ? (
    <Suspense>
      <SignedIn />
    </Suspense>
  ) : (
    otherwise
  );
