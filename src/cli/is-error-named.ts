/**
 * Whether it is the error class of that name, whichever copy of the class made it: what the build puts into a file of its
 * own (scripts/merge-first.mjs) has its own.
 */
export const isErrorNamed = <T extends Error>(error: unknown, name: T['name']): error is T =>
  error instanceof Error && error.name === name
