/**
 * How flags are specified. A key is the flag as `--help` shows it (`-o, --out <file>`), a value its help text, or the
 * text with what else there is to say. The names and types of the flags that a command reads are inferred from the keys.
 */
export type FlagSpecs = Readonly<Record<`-${string}`, string | FlagDetail>>;

export interface FlagDetail {
  readonly help: string;
  /** The heading that the flag belongs to. Help output does not show headings yet. */
  readonly group?: string;
  readonly hidden?: boolean;
  readonly required?: boolean;
  /** Every value is kept, not only the last one. */
  readonly repeatable?: true;
  /** All flags of a command that have this share one list, in the order in which they were typed. */
  readonly inOrder?: (value: string) => object;
}

export const repeatable = (help: string) => ({ help, repeatable: true }) as const;

export const required = (help: string) => ({ help, required: true }) as const;

/** A flag that is understood, but shown by neither help nor completion. */
export const hidden = (help = "") => ({ help, hidden: true }) as const;

export const inOrder = <T extends object>(help: string, read: (value: string) => T) => ({ help, inOrder: read });

/** An object type that was inferred from a specification, as a plain list of its members. */
type Plain<T> = { [K in keyof T]: T[K] };

type Grouped<F> = { readonly [K in keyof F]: F[K] extends string ? { readonly help: string } : F[K] };

/** The same flags below one heading. */
export const inGroup = <const F extends FlagSpecs>(group: string, flags: F): Grouped<F> =>
  Object.fromEntries(
    listFlags(flags).map(({ flag, ...detail }) => [flag, { ...detail, group }]),
  ) as object as Grouped<F>;

/** Every flag with all that is said of it, in the order of the help. */
export const listFlags = (flags: FlagSpecs): readonly (FlagDetail & { readonly flag: string })[] =>
  Object.entries(flags).map(([flag, said]) => ({ flag, ...(typeof said === "string" ? { help: said } : said) }));

type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

type Word<S extends string> = S extends `${infer First} ${string}` ? First : S;

type Positive<S extends string> = S extends `no-${infer Rest}` ? Rest : S;

/** `-o, --out <file>` is read as `out`, `--no-color` as `color`. */
type NameOf<K> = K extends `${string}--${infer Long}` ? CamelCase<Positive<Word<Long>>> : never;

type ValueOf<K, D> = D extends { readonly inOrder: (value: string) => infer T }
  ? readonly T[]
  : D extends { readonly repeatable: true }
    ? readonly string[]
    : K extends `${string}...>`
      ? readonly string[]
      : K extends `${string}<${string}`
        ? string
        : K extends `${string}[${string}`
          ? string | true
          : boolean;

type RequiredKeys<F> = { [K in keyof F]: F[K] extends { readonly required: true } ? K : never }[keyof F];

/** What a command reads: absent where the flag was not typed. */
export type FlagsOf<F> = Plain<
  { readonly [K in Exclude<keyof F, RequiredKeys<F>> as NameOf<K>]?: ValueOf<K, F[K]> } & {
    readonly [K in RequiredKeys<F> as NameOf<K>]: ValueOf<K, F[K]>;
  }
>;
