import { ExitError } from '../exit-error.ts'

const USAGE = 'Usage: capstan permissions check --json   (one request per line on standard input)'

/** `capstan permissions …`: what would be allowed, without running anything. */
export const permissions = async (argv: readonly string[]): Promise<number> => {
  const [name, ...rest] = argv
  if (name !== 'check' || rest.length !== 1 || rest[0] !== '--json') throw new ExitError(2, USAGE)
  const { check } = await import('./check.ts')
  for await (const answer of check(process.stdin))
    if (!process.stdout.write(answer))
      await new Promise<void>(resolve => process.stdout.once('drain', resolve))
  return 0
}
