// Small binary samples, valid in their formats, for image, audio and blob contents.

export const PIXEL_PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

// A WAV header with two silent samples.
export const SILENCE_WAV = Buffer.concat([
  Buffer.from("RIFF"),
  Buffer.from([0x28, 0, 0, 0]),
  Buffer.from("WAVEfmt "),
  Buffer.from([16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0]),
  Buffer.from("data"),
  Buffer.from([4, 0, 0, 0, 0, 0, 0, 0]),
]).toString("base64");

export const ICON = { src: `data:image/png;base64,${PIXEL_PNG}`, mimeType: "image/png", sizes: ["1x1"] };
