import { lazy, Suspense } from "react";
import { Fallen } from "../parts/fallen.tsx";
import { show } from "../show.tsx";
import "../style/base.css";
import "../style/run.css";

// Neither page loads the other's script.
const Runs = lazy(async () => ({ default: (await import("./runs.tsx")).Runs }));
const RunPage = lazy(async () => ({ default: (await import("./run-page.tsx")).RunPage }));

const Invitation = lazy(async () => ({ default: (await import("../access/invitation.tsx")).Invitation }));

/** The address says which run: none of what is in it. */
const runId = /^\/run\/(?<id>[A-Za-z0-9._-]+)$/u.exec(globalThis.location.pathname)?.groups?.id;
/** Written out here: what else there is to a link comes with its page. */
const isInvited = globalThis.location.pathname === "/invitation";

void show(
  <Fallen>
    <Suspense>{runId === undefined ? isInvited ? <Invitation /> : <Runs /> : <RunPage runId={runId} />}</Suspense>
  </Fallen>,
);
