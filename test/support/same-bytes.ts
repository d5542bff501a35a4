import { expect } from "vitest";

/** The same bytes are equal by one comparison; element by element four megabytes take two seconds. Others are left to `expect`, which tells them apart. */
const sameBytes = (a: unknown, b: unknown): true | undefined =>
  a instanceof Uint8Array && b instanceof Uint8Array && a.constructor === b.constructor && Buffer.compare(a, b) === 0
    ? true
    : undefined;

expect.addEqualityTesters([sameBytes]);
