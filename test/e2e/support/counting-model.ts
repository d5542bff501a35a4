import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A model that counts so many tokens for whatever it is asked, and answers in no form that is taken; `endpoint` is where it is asked. */
export const startCountingModel = async (inputTokens: number, outputTokens: number) => {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const message = { role: "assistant", content: "No." };
      const usage = { prompt_tokens: inputTokens, completion_tokens: outputTokens };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }], usage }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
