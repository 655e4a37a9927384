/** Every server has an address of 127.0.0.0/8 of its own, because politeness counts by address. 127.0.0.x is left to others. */
const FIRST = 1 << 8;

export const MOST_SERVERS = (1 << 24) - FIRST - 1;

export const addressOf = (index) => {
  const number = FIRST + index;
  return `127.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
};

export const indexOf = (address) => {
  const [, high = 0, middle = 0, low = 0] = address.split(".").map(Number);
  return high * 65_536 + middle * 256 + low - FIRST;
};
