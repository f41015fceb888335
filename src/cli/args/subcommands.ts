/** Commands that may stand first on the command line. */
export const SUBCOMMANDS = [
  { name: 'demo', help: 'Watch Capstan find and fix a bug; no account, no network' },
  { name: 'mock-server', help: 'Serve scripted replies on a local port, for tests' },
  { name: 'replay', help: 'Replay a recorded run; --assert makes it a regression test' },
  { name: 'permissions', help: 'Show what would be allowed and why: explain, simulate, check' },
  { name: 'trust', help: 'Review what a folder wants to run, and trust it: [dir], --list, --revoke' },
  { name: 'config', help: 'Read and change settings: get, set, unset, list' },
  {
    name: 'agents',
    help: 'List agents, check their files, see and stop running ones: list, running, stop …',
  },
  { name: 'hooks', help: 'List hooks, try them on an input, follow what they did: list, test, trace' },
  { name: 'mcp', help: 'Add, list and remove MCP servers; serve as one' },
  { name: 'acp', help: 'Serve an editor over the Agent Client Protocol' },
  { name: 'sessions', help: 'List, show, search, export, pack, verify, scan, import and purge sessions' },
  { name: 'ledger', help: 'Show what was run, written, fetched and spent, and why; who changed a line' },
  { name: 'bisect', help: 'Find the turn of a session that broke something: [session] -- <command>' },
  { name: 'worktrees', help: 'List, merge and clean up worktrees: list, merge <name>, clean [name]' },
  { name: 'workflow', help: 'Run steps of agents and commands from a file: list, show, validate, run' },
  { name: 'jobs', help: 'Have jobs done by other machines: submit, list, logs, attach, results …' },
  { name: 'worker', help: 'Work for a fleet: take jobs from its queue, each in a sandbox' },
  { name: 'fleet', help: 'Set up a fleet of machines, and see how it is: init, status' },
  { name: 'eval', help: 'Measure on your own tasks: run, compare, report, list, check, init' },
  { name: 'review', help: 'Review a change; each finding is tried by a second agent: [base|range|#pr]' },
  { name: 'pr', help: 'Follow a pull request until its checks pass; --fix mends them: watch <url>' },
  { name: 'script', help: 'Run a script of tool calls, without a model: [options] file.js [args]' },
  { name: 'plugin', help: 'Install and manage plugins and marketplaces: install, list, update …' },
  { name: 'import', help: 'Bring over instructions, MCP servers, commands and agents of other tools' },
  { name: 'export-config', help: 'Write what is set up here for another tool: codex, opencode …' },
  {
    name: 'attach',
    help: 'Join a background session, or one of a server or terminal: [url] [session]',
  },
  { name: 'logs', help: 'Show the output of a background session or command: <id> [-f]' },
  { name: 'stop', help: 'Stop a background session or command: <id>' },
  { name: 'respawn', help: 'Start a background session or command again: <id>' },
  { name: 'rm', help: 'Remove an ended background session or command from the list: <id>' },
  { name: 'serve', help: 'Serve sessions on a local port, with a web page' },
  { name: 'auth', help: 'Sign in to a model provider, or see which key is used: login, status, logout' },
  { name: 'profile', help: 'List your profiles or make one: list, create <name>' },
  { name: 'models', help: 'List providers and their models: window, price, key found or not' },
  { name: 'doctor', help: 'Check the installation; --fix repairs what it safely can' },
  { name: 'update', help: 'Install the newest version; running sessions keep theirs' },
  { name: 'install', help: 'Install a version: latest, or one such as 1.2.3' },
  { name: 'install-links', help: 'Let capstan:// links open Capstan; --remove undoes it' },
  { name: 'open-link', help: 'Open a capstan:// link: its prompt is shown, never sent' },
  { name: 'auto-mode', help: 'Show or reset the rules of auto mode: config, defaults, reset' },
  { name: 'purge', help: 'Delete what is kept about a project: [directory], --dry-run, --all' },
  { name: 'project', help: 'The same as purge, as "project purge"' },
  { name: 'completion', help: 'Print completions for bash, zsh or fish, or the man page' },
  { name: 'help', help: 'Show this help' },
] as const

/**
 * Documented first words of other programs that this one has no command for: typed alone they are never a prompt.
 * What to use instead is in features/compatibility, which a test compares.
 */
export const ABSENT_SUBCOMMANDS: readonly string[] = [
  'daemon',
  'gateway',
  'remote-control',
  'self-hosted-runner',
  'setup-token',
  'ultrareview',
  'upgrade',
]

/** Other spellings. */
export const SUBCOMMAND_ALIASES: Readonly<Record<string, string>> = {
  plugins: 'plugin',
  workflows: 'workflow',
  kill: 'stop',
}

export type SubcommandName = Exclude<(typeof SUBCOMMANDS)[number]['name'], 'help'>
