import { namesByHeading } from "./heading-names.ts";
import type { KnownLaw } from "./known-law.ts";
import type { NamedLaw } from "./spelled-names.ts";

/** Every name of every law, its own before those that its heading only describes it by. */
export function* namedLaws(laws: readonly KnownLaw[]): Generator<NamedLaw> {
  for (const law of laws)
    for (const name of [law.short, law.long, ...law.names])
      if (!law.among || name === law.long) yield { name, law, isOwn: true };
  for (const law of laws) for (const name of namesByHeading(law.heading ?? "")) yield { name, law, isOwn: false };
}
