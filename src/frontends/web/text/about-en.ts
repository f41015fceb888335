/** What a question is about, where its kind says it all. */
export const ABOUT = {
  create: 'Create a file',
  write: 'Change a file',
  read: 'Read a file',
  search: 'Search in a directory',
  network: 'Fetch a page',
  'web-search': 'Search the web',
} as const

const STATES: Readonly<Record<string, string>> = { aside: 'set aside' }

/** Of the view of a fleet. */
export const FLEET = {
  title: 'Fleet',
  nobody: 'No worker is there.',
  allow: 'Approve',
  deny: 'Decline',
  state: (state: string): string => STATES[state] ?? state,
  spent: (usd: string): string => `${usd} spent`,
  workerHead: ['Worker', 'Slots', 'Version', 'Platform', 'Labels'],
  jobHead: ['Job', 'Task', 'State', 'Worker', 'Cost', 'Note'],
}
