interface KeysProblem {
  readonly place: string
  readonly kind: string
  readonly name: string
  readonly nearest?: string
  readonly more: number
}

const PROBLEMS: Readonly<Record<string, (name: string) => string>> = {
  json: name => `is not JSON (${name})`,
  shape: name => `"${name}" is not a list of bindings`,
  context: name => `there is no context "${name}"`,
  action: name => `there is no action "${name}"`,
  keys: name => `"${name}" is not a key`,
  reserved: name => `${name} cannot be bound: it always stops, leaves or sends`,
}

export const chatEn = {
  /** Of a first screen. */
  greeting: 'Type a task or a question and press Enter.',
  greetingKeys: ['? help', '/ commands', '@ files', '! shell', 'Shift-Tab permission mode'],
  examples: {
    test: (path: string) => `Try "what does ${path} check?"`,
    source: (path: string) => `Try "explain how ${path} works"`,
    text: (path: string) => `Try "summarize ${path}"`,
    empty: 'Try "write a script that renames my photos by date"',
  },
  moreRows: (count: number) => `${count} more rows`,
  shellHint: 'a command for your shell; Esc leaves',
  memoryHint: 'something to remember; Esc leaves',
  stashed: 'A text is aside · Ctrl-S brings it back',
  search: 'Search:',
  searchFailed: 'Not found:',
  searchHint: 'Esc takes it · Enter sends · Ctrl-R older · Ctrl-S newer · Ctrl-G back',
  thinking: (on: boolean): string =>
    on ? 'The model thinks before it answers' : 'The model answers without thinking first',
  noImage: 'There is no picture in the clipboard, or no program to read it with (wl-paste, xclip, pngpaste)',
  nothingToCopy: 'There is no answer to copy yet',
  copied: (characters: number, by: string) => `Copied ${characters} characters (${by})`,
  unknownView: (name: string) => `There is no view setting "${name}"`,
  keysProblem: ({ place, kind, name, nearest, more }: KeysProblem) =>
    `${place}: ${PROBLEMS[kind]?.(name) ?? name}${nearest === undefined ? '' : ` — ${nearest}?`}${more > 0 ? ` (and ${more} more)` : ''}`,
  demoBegins:
    'Demo: a small shop with a bug. A script plays the model; tools, questions, diff and tests are real. No account, no network.\nEnter sends the request below; keep pressing Ctrl-C to leave.',
  demoIsOver: 'That’s the end of the demo. /diff shows what changed; press Ctrl-C twice to leave.',
  remember: 'Remember where?',
  rememberProject: 'In this project, for everyone',
  rememberLocal: 'In this project, only for me',
  rememberUser: 'In all my projects',
  rememberHint: 'Enter choose · Esc back to the text',
}
