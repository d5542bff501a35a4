import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { create, toBinary } from "@bufbuild/protobuf";
import { Code, createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import type { Page, Response } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { originHalf } from "#kit/page-session.ts";
import {
  CreateRunRequestSchema,
  OrchestratorService,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { openConnection } from "../../src/client/connection.ts";
import { describeWithBrowser } from "./support/browser.ts";
import { type Visit, visit } from "./support/visit.ts";

/** What a page can try. Each gives what it got to see of the answer, or what stopped it. */
const attempts = async ({ target, bytes, asset }: { target: string; bytes: number[]; asset: string }) => {
  const path = "/pincite.orchestrator.v1.OrchestratorService/CreateRun";
  const seen = async (work: () => Promise<unknown>): Promise<string> =>
    work().then(
      (text) => `read: ${text}`,
      (error: Error) => `stopped: ${error.name}`,
    );
  const settled = (element: HTMLElement): Promise<void> =>
    new Promise((resolve) => {
      element.onload = element.onerror = () => resolve();
      document.body.append(element);
      setTimeout(resolve, 30_000);
    });
  const body = new Uint8Array(bytes);
  const post = (type: string, mode: RequestMode) => () =>
    fetch(target + path, { method: "POST", body: new Blob([body], { type }), mode, credentials: "include" }).then(
      (answer) => answer.text(),
    );
  const frame = Object.assign(document.createElement("iframe"), { src: `${target}/`, name: "caught" });
  const script = Object.assign(document.createElement("script"), { src: target + asset });
  const form = Object.assign(document.createElement("form"), {
    method: "POST",
    action: target + path,
    enctype: "text/plain",
    target: "caught",
  });
  return {
    get: await seen(() => fetch(`${target}/`, { credentials: "include" }).then((answer) => answer.text())),
    asProtobuf: await seen(post("application/proto", "cors")),
    asText: await seen(post("text/plain", "cors")),
    blindly: await seen(post("text/plain", "no-cors")),
    socket: await seen(
      () =>
        new Promise((resolve, reject) => {
          const socket = new WebSocket(target.replace("http", "ws") + path);
          socket.onopen = () => resolve("open");
          socket.onerror = () => reject(new DOMException("", "NetworkError"));
        }),
    ),
    frame: await seen(async () => {
      await settled(frame);
      form.append(Object.assign(document.createElement("input"), { name: "a", value: "b" }));
      document.body.append(form);
      form.submit();
      await new Promise((resolve) => setTimeout(resolve, 500));
      return frame.contentWindow?.document.body.textContent;
    }),
    script: await seen(async () => {
      let loaded = false;
      script.onload = () => (loaded = true);
      document.body.append(script);
      await new Promise((resolve) => setTimeout(resolve, 500));
      if (!loaded) throw new DOMException("", "NetworkError");
      return "loaded";
    }),
  };
};

describeWithBrowser("a page of another origin", () => {
  let visited: Visit;
  let other: Server;
  let asset = "";
  /** What the other server was sent. */
  const heard: IncomingHttpHeaders[] = [];
  beforeAll(async () => {
    visited = await visit();
    asset = (await visited.page.locator("script[src]").first().getAttribute("src")) ?? "";
    other = createServer((request, response) => {
      heard.push(request.headers);
      response
        .writeHead(200, { "content-type": "text/html" })
        .end("<!doctype html><title>other</title><body>other</body>");
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  });

  afterAll(async () => {
    other?.close();
    await visited?.stop();
  });

  /** A tab of the browser that has a session, at an address of the other server; and what our server answered it. */
  const otherPage = async (host: string): Promise<{ page: Page; answers: Response[] }> => {
    const page = await visited.context.newPage();
    const answers: Response[] = [];
    page.on("response", (answer) => {
      if (answer.url().startsWith(visited.server.url)) answers.push(answer);
    });
    await page.goto(`http://${host}:${(other.address() as AddressInfo).port}/`);
    return { page, answers };
  };

  const runCount = async (): Promise<number> => {
    const connection = openConnection(visited.server.url);
    const { runs } = await connection.orchestrator.listRuns({});
    connection.close();
    return runs.length;
  };

  // Another port of the same host is the same site, so that the browser sends the session's cookie along.
  it.each([
    ["another port of this machine", "127.0.0.1"],
    ["another name", "localhost"],
  ])("reads nothing and writes nothing: %s", async (_, host) => {
    const { page, answers } = await otherPage(host);
    const bytes = [
      ...toBinary(
        CreateRunRequestSchema,
        create(CreateRunRequestSchema, { idempotencyKey: `by-${host}`, title: "taken" }),
      ),
    ];
    const got = await page.evaluate(attempts, { target: visited.server.url, bytes, asset });
    expect(got).toEqual({
      get: "stopped: TypeError",
      asProtobuf: "stopped: TypeError",
      asText: "stopped: TypeError",
      // A blind call always ends so; what it did is counted below.
      blindly: "read: ",
      socket: "stopped: NetworkError",
      frame: expect.stringMatching(/^stopped: (?:SecurityError|TypeError)$/),
      script: "stopped: NetworkError",
    });
    expect(answers.length).toBeGreaterThanOrEqual(2);
    expect(answers.map((answer) => answer.status()).filter((status) => status !== 403)).toEqual([]);
    expect(await runCount()).toBe(0);
    await page.close();
  });

  it("opens a window of ours and sees nothing in it but that it is refused", async () => {
    const { page } = await otherPage("127.0.0.1");
    const opened = page.waitForEvent("popup");
    const read = await page.evaluate(async (target) => {
      const window_ = window.open(`${target}/`);
      const look = () => {
        try {
          return window_?.document.body.textContent ?? "nothing";
        } catch (error) {
          return (error as Error).name;
        }
      };
      // Until it has gone to its address it is an empty page of this one's own.
      let seen = look();
      for (let tries = 0; tries < 200 && ["", "nothing", "TypeError"].includes(seen); tries++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        seen = look();
      }
      return seen;
    }, visited.server.url);
    expect(read).toBe("SecurityError");
    expect(await (await opened).textContent("body")).toContain("ORIGIN_REFUSED");
    await page.close();
  });

  it("had the cookie sent along by the browser, from the other port", async () => {
    const { page, answers } = await otherPage("127.0.0.1");
    await page.evaluate(
      (target) =>
        fetch(`${target}/`, { mode: "no-cors", credentials: "include" }).then(
          () => undefined,
          () => undefined,
        ),
      visited.server.url,
    );
    const cookies = await Promise.all(
      answers.map(async (answer) => (await answer.request().allHeaders()).cookie ?? ""),
    );
    expect(cookies.some((cookie) => cookie.includes("pincite"))).toBe(true);
    await page.close();
  });

  it("hands its server the cookie and no more: that is no session, and the person's own goes on", async () => {
    heard.length = 0;
    const { page } = await otherPage("127.0.0.1");
    expect(await page.evaluate((key) => localStorage.getItem(key), originHalf.kept)).toBeNull();
    await page.close();
    const { cookie = "" } = heard[0] ?? {};
    expect(cookie).toMatch(/pincite-\d+=/u);
    expect(heard.every((headers) => headers[originHalf.header] === undefined)).toBe(true);
    const transport = createConnectTransport({ baseUrl: visited.server.url, httpVersion: "1.1" });
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    const runs = createClient(OrchestratorService, transport);
    await expect(runs.createRun({ idempotencyKey: "stolen" }, { headers })).rejects.toMatchObject({
      code: Code.Unauthenticated,
    });
    await fetch(`${visited.server.url}/session/end`, { method: "POST", headers });
    const answer = visited.page.waitForResponse((one) => one.url().includes("/ListRuns"));
    await visited.page.reload();
    expect((await answer).status()).toBe(200);
    expect(await runCount()).toBe(0);
  });
});
