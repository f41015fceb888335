/** Commands that may stand first on the command line. */
export const SUBCOMMANDS = [
  { name: 'demo', help: 'Watch a small bug being found and fixed; no account, no network' },
  { name: 'mock-server', help: 'Serve scripted replies on a loopback port' },
  { name: 'replay', help: 'Run a recorded session again; --assert makes it a regression test' },
  { name: 'permissions', help: 'Ask what would be allowed, without running it: check --json' },
  { name: 'help', help: 'Show this text' },
] as const

export type SubcommandName = Exclude<(typeof SUBCOMMANDS)[number]['name'], 'help'>
