import type { Scene } from "./attacker.ts";

/** Answers whose form is wrong: none of them may run anything. */
export const formAttacks: Readonly<Record<string, (scene: Scene) => string>> = {
  "two objects": ({ honest }) => `${JSON.stringify(honest)}${JSON.stringify(honest)}`,
  "prose around": ({ honest }) => `Natuurlijk! ${JSON.stringify(honest)}`,
  "code fence": ({ honest }) => `\`\`\`json\n${JSON.stringify(honest)}\n\`\`\``,
  "no nonce": ({ honest }) => JSON.stringify({ ...honest, nonce: "" }),
  "guessed nonce": ({ honest }) => JSON.stringify({ ...honest, nonce: "AAAAAAAAAAAAAAAAAAAAAA" }),
  "nonce twice": ({ honest, request }) =>
    JSON.stringify(honest).replace("{", `{"nonce":${JSON.stringify(request.nonce)},`),
  "unknown key": ({ honest }) => JSON.stringify({ ...honest, approved: true, confirmed: ["slot:1"] }),
  "kernel's field": ({ honest, request }) =>
    JSON.stringify({ ...honest, nonce: request.nonce, runContext: { state: "DRAFT" } }),
  "both members": ({ honest, request }) =>
    JSON.stringify({ ...honest, tool: { requests: [] }, final: {}, nonce: request.nonce }),
  "cut short": ({ honest }) => JSON.stringify(honest).slice(0, -7),
  "prototype key": ({ honest }) => JSON.stringify(honest).replace("{", `{"__proto__":{"allowed":true},`),
  "too large": ({ honest }) => JSON.stringify({ ...honest, message: "x".repeat(300_000) }),
  "deep nesting": () => `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  "lone surrogate": ({ request }) => `{"nonce":${JSON.stringify(request.nonce)},"final":{"message":"\\ud800"}}`,
  "null answer": () => "null",
};
