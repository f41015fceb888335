import { counted } from '../../../../lib/text/counted.ts'

interface KeysProblem {
  readonly place: string
  readonly kind: string
  readonly name: string
  readonly nearest?: string
  /** Of an action that does not exist here. */
  readonly reason?: keyof typeof NOT_HERE
  readonly more: number
}

const PROBLEMS: Readonly<Record<string, (name: string) => string>> = {
  json: name => `is not JSON (${name})`,
  shape: name => `"${name}" is not a list of bindings`,
  context: name => `there is no context "${name}"`,
  action: name => `there is no action "${name}"`,
  keys: name => `"${name}" is not a key`,
  reserved: name => `${name} can't be rebound: it always stops, exits or sends`,
}

const NOT_HERE = {
  selection: 'your terminal selects text itself',
}

interface ShareLine {
  readonly id: string
  readonly until: string
  readonly watchers: number
  /** When the first of them came. */
  readonly since: string
}

export const chatEn = {
  editorMark: '──── Your prompt goes below this line ────',
  /** Of a first screen. */
  greeting: 'Type a task or a question and press Enter.',
  greetingKeys: ['? help', '/ commands', '@ files', '! shell', 'Shift-Tab permission mode'],
  examples: {
    test: (path: string) => `Try "what does ${path} check?"`,
    source: (path: string) => `Try "explain how ${path} works"`,
    text: (path: string) => `Try "summarize ${path}"`,
    empty: 'Try "write a script that renames my photos by date"',
  },
  moreRows: (count: number) => counted(count, 'more row'),
  shellHint: 'shell command · Esc cancel',
  terminalLent: (program: string) => `${program} has the terminal · Ctrl-] twice ends it`,
  memoryHint: 'note to remember · Esc cancel',
  stashed: 'Draft stashed · Ctrl-S restore',
  search: 'Search:',
  searchFailed: 'Not found:',
  searchHint: 'Enter send · Esc use · Ctrl-R older · Ctrl-S newer · Alt-S scope · Ctrl-G cancel',
  thinking: (on: boolean): string => (on ? 'Thinking on' : 'Thinking off'),
  agentsStopped: (count: number) => `Stopped ${counted(count, 'background agent')}`,
  voiceIsOff: 'Voice input is off: /voice turns it on',
  noAgents: 'No background agent is running',
  autoMode: 'Auto mode: a model reviews what would otherwise ask you (Shift-Tab leaves it)',
  searchIn: { project: '', everywhere: 'all projects', session: 'this session' },
  noImage: 'No image in the clipboard, or no program to read it (wl-paste, xclip, pngpaste)',
  noImageFromAfar:
    'No image from here: over SSH, paste it on the page that /remote-control opens, or copy the file here and name it with @',
  linkOpened: 'Opened in your browser',
  nothingToCopy: 'No answer to copy yet',
  copied: (characters: number, by: string) => `Copied ${counted(characters, 'character')} (${by})`,
  colors: (choices: string) => `/color takes one of: ${choices}`,
  noColor: (name: string, choices: string) => `“${name}” isn’t one of the colors: ${choices}`,
  colorSet: (name: string) => `The color of this session is ${name}`,
  briefOn: 'Only messages sent with Brief are shown. /brief off shows everything',
  briefOff: 'Everything is shown',
  unknownView: (name: string) => `There is no view setting "${name}"`,
  keysProblem: ({ place, kind, name, nearest, reason, more }: KeysProblem) =>
    `${place}: ${reason ? `${name} does nothing here: ${NOT_HERE[reason]}` : (PROBLEMS[kind]?.(name) ?? name)}${nearest === undefined ? '' : ` — ${nearest}?`}${more > 0 ? ` (and ${more} more)` : ''}`,
  remoteOn: (url: string, link: string) =>
    `Remote control is on at ${url} (or run "capstan attach" in another terminal). Open this link to sign in; it works once:\n${link}\n/remote-control off stops it.`,
  remoteOff: 'Remote control is off',
  remoteWasOff: 'Remote control was not on',
  shareNotServed:
    'This session isn’t served from this terminal. Turn on /remote-control first, then /share again; on a server, use Share on its page',
  shareMade: (url: string, until: string) =>
    `Whoever opens this link can watch this session until ${until}, and can do nothing else:\n${url}\n/share list shows who watches; /share end ends the link.`,
  shareLine: ({ id, until, watchers, since }: ShareLine) =>
    `${id}  until ${until}  ${watchers === 0 ? 'nobody watching' : `${watchers} watching since ${since}`}`,
  shareNone: 'There are no links to watch this session',
  shareEnded: (count: number) => `Ended ${counted(count, 'link')}`,
  shareUnknown: (id: string) => `This session has no link “${id}”. /share list shows them`,
  demoBegins:
    'Demo: a small shop with a bug. A script plays the model; the tools, permission prompts, diff and tests are real. No account, no network.\nPress Enter to send the request below; press Ctrl-C twice to leave.',
  demoIsOver: 'That’s the end of the demo. /diff shows what changed; press Ctrl-C twice to leave.',
  remember: 'Remember where?',
  rememberProject: 'In this project, for everyone',
  rememberLocal: 'In this project, only for me',
  rememberUser: 'In all my projects',
  rememberHint: 'Enter choose · Esc back to the text',
}
