/** Whether this is `npm run test:long`, which sets CAPSTAN_TEST_FULL and runs the files that ask here again. */
export const IN_FULL = process.env['CAPSTAN_TEST_FULL'] === '1'

/** How many cases of a property are tried: few in every run, all in `npm run test:long`. */
export const sampleSize = (size: { readonly usual: number; readonly full: number }): number =>
  IN_FULL ? size.full : size.usual

/** Every so many-th of them in every run, all in `npm run test:long`. */
export const sampleOf = <T>(all: readonly T[], every: number): readonly T[] =>
  all.filter((_, at) => IN_FULL || at % every === 0)
