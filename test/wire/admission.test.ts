import { request as httpRequest } from "node:http";
import { connect, type OutgoingHttpHeaders } from "node:http2";
import { Code, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Health } from "../../gen/grpc/health/v1/health_pb.ts";
import { ServerReflection } from "../../gen/grpc/reflection/v1/reflection_pb.ts";
import { DomainError } from "../../src/error.ts";
import { admit, byToken } from "../../src/wire/admission.ts";
import { fromConnectError } from "../../src/wire/client.ts";
import { silentLog } from "../../src/wire/log.ts";
import { type RunningServer, startServer } from "../../src/wire/server.ts";
import { EchoService, echoClient, echoRoutes } from "./echo-service.ts";

const token = "a-token-of-forty-three-signs-for-these-tests";
const file = "/home/somebody/.config/pincite/token";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    ...{ host: "127.0.0.1", port: 0, log: silentLog, routes: echoRoutes() },
    authenticate: byToken((given) => given === token, file),
  });
});
afterAll(() => server.stop());

const transports = {
  gRPC: () => createGrpcTransport({ baseUrl: server.url }),
  "gRPC-Web": () => createGrpcWebTransport({ baseUrl: server.url, httpVersion: "1.1" }),
  Connect: () => createConnectTransport({ baseUrl: server.url, httpVersion: "2", useBinaryFormat: true }),
};
const said = (headers: Record<string, string>, name: keyof typeof transports = "gRPC") =>
  echoClient(transports[name]()).say({ text: "hallo" }, { headers });
const bearer = { authorization: `Bearer ${token}` };

describe.each(Object.keys(transports) as (keyof typeof transports)[])("a call over %s", (name) => {
  it("is answered when the token comes along", async () => {
    expect((await said(bearer, name)).text).toBe("hallo");
    expect((await said({ authorization: `bearer  ${token}` }, name)).text).toBe("hallo");
  });

  it.each([{}, { authorization: "Bearer" }, { authorization: token }, { authorization: "Bearer wrong-token" }])(
    "is UNAUTHENTICATED with %o, and told where the token lies",
    async (headers) => {
      const failed = await said(headers, name).catch((error: unknown) => error);
      expect(failed).toMatchObject({ code: Code.Unauthenticated });
      expect(fromConnectError(failed)).toMatchObject({ reason: "UNAUTHENTICATED", facts: { tokenFile: file } });
      expect(fromConnectError(failed).message).toContain("pincite token");
    },
  );

  it.each([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://127.0.0.1:1" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("of another origin is refused outright, token or not: %o", async (headers) => {
    await expect(said({ ...bearer, ...headers }, name)).rejects.toMatchObject({ code: Code.PermissionDenied });
    await expect(said(headers, name)).rejects.toMatchObject({ code: Code.PermissionDenied });
  });

  it("of the server's own page is answered", async () => {
    const own = { origin: server.url, "sec-fetch-site": "same-origin" };
    expect((await said({ ...bearer, ...own }, name)).text).toBe("hallo");
  });
});

describe("what stays open", () => {
  it("is health and reflection, for probes and for `buf curl --list-services`", async () => {
    expect(await createClient(Health, transports.gRPC()).check({})).toMatchObject({ status: 1 });
    async function* ask() {
      yield { messageRequest: { case: "listServices" as const, value: "" } };
    }
    const answers = [];
    for await (const answer of createClient(ServerReflection, transports.gRPC()).serverReflectionInfo(ask()))
      answers.push(answer.messageResponse.case);
    expect(answers).toEqual(["listServicesResponse"]);
  });

  it("gives what the details of errors are made of, by reflection", async () => {
    const names = ["google.rpc.Status", "google.rpc.BadRequest", "google.rpc.Code"];
    async function* ask() {
      for (const value of names) yield { messageRequest: { case: "fileContainingSymbol" as const, value } };
    }
    const answers = [];
    for await (const answer of createClient(ServerReflection, transports.gRPC()).serverReflectionInfo(ask()))
      answers.push(answer.messageResponse.case);
    expect(answers).toEqual(names.map(() => "fileDescriptorResponse"));
  });

  it("is not open to a page of another origin", async () => {
    const headers = { origin: "https://evil.example" };
    await expect(createClient(Health, transports.gRPC()).check({}, { headers })).rejects.toMatchObject({
      code: Code.PermissionDenied,
    });
  });

  it("is no path that only looks like it", () => {
    const arrival = (path: string) => ({ method: "POST", path, headers: { host: "localhost" } });
    const nobody = () => ({ by: "token" as const });
    expect(admit(arrival("/grpc.health.v1.Health/Check"), nobody)).toEqual({ by: "none" });
    for (const path of ["/grpc.health.v1", "/grpc.healthy.v1.Health/Check", "/x/grpc.health.v1.Health/Check"])
      expect(admit(arrival(path), nobody)).toEqual({ by: "token" });
  });
});

describe("what the head of a call says of its size and deadline", () => {
  const path = `/${EchoService.typeName}/Say`;
  const nobody = () => ({ by: "token" as const });
  const verdict = (headers: Record<string, string>, takesOne = true) =>
    admit({ method: "POST", path, headers: { host: "localhost", ...headers }, takesOne }, nobody);

  it.each([
    [{ "connect-timeout-ms": "soon" }, "REQUEST_INVALID"],
    [{ "connect-timeout-ms": "-1" }, "REQUEST_INVALID"],
    [{ "content-type": "application/grpc-web+proto", "grpc-timeout": "5 minutes" }, "REQUEST_INVALID"],
    [{ "content-length": "4194310" }, "LIMIT_EXCEEDED"],
  ])("is refused before anything is read: %o", (headers, reason) => {
    expect(verdict(headers)).toMatchObject({ reason });
  });

  it("is taken where a stream is long, a message as large as it may be, and a deadline far away or past", () => {
    for (const [headers, takesOne] of [
      [{ "content-length": "9000000" }, false],
      [{ "content-length": "4194309" }, true],
      [{ "connect-timeout-ms": "9999999999" }, true],
      [{ "content-type": "application/grpc", "grpc-timeout": "0m" }, true],
    ] as [Record<string, string>, boolean][])
      expect(verdict(headers, takesOne)).toEqual({ by: "token" });
  });

  it("is refused in each protocol with its reason, although nothing of the body came", async () => {
    for (const name of Object.keys(transports) as (keyof typeof transports)[]) {
      const header = name === "Connect" ? "connect-timeout-ms" : "grpc-timeout";
      const failed = await said({ ...bearer, [header]: "soon" }, name).catch((error: unknown) => error);
      expect(fromConnectError(failed)).toMatchObject({ reason: "REQUEST_INVALID" });
      expect(fromConnectError(failed).message).toContain("deadline");
    }
  });
});

describe("a path that is no call", () => {
  const got = (path: string, headers: OutgoingHttpHeaders) =>
    new Promise<number>((resolve, reject) => {
      const asked = httpRequest(`${server.url}${path}`, { headers }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode ?? 0));
      });
      asked.on("error", reject).end();
    });

  it("goes through the same guards", async () => {
    expect(await got("/page", bearer)).toBe(404);
    expect(await got("/page", {})).toBe(401);
    expect(await got("/page", { ...bearer, origin: "https://evil.example" })).toBe(403);
    expect(await got("/page", { ...bearer, host: "evil.example" })).toBe(403);
  });
});

describe("a request that says it never left the process", () => {
  it("is asked for the token like any other", async () => {
    const session = connect(server.url);
    const status = await new Promise((resolve, reject) => {
      const stream = session.request({
        ":method": "POST",
        ":scheme": "https",
        ":authority": "in-memory",
        ":path": `/${EchoService.typeName}/Say`,
        "content-type": "application/grpc+proto",
      });
      stream.on("response", (head) => resolve(head[":status"])).on("error", reject);
      stream.resume().end(Buffer.alloc(5));
    });
    session.close();
    expect(status).toBe(403);
  });
});

// Whoever signed in has the rights of a person: without one, the call would be taken for the account's own.
it("takes no sign-in without its person, and no person by another way", () => {
  const arrival = { method: "POST", path: "/pincite.run.v1.RunService/GetRun", headers: { host: "localhost" } };
  const person = {
    issuer: "https://login.example",
    subject: "noor",
    rights: new Set<never>(),
    everywhere: new Set<never>(),
    groups: new Set<string>(),
  };
  expect(admit(arrival, () => ({ by: "signed-in" }))).toMatchObject({ reason: "INTERNAL" });
  expect(admit(arrival, () => ({ by: "token", person }))).toMatchObject({ reason: "INTERNAL" });
  expect(admit(arrival, () => ({ by: "signed-in", person }))).toEqual({ by: "signed-in", person });
});

describe("a server whose page browsers have under another name", () => {
  const pageAt = "https://pincite.firm.example";
  const nobody = () => ({ by: "token" as const });
  const step = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  const asked = (headers: Record<string, string>, path = "/run/run-1", method = "GET", at: string | null = pageAt) => {
    const verdict = admit(
      { method, path, headers: { host: "pincite.firm.example", ...headers } },
      nobody,
      at ?? undefined,
    );
    return verdict instanceof DomainError ? verdict.reason : verdict.by;
  };

  it("takes that name and its origin, and no other, beside this machine's", () => {
    expect(asked({})).toBe("token");
    expect(asked({ host: "PINCITE.firm.example" })).toBe("token");
    expect(asked({ host: "127.0.0.1:7611" })).toBe("token");
    for (const host of ["evil.example", "pincite.firm.example.evil.example", "pincite.firm.example:8443", ""])
      expect(asked({ host })).toBe("HOST_REFUSED");
    expect(asked({ origin: pageAt, "sec-fetch-site": "same-origin" }, "/x/y", "POST")).toBe("token");
    for (const origin of ["https://evil.example", `${pageAt}.evil.example`, "null"])
      expect(asked({ origin }, "/x/y", "POST")).toBe("ORIGIN_REFUSED");
    expect(asked({}, "/x/y", "POST", null)).toBe("HOST_REFUSED");
  });

  it("lets a link of another site lead to its pages and back from a sign-in, and to nothing that is called", () => {
    for (const path of ["/", "/run/run-1", "/vault/a", "/verify", "/sign-in/return"])
      expect(asked(step, path)).toBe("token");
    for (const path of ["/sign-in/begin", "/session/end", "/pincite.run.v1.RunService/GetRun", "/assets/a.js"])
      expect(asked(step, path)).toBe("ORIGIN_REFUSED");
    expect(asked(step, "/run/run-1", "POST")).toBe("ORIGIN_REFUSED");
    expect(asked({ ...step, "sec-fetch-dest": "iframe" })).toBe("ORIGIN_REFUSED");
    expect(asked({ ...step, "sec-fetch-mode": "no-cors" })).toBe("ORIGIN_REFUSED");
    // Without such a page nobody steps in but by an address of `pincite page`.
    expect(asked({ ...step, host: "localhost" }, "/run/run-1", "GET", null)).toBe("ORIGIN_REFUSED");
  });
});
