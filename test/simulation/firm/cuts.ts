import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";

/** Where a connection is cut: before the database hears of a commit, or once it has done it and before it has said so. */
export type Cut = "request" | "answer";

/** A way to a database on which commits can be cut off. */
export interface CutWay {
  /** The database's address by this way. */
  readonly address: string;
  /** How often a commit was cut off so far, of each kind. */
  readonly counts: Readonly<Record<Cut, number>>;
  /** Cuts the next commit that comes by; false where none came within so many milliseconds. */
  next(cut: Cut, withinMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/** A cut that waits for a commit. */
interface Due {
  readonly cut: Cut;
  readonly done: () => void;
}

/**
 * A socket in `folder` before that of the database at `address`, which passes everything on and knows of it what the protocol tells: where messages
 * end, which of them make something durable, and which answer belongs to them (https://www.postgresql.org/docs/15/protocol-message-formats.html).
 */
export const openCutWay = async (address: string, folder: string): Promise<CutWay> => {
  const near = new URL(address);
  const socket = join(near.searchParams.get("host") ?? "", ".s.PGSQL.5432");
  const due: Due[] = [];
  const counts = { request: 0, answer: 0 };
  const taken = (): Cut | undefined => {
    const one = due.shift();
    if (!one) return undefined;
    counts[one.cut]++;
    one.done();
    return one.cut;
  };
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(socket);
    for (const end of [client, database]) {
      open.add(end);
      end.on("close", () => open.delete(end));
    }
    passOn(client, database, taken);
  });
  await new Promise<void>((resolve) => server.listen(join(folder, ".s.PGSQL.5432"), resolve));
  near.searchParams.set("host", folder);
  return {
    address: near.href,
    counts,
    next: (cut, withinMs) => waited(due, cut, withinMs),
    close: () => closed(server, open),
  };
};

const waited = (due: Due[], cut: Cut, withinMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const one: Due = {
      cut,
      done: () => {
        clearTimeout(late);
        resolve(true);
      },
    };
    const late = setTimeout(() => {
      due.splice(due.indexOf(one), 1);
      resolve(false);
    }, withinMs);
    due.push(one);
  });

const closed = async (server: Server, open: ReadonlySet<Socket>): Promise<void> => {
  for (const socket of open) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
};

/** What a client said and waits to be answered: each ends with the database being ready for the next. */
interface Asked {
  readonly isCut: boolean;
}

/** Passes on what both say, and cuts both off at a commit that `taken` names a cut for. */
const passOn = (client: Socket, database: Socket, taken: () => Cut | undefined): void => {
  const end = (): void => {
    client.destroy();
    database.destroy();
  };
  for (const socket of [client, database]) {
    socket.on("error", end);
    socket.on("close", end);
  }
  const asked: Asked[] = [];
  const transaction = new Transaction();
  const heard = new Frames(true);
  client.on("data", (piece) => {
    for (const frame of heard.of(piece)) {
      const isAsked = frame.type === "Q" || frame.type === "S";
      const cut = transaction.commits(frame) ? taken() : undefined;
      if (cut === "request") return end();
      if (isAsked) asked.push({ isCut: cut === "answer" });
      database.write(frame.bytes);
    }
  });
  // The answer to a client's first message has no asking of its own.
  asked.push({ isCut: false });
  const answered = new Frames(false);
  database.on("data", (piece) => {
    for (const frame of answered.of(piece)) {
      const isReady = frame.type === "Z";
      if (asked[0]?.isCut) {
        // It is ready for the next, so it is done with this.
        if (isReady) return end();
        continue;
      }
      client.write(frame.bytes);
      if (isReady) asked.shift();
    }
  });
};

interface Frame {
  /** One letter; "" for the first message of a client, which has none. */
  readonly type: string;
  readonly body: Buffer;
  readonly bytes: Buffer;
}

/** Messages in what comes in pieces: a letter, a length that counts itself, and a body. */
class Frames {
  #held: Buffer = Buffer.alloc(0);
  #isFirst: boolean;

  /** `beginsBare`: the first one has no letter. */
  constructor(beginsBare: boolean) {
    this.#isFirst = beginsBare;
  }

  *of(piece: Buffer): Generator<Frame> {
    this.#held = Buffer.concat([this.#held, piece]);
    for (;;) {
      const letter = this.#isFirst ? 0 : 1;
      if (this.#held.length < letter + 4) return;
      const end = letter + this.#held.readInt32BE(letter);
      if (this.#held.length < end) return;
      const bytes = this.#held.subarray(0, end);
      this.#held = this.#held.subarray(end);
      this.#isFirst = false;
      yield { type: bytes.toString("latin1", 0, letter), body: bytes.subarray(letter + 4), bytes };
    }
  }
}

const changes = /\b(INSERT|UPDATE|DELETE)\b/;

/** Which message of a client makes what it changed durable: the one that ends a statement of its own, or a COMMIT. */
class Transaction {
  #isOpen = false;
  #hasChanged = false;

  commits({ type, body }: Frame): boolean {
    const text = body.toString("latin1");
    if (type === "P") this.#hasChanged ||= changes.test(text);
    if (type === "Q" && text.startsWith("BEGIN")) this.#isOpen = true;
    const ends = type === "Q" ? /^(COMMIT|ROLLBACK)/.test(text) : type === "S" && !this.#isOpen;
    if (!ends) return false;
    const makesDurable = this.#hasChanged && !text.startsWith("ROLLBACK");
    this.#isOpen = false;
    this.#hasChanged = false;
    return makesDurable;
  }
}
