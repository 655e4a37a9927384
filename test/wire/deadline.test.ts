import { describe, expect, test } from "vitest";
import { type Clock, type Stretch, startDeadline } from "../../src/wire/deadline.ts";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock of its own: time passes when the test says so, and stands still for us when it says that, too. */
class TestClock implements Clock {
  #now = 0;
  readonly #timers = new Set<Timer>();
  readonly #immediates = new Set<() => void>();
  /** What there is to read when the loop comes to that. */
  onInput: () => void = () => {};

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  afterInput(callback: () => void): () => void {
    this.#immediates.add(callback);
    return () => void this.#immediates.delete(callback);
  }

  /** Lets time pass in small steps, as on an idle machine. */
  pass(ms: number): void {
    for (const end = this.#now + ms; this.#now < end; ) {
      this.#now += Math.min(1, end - this.#now);
      this.#turn();
    }
  }

  /** Time goes on, and the loop sees it only afterwards. */
  stall(ms: number): void {
    this.#now += ms;
    this.#turn();
  }

  #turn(): void {
    for (const timer of [...this.#timers].filter(({ at }) => at <= this.#now)) {
      this.#timers.delete(timer);
      timer.callback();
    }
    this.onInput();
    for (const callback of [...this.#immediates]) {
      this.#immediates.delete(callback);
      callback();
    }
  }
}

const start = (ms: number, stretch?: Stretch) => {
  const clock = new TestClock();
  let over = false;
  const deadline = startDeadline(
    ms,
    () => {
      over = true;
    },
    stretch,
    clock,
  );
  return { clock, deadline, isOver: () => over };
};

describe("a deadline", () => {
  test("is over after its time on an idle machine", () => {
    const { clock, isOver } = start(600);
    clock.pass(590);
    expect(isOver()).toBe(false);
    clock.pass(12);
    expect(isOver()).toBe(true);
  });

  test("does not count the time in which we stood still", () => {
    const { clock, isOver } = start(600);
    clock.pass(150);
    clock.stall(60_000);
    expect(isOver()).toBe(false);
    clock.pass(300);
    expect(isOver()).toBe(false);
    clock.pass(200);
    expect(isOver()).toBe(true);
  });

  test("gives another moment when we stood still at its very end", () => {
    const { clock, isOver } = start(600);
    clock.pass(595);
    clock.stall(5_000);
    expect(isOver()).toBe(false);
    clock.pass(120);
    expect(isOver()).toBe(true);
  });

  test("ends although every moment of it is slow", () => {
    const { clock, isOver } = start(600);
    for (let turn = 0; turn < 10; turn += 1) clock.stall(3_000);
    expect(isOver()).toBe(true);
  });

  test("lets what has arrived be read before it is over", () => {
    const { clock, deadline, isOver } = start(600);
    clock.pass(590);
    clock.onInput = () => deadline.cancel();
    clock.pass(60);
    expect(isOver()).toBe(false);
  });

  test("begins anew, also at the last moment", () => {
    const { clock, deadline, isOver } = start(600);
    clock.pass(500);
    deadline.restart();
    clock.pass(500);
    expect(isOver()).toBe(false);
    clock.onInput = () => {
      clock.onInput = () => {};
      deadline.restart();
    };
    clock.pass(599);
    expect(isOver()).toBe(false);
    clock.pass(4);
    expect(isOver()).toBe(true);
  });

  test("is stretched by what is known when its time is over", () => {
    let slowest = 0;
    const { clock, isOver } = start(600, (ms) => ms + slowest);
    clock.pass(500);
    slowest = 300;
    clock.pass(380);
    expect(isOver()).toBe(false);
    clock.pass(30);
    expect(isOver()).toBe(true);
  });

  test("that was cancelled is never over", () => {
    const { clock, deadline, isOver } = start(600);
    clock.pass(400);
    deadline.cancel();
    clock.pass(10_000);
    expect(isOver()).toBe(false);
  });
});
