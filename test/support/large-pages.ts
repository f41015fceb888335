/**
 * To start a program a worker is copied, with all of its memory but what JavaScript's own heap holds; in large pages the
 * rest is copied in a third of the time. Workers take it out of their environment again (load-sources.mjs).
 */
export const setup = (): void => {
  process.env['GLIBC_TUNABLES'] ??= 'glibc.malloc.hugetlb=1'
}
