import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSidePort, type SidePort } from "../../src/metrics/side-port.ts";

let port: SidePort;
const store = { isUp: true };
const get = async (path: string, method = "GET") => {
  const response = await fetch(`http://127.0.0.1:${port.port}${path}`, { method });
  return { status: response.status, text: await response.text() };
};

beforeAll(async () => {
  const probe = () => (store.isUp ? Promise.resolve() : Promise.reject(new Error("away")));
  const probes = new Map([
    ["runs", probe],
    ["vault", () => Promise.resolve()],
  ]);
  port = await openSidePort({ host: "127.0.0.1", port: 0, version: "1.2.3", probes });
});
afterAll(() => port.close());

describe("the port of those who look after a server", () => {
  it("counts calls by method and code, and says how long they took", async () => {
    port.ended({ method: "a.B/C", code: "ok", durationMs: 20 });
    port.ended({ method: "a.B/C", code: "unavailable", durationMs: 2 });
    port.ended({ method: "a.B/D", code: "unauthenticated" });
    const { status, text } = await get("/metrics");
    expect(status).toBe(200);
    expect(text).toContain('pincite_calls_total{method="a.B/C",code="ok"} 1');
    expect(text).toContain('pincite_calls_total{method="a.B/D",code="unauthenticated"} 1');
    expect(text).toContain('pincite_call_seconds_count{method="a.B/C"} 2');
    expect(text).not.toContain('pincite_call_seconds_count{method="a.B/D"}');
    expect(text).toContain('pincite_info{version="1.2.3"} 1');
    expect(text).toContain('pincite_store_up{store="runs"} 1');
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
  });

  it("is alive, but not ready while a store is away, and says which", async () => {
    store.isUp = false;
    expect(await get("/healthz")).toEqual({ status: 200, text: "ok\n" });
    expect(await get("/readyz")).toEqual({ status: 503, text: "not ready: runs\n" });
    expect((await get("/metrics")).text).toContain('pincite_store_up{store="runs"} 0');
    store.isUp = true;
    expect(await get("/readyz")).toEqual({ status: 200, text: "ready\n" });
  });

  it("makes no more labels than it has room for", async () => {
    for (let n = 0; n < 500; n++) port.ended({ method: `x.Y/M${n}`, code: "ok" });
    const { text } = await get("/metrics");
    expect(text.match(/^pincite_calls_total\{/gm)?.length).toBeLessThan(405);
    expect(text).toContain('pincite_calls_total{method="other",code="ok"}');
  });

  it("answers nothing else", async () => {
    expect((await get("/")).status).toBe(404);
    expect((await get("/metrics", "POST")).status).toBe(405);
    const taken = openSidePort({ host: "127.0.0.1", port: port.port, version: "", probes: new Map() });
    await expect(taken).rejects.toMatchObject({ reason: "ALREADY_EXISTS" });
  });

  it("is not ready while the server drains", async () => {
    port.drain();
    expect(await get("/readyz")).toEqual({ status: 503, text: "not ready: draining\n" });
    expect((await get("/healthz")).status).toBe(200);
  });
});
