/** Commands that may stand first on the command line. */
export const SUBCOMMANDS = [
  { name: 'demo', help: 'Watch a small bug being found and fixed; no account, no network' },
  { name: 'mock-server', help: 'Serve scripted replies on a loopback port' },
  { name: 'replay', help: 'Run a recorded session again; --assert makes it a regression test' },
  { name: 'permissions', help: 'What would be allowed, and why: explain, simulate, check' },
  { name: 'trust', help: 'See what a folder wants to run, and trust it: [dir], --list, --revoke' },
  { name: 'config', help: 'Read and change settings: get, set, unset, list' },
  { name: 'sessions', help: 'List, show, search, count, export, verify, scan, import and purge sessions' },
  { name: 'ledger', help: 'What was run, written, fetched and spent, and why; who changed a line' },
  { name: 'doctor', help: 'Is everything Capstan needs here in order? --fix puts right what it safely can' },
  { name: 'help', help: 'Show this text' },
] as const

export type SubcommandName = Exclude<(typeof SUBCOMMANDS)[number]['name'], 'help'>
