/** Whether this is `npm run test:long`, which sets CAPSTAN_TEST_FULL and runs the files that ask here again. */
export const IN_FULL = process.env['CAPSTAN_TEST_FULL'] === '1'

/** How many cases of a property are tried: few in every run, all in `npm run test:long`. */
export const sampleSize = (size: { readonly usual: number; readonly full: number }): number =>
  IN_FULL ? size.full : size.usual
