/** A promise that is resolved from outside; Node 20 lacks Promise.withResolvers. */
export const deferred = <T = void>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } => {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};
