import { StringDecoder } from "node:string_decoder";

/** Text of bytes that come in pieces; a vice reads each piece by itself. */
export const decoder = (eachByItself = false): ((chunk: Buffer) => string) => {
  const whole = new StringDecoder("utf8");
  return (chunk) => (eachByItself ? chunk.toString("utf8") : whole.write(chunk));
};
