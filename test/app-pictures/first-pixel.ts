import { inflateSync } from "node:zlib";

/** The colour of a picture's upper left corner: whatever filter its first row has, nothing stands before the first pixel. */
export const firstPixel = (png: Uint8Array): readonly number[] => {
  const view = new DataView(png.buffer, png.byteOffset, png.length);
  const data: Uint8Array[] = [];
  for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (type === "IDAT") data.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  return [...inflateSync(Buffer.concat(data)).subarray(1, 4)];
};
