/** What a question is about, where its kind says it all. */
export const ABOUT = {
  create: 'Create a file',
  write: 'Change a file',
  read: 'Read a file',
  search: 'Search in a directory',
  network: 'Fetch a page',
  'web-search': 'Search the web',
} as const
