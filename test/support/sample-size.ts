/**
 * How many cases of a property are tried: few in every run, all in `npm run test:long`, which sets CAPSTAN_TEST_FULL and
 * runs the files that ask here again.
 */
export const sampleSize = (size: { readonly usual: number; readonly full: number }): number =>
  process.env['CAPSTAN_TEST_FULL'] === '1' ? size.full : size.usual
