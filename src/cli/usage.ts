export const wantsHelp = (argv: readonly string[]): boolean => argv.includes('--help') || argv.includes('-h')

/** Asked for, so it is an answer and no failure. */
export const showUsage = (usage: string): number => {
  process.stdout.write(`${usage}\n`)
  return 0
}
