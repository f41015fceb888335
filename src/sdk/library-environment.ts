import type { Env } from '../protocol/host.ts'

/** What the program that uses the library was started with: the only place where the library looks at it. */
export const ownEnvironment = (): Env => process.env
