import { lazy, Suspense } from "react";
import { Fallen } from "../parts/fallen.tsx";
import { show } from "../show.tsx";
import "../style/base.css";
import "../style/run.css";

// Neither page loads the other's script.
const Runs = lazy(async () => ({ default: (await import("./runs.tsx")).Runs }));
const RunPage = lazy(async () => ({ default: (await import("./run-page.tsx")).RunPage }));

/** The address says which run: none of what is in it. */
const runId = /^\/run\/(?<id>[A-Za-z0-9._-]+)$/u.exec(globalThis.location.pathname)?.groups?.id;

void show(
  <Fallen>
    <Suspense>{runId === undefined ? <Runs /> : <RunPage runId={runId} />}</Suspense>
  </Fallen>,
);
