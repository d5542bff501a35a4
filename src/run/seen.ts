/** What looks see in evidence, for those who choose it: they see the same, or they would choose what a look then names. */

/** What the kernel writes for a claim that says what the answered letter states: other words are a person's. */
export { assertionClaim } from "./build/answer-claims.ts";
export { answeredLetters } from "./build/named-letters.ts";
export { authorOf } from "./looks/source.ts";
export { asksForView } from "./looks/template.ts";
