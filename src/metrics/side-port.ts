import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { type EndedCall, Metrics } from "./metrics.ts";

/** What a side port tells of. */
export interface SideParts {
  readonly host: string;
  /** 0 asks the system for a free one. */
  readonly port: number;
  readonly version: string;
  /** By the name of each store, asks it for something small; rejects where it is away. */
  readonly probes: ReadonlyMap<string, () => Promise<unknown>>;
}

export interface SidePort {
  readonly port: number;
  /** Counts a call that ended. */
  ended(call: EndedCall): void;
  /** Says from now on that no more work should be sent here. */
  drain(): void;
  close(): Promise<void>;
}

/** A store that says nothing for so long is away. */
const probeMs = 2_000;

/**
 * A port of its own for those who look after a server: `/metrics` for Prometheus; `/healthz`, which says that the process answers;
 * `/readyz`, which says 503 while a store is away or the server drains. It takes no calls and tells nothing of what is kept.
 * Errors: ALREADY_EXISTS for a port in use.
 */
export const openSidePort = async ({ host, port, version, probes }: SideParts): Promise<SidePort> => {
  const metrics = new Metrics(version);
  let isDraining = false;
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === "/healthz") return say(response, 200, "ok\n");
    if (path === "/readyz") {
      const away = isDraining
        ? ["draining"]
        : [...(await asked(probes))].flatMap(([store, isUp]) => (isUp ? [] : [store]));
      return say(
        response,
        away.length === 0 ? 200 : 503,
        away.length === 0 ? "ready\n" : `not ready: ${away.join(", ")}\n`,
      );
    }
    if (path === "/metrics") return say(response, 200, await metrics.text(await asked(probes)), metrics.contentType);
    return say(response, 404, "there are /metrics, /healthz and /readyz\n");
  };
  const server = createServer(
    { headersTimeout: 5_000, requestTimeout: 10_000, maxHeaderSize: 8_192 },
    (request, response) => {
      if (request.method !== "GET") return say(response, 405, "only GET\n");
      const [path = ""] = (request.url ?? "").split("?", 1);
      answer(path, response).catch(() => say(response, 500, "failed\n"));
    },
  );
  server.maxConnections = 64;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "EADDRINUSE" ? inUse(host, port) : error),
    );
    server.listen({ host, port }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    ended: (call) => metrics.ended(call),
    drain: () => {
      isDraining = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const asked = async (probes: SideParts["probes"]): Promise<ReadonlyMap<string, boolean>> => {
  const found = [...probes].map(async ([store, probe]) => [store, await answers(probe)] as const);
  return new Map(await Promise.all(found));
};

const answers = (probe: () => Promise<unknown>): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), probeMs);
    const settled = (isUp: boolean) => () => {
      clearTimeout(timer);
      resolve(isUp);
    };
    probe().then(settled(true), settled(false));
  });

const say = (response: ServerResponse, status: number, text: string, type = "text/plain; charset=utf-8"): void => {
  if (response.headersSent) return;
  response.writeHead(status, {
    "content-type": type,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(text);
};

const inUse = (host: string, port: number): DomainError =>
  new DomainError("ALREADY_EXISTS", worded("error.port-on-is-in-use-stop-the-other-program-or", { port, host }), {
    host,
    port: String(port),
  });
