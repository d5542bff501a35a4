import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { toConnectError } from "../error.ts";
import { limits } from "../limits.ts";
import { answerFault, requestFault } from "../refused-early.ts";
import type { Chain } from "./chain.ts";
import type { Protocol } from "./protocols.ts";
import { ReadRequest, type RequestParts } from "./read-request.ts";

/** What an exchange is made of. */
export interface ExchangeParts extends RequestParts {
  readonly protocol: Protocol;
  readonly chain: Chain;
}

/** One request and its answer on one stream, from the first byte of the body. */
export class Exchange extends ReadRequest<Uint8Array> {
  readonly #protocol: Protocol;
  readonly #chain: Chain;

  constructor({ protocol, chain, ...parts }: ExchangeParts) {
    super(parts);
    this.#protocol = protocol;
    this.#chain = chain;
  }

  protected async answer(body: Buffer): Promise<void> {
    const { input, output } = this.call.method;
    try {
      this.call.message = fromBinary(input, this.#protocol.messageIn(body));
    } catch (error) {
      this.refuse(requestFault(error instanceof ConnectError ? error : unreadable(error), input));
      return;
    }
    try {
      const { message } = await this.#chain(this.call);
      const bytes = encoded(() => toBinary(output, message));
      if (bytes instanceof ConnectError) this.refuse(bytes);
      else this.send(bytes);
    } catch (error) {
      // Every error of the chain has been mapped and logged on its way out.
      this.send(toConnectError(error));
    }
  }

  protected write(outcome: Uint8Array | ConnectError): void {
    this.#protocol.write(this.stream, { outcome, ...this.call.given });
  }
}

/** What bytes that are no message of the type are refused with, before they are explained. */
export const unreadable = (cause: unknown): ConnectError =>
  new ConnectError("parse binary", Code.Internal, undefined, undefined, cause);

/** The bytes of an answer, or what is wrong with it. */
export const encoded = (encode: () => Uint8Array): Uint8Array | ConnectError => {
  try {
    const bytes = encode();
    return bytes.length <= limits.messageBytesMax ? bytes : answerFault(new ConnectError("", Code.ResourceExhausted));
  } catch (error) {
    return answerFault(new ConnectError("serialize binary", Code.Internal, undefined, undefined, error));
  }
};
