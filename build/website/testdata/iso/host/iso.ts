import { encode } from "@msgpack/msgpack";

export const hello: Uint8Array = encode("hello");
