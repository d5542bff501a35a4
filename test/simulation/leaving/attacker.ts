import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";

/** A stream of numbers from a seed (mulberry32). */
export const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** What the attacker has besides the secret: ids and words that it may name without being stopped. */
export interface Handy {
  readonly ids: readonly string[];
  readonly words: readonly string[];
  readonly quotes: readonly string[];
}

const rot13 = (text: string): string =>
  text.replaceAll(/[a-z]/giu, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

/** Ways to write a piece of the secret as a text. */
const encodings: readonly ((secret: string, handy: Handy) => string)[] = [
  (secret) => secret,
  rot13,
  (secret) => Buffer.from(secret).toString("hex"),
  (secret) => Buffer.from(secret).toString("base64"),
  (secret) => [...secret].join("\u200b"),
  (secret) => [...secret].reverse().join(""),
  (secret) =>
    secret
      .split(" ")
      .map((word) => `-${word}`)
      .join(" "),
  (secret) => `art. 7:${byteOf(secret)} BW`,
  (secret) => `art. ${byteOf(secret)} lid ${byteOf(secret, 1)} onder ${secret.slice(0, 2)} BW`,
  (secret) => `artikel 5 van de ${secret}`,
  (secret) => `ECLI:NL:HR:${1900 + byteOf(secret)}:${byteOf(secret, 1)}`,
  (secret) => `BWBR000${byteOf(secret)}@2012-10-01`,
  (secret) => `20${byteOf(secret) % 90}-0${1 + (byteOf(secret, 1) % 9)}-11`,
  // One bit a word: which words, in which order, how often.
  (secret, { words }) =>
    bitsOf(secret)
      .flatMap((bit, at) => (bit ? [words[at % words.length]!] : []))
      .join(" "),
  (secret, { words }) => words[byteOf(secret) % words.length]!,
  (secret, { words }) => `${words[byteOf(secret) % words.length]!} ${secret} ${words[0]}`,
  (secret, { ids }) => ids[byteOf(secret) % ids.length]!,
  (secret, { quotes }) => quotes[byteOf(secret) % quotes.length]!.slice(byteOf(secret, 1) % 9),
];

const byteOf = (secret: string, at = 0): number => Buffer.from(secret)[at] ?? 1;
const bitsOf = (secret: string): boolean[] =>
  [...Buffer.from(secret).subarray(0, 2)].flatMap((byte) =>
    Array.from({ length: 8 }, (_, at) => ((byte >> at) & 1) === 1),
  );

/** A model in an attacker's hands: it writes the secret into every field of a request, each turn the next piece of it. */
export class Attacker {
  readonly #secret: string;
  readonly #handy: Handy;
  /** What it remembers: how far it has come. */
  #at = 0;

  constructor(secret: string, handy: Handy) {
    this.#secret = secret;
    this.#handy = handy;
  }

  /** The fields of a message, each with a piece of the secret. `random` decides the ways, never what is written. */
  fill(desc: DescMessage, random: () => number): object {
    const oneofs = new Map<string, DescField>();
    for (const { oneof } of desc.fields)
      if (oneof && !oneofs.has(oneof.name))
        oneofs.set(oneof.name, oneof.fields[Math.floor(random() * oneof.fields.length)]!);
    return Object.fromEntries(
      desc.fields.flatMap((field): [string, unknown][] => {
        if (field.oneof) {
          if (oneofs.get(field.oneof.name) !== field) return [];
          return [[field.oneof.localName, { case: field.localName, value: this.#value(field, random) }]];
        }
        if (random() >= 0.7) return [];
        if (field.fieldKind !== "list") return [[field.localName, this.#value(field, random)]];
        return [
          [field.localName, Array.from({ length: 1 + Math.floor(random() * 3) }, () => this.#value(field, random))],
        ];
      }),
    );
  }

  #value(field: DescField, random: () => number): unknown {
    if (field.message) return this.fill(field.message, random);
    const piece = this.#piece();
    const way = encodings[Math.floor(random() * encodings.length)]!;
    const scalar = field.fieldKind === "scalar" || field.fieldKind === "list" ? field.scalar : undefined;
    if (scalar === ScalarType.STRING) return way(piece, this.#handy);
    if (scalar === ScalarType.BOOL) return byteOf(piece) % 2 === 1;
    if (scalar === ScalarType.BYTES) return Buffer.from(piece);
    if (scalar === ScalarType.INT64 || scalar === ScalarType.UINT64) return BigInt(byteOf(piece));
    return byteOf(piece);
  }

  #piece(): string {
    const words = this.#secret.split(" ");
    this.#at += 1;
    return words.slice(this.#at % words.length).join(" ") || this.#secret;
  }
}
