import { inEnglish, type Localize } from '../../../protocol/messages/localized-text.ts'
import type { Danger, PermissionMode, RequestAbout } from '../../../protocol/permission.ts'
import type { ToolState } from '../state/row.ts'
import { shortCount } from '../state/short-count.ts'
import { ABOUT, FLEET } from './about-en.ts'

const some = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

export const en = {
  language: 'en',

  // Sign-in and connection
  signInTitle: 'Sign in',
  signInText:
    'This browser isn’t signed in to Capstan. On the machine where Capstan runs, get a new link with:',
  signInThen: 'Open the link it prints in this browser. Each link works once.',
  notify: { on: 'Notify me here', off: 'Stop notifying me', denied: 'This browser blocks notifications.' },
  connecting: 'Connecting …',
  lost: 'Connection lost. Reconnecting …',
  closed: 'This session was closed.',
  reopen: 'Open again',
  retryNow: 'Try now',
  offline: 'Can’t reach the server.',
  cannotOpen: 'Can’t open this session',
  openCopy: 'Open a copy',
  takeOver: 'Take it over',
  attachBy: 'To attach to it, run in a terminal:',
  attachShared: 'To attach to it, type /remote-control there, then run in a terminal:',

  // Evaluations
  evals: 'Evaluations',
  noEvals: 'No runs of “capstan eval” yet.',
  evalRunning: 'running',
  evalCurrent: 'Running now',
  evalFailures: 'Why they failed',
  evalComparisons: 'Compared',
  fleet: FLEET,

  // Sessions
  sessions: 'Sessions',
  skip: 'Skip to the prompt',
  allSessions: 'All sessions',
  searchSessions: 'Search sessions',
  newSession: 'New session',
  noSessions: 'No sessions yet. Start one above.',
  noMatch: 'No matches',
  noneOpen: 'Choose a session, or start a new one.',
  untitled: 'Untitled',
  open: 'Open',
  earlier: 'Earlier',
  works: 'Working',
  waits: 'Waiting for you',
  idle: 'Idle',
  elsewhere: 'Open in another program',
  memberOf: (name: string, team: string) => `member ${name} of ${team}`,
  folder: 'Folder',
  folderHint: 'A full path on the machine where Capstan runs.',
  start: 'Start',
  cancel: 'Cancel',
  close: 'Close',
  rename: 'Rename session',
  renamePrompt: 'New name',
  closeSession: 'Close session',
  exportSession: 'Export session',
  exported: (name: string) => `Saved as ${name}, without secrets. Review it before sharing.`,
  deleteSession: 'Delete session',
  deleteTitle: 'Delete this session?',
  deleteText:
    'The conversation is deleted with its file history, agents and tasks. Files in your project stay as they are. This can’t be undone.',
  deleteIt: 'Delete',
  deleted: 'Session deleted.',
  noDelete:
    'This server doesn’t let browsers delete sessions. Start it with --allow-settings, or run this on its machine:',
  startIn: (folder: string) => `Start a new session in ${folder}`,
  newLink: 'Sign in another device',
  newLinkText: 'Open this link on the other device. It works once and for ten minutes.',
  copy: 'Copy',
  copied: 'Copied',
  copyLocation: (place: string) => `Copy ${place}`,
  openLocation: (place: string) => `Open ${place}`,
  copiedPlace: (place: string) => `Copied ${place}`,
  editorSelected: (lines: number, file: string) => `${some(lines, 'line')} selected in ${file}`,
  share: 'Share a link to watch',
  shareText: 'Whoever opens the link can read this session as it goes on, and can do nothing else.',
  shareFor: 'Valid for',
  shareHours: (hours: number) => (hours < 24 ? some(hours, 'hour') : some(hours / 24, 'day')),
  shareMake: 'Create link',
  shareEnd: 'End link',
  watching: (count: number) => `${count} watching`,
  since: (when: string) => `since ${when}`,
  watchUntil: (when: string) => `Valid until ${when}.`,
  onlyWatching: 'You are watching. You can’t send or change anything.',
  watchEndedTitle: 'This link has ended',
  watchEnded: 'Ask whoever sent it for a new one.',
  dateTime: (iso: string) => new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' }),
  following: (count: number) => `${some(count, 'screen')} on this session`,
  ago: (ms: number): string => {
    const minutes = Math.floor(ms / 60_000)
    if (minutes < 1) return 'just now'
    if (minutes < 60) return `${minutes} min ago`
    const hours = Math.floor(minutes / 60)
    if (hours < 24) return `${hours} h ago`
    return `${some(Math.floor(hours / 24), 'day')} ago`
  },

  // Transcript
  transcript: 'Conversation',
  you: 'You',
  task: 'Task',
  by: (name: string) => `You · ${name}`,
  thinking: 'Thinking',
  thought: 'Thought process',
  showMore: 'Show more',
  showLess: 'Show less',
  lines: (count: number) => some(count, 'line'),
  groupRead: (count: number) => `read ${some(count, 'file')}`,
  groupSearched: (count: number) => `searched for ${some(count, 'pattern')}`,
  groupRan: (count: number) => `ran ${some(count, 'read-only command')}`,
  groupAsked: (count: number) => `used read-only MCP tools ${count === 1 ? 'once' : `${count} times`}`,
  groupParts: (parts: readonly string[]) => parts.join(', '),
  picture: 'Image',
  attachments: (count: number) => some(count, 'attachment'),
  compacted: 'Conversation compacted',
  interrupted: 'Interrupted. Changes so far are kept.',
  programStopped: 'The program stopped before this turn was finished. Changes so far are kept.',
  toTop: 'Go to the beginning',
  toBottom: 'Go to the end',
  loadingOlder: 'Loading earlier messages …',
  copyCode: 'Copy code',
  empty: 'What should we work on?',
  states: {
    waiting: 'queued',
    running: 'running',
    done: 'done',
    failed: 'failed',
    denied: 'declined',
    stopped: 'interrupted',
    background: 'sent to background',
  } satisfies Record<ToolState, string> as Record<ToolState, string>,
  approved: (said: string) => `You approved it: ${said}`,
  declined: (said: string) => (said === '' ? 'You declined.' : `You declined: ${said}`),
  noOutput: '(no output)',
  exitCode: (code: number) => `exit code ${code}`,
  added: (count: number) => `${some(count, 'line')} added`,
  removed: (count: number) => `${some(count, 'line')} removed`,
  levels: { info: 'Note', notice: 'Note', suggestion: 'Tip', warning: 'Warning', error: 'Error' } as Record<
    string,
    string
  >,

  // What goes on
  busy: 'Working …',
  activity: {
    running: (what: string) => `Running ${what} …`,
    runningSkill: (name: string) => `Running skill ${name} …`,
    reading: (path: string) => `Reading ${path} …`,
    editing: (path: string) => `Editing ${path} …`,
    writing: (path: string) => `Writing ${path} …`,
    searching: (pattern: string) => `Searching for ${pattern} …`,
    fetching: (host: string) => `Fetching ${host} …`,
  },
  compacting: 'Compacting …',
  retrying: (seconds: number, why: string) => `Retrying in ${seconds} s — ${why}`,
  limitWait: (time: string) => `Usage limit reached: going on at ${time}`,
  why: (kind: string): string =>
    ({ rate_limit: 'rate limit', overloaded: 'server overloaded', network: 'can’t connect' })[kind] ??
    'server error',

  // Find
  find: 'Find in conversation',
  found: (at: number, of: number) => (of === 0 ? 'No matches' : `${at} of ${of}`),
  findNext: 'Next match',
  findBefore: 'Previous match',

  // Prompt
  prompt: 'Message',
  promptHint: 'Ask anything, / for commands, @ for files',
  send: 'Send',
  stop: 'Stop',
  queueIt: 'Queue',
  queued: 'Queued',
  takeBack: 'Edit',
  attach: 'Attach images',
  talk: 'Talk: hold, or tap to start and stop',
  talkStop: 'Stop and insert what you said',
  talkBusy: 'Turning speech into text',
  talkNeedsHttps: 'Browsers give a microphone only to pages on this machine or over https.',
  noMicrophone: 'There is no microphone, or this page may not use it.',
  removeImage: (number: number) => `Remove image ${number}`,
  tooLarge: (name: string) => `${name} is too large (5 MB at most).`,
  notImage: (name: string) => `${name} isn’t an image (PNG, JPEG, GIF or WebP).`,
  suggestions: 'Suggestions',
  enterSends: 'Enter sends · Shift-Enter new line',
  mode: 'Permission mode',
  model: 'Model',
  modes: {
    default: 'Ask first',
    acceptEdits: 'Accept edits',
    plan: 'Plan mode',
    auto: 'Auto',
    dontAsk: 'Don’t ask',
    bypassPermissions: 'Bypass permissions',
  } satisfies Record<PermissionMode, string> as Record<PermissionMode, string>,
  terminalOnly: (command: string) => `${command} is only available in the terminal.`,
  noShell: 'Shell commands are off here. Start the server with --allow-shell to use them.',

  // Questions
  questions: 'Questions for you',
  needsYou: 'Capstan needs your answer',
  moreQuestions: (count: number) => `${count} more waiting`,
  answeredElsewhere: 'Answered on another screen.',
  yes: 'Yes',
  no: 'No, and stop',
  justNo: 'No',
  keepTried: 'Keep these changes',
  discardTried: 'Discard them, and stop',
  runTried: 'Yes, run it on your files',
  runForReal: 'Run it on your files instead',
  instead: 'No, and tell Capstan what to do instead',
  partAt: (line: number) => `Line ${line}`,
  editPart: 'Edit',
  partLines: 'the lines as they should be',
  partsMade: (made: number, all: number) =>
    made === 0 ? 'Nothing of this change is left.' : `A yes makes ${made} of ${all} parts.`,
  yesWithNote: 'Yes, with a note …',
  addNote: 'Add a note …',
  notePlaceholder: 'a note for Capstan',
  insteadPlaceholder: 'what to do instead',
  alwaysRule: (rule: string) => `Yes, and don't ask again for ${rule}`,
  alwaysSite: (host: string) => `Yes, and always for this site (${host})`,
  alwaysMode: (mode: string) =>
    mode === 'acceptEdits' ? 'Yes, and accept all edits' : `Yes, and switch to ${mode} mode`,
  alwaysDirectory: (directory: string) => `Yes, and add ${directory} as a working directory`,
  sameProject: "Yes, don't ask again in this project",
  sameUser: "Yes, don't ask again in any project",
  forSession: 'this session',
  forScript: 'the rest of this script',
  savedIn: (file: string, where: string) => `${where}: ${file}`,
  whereUser: 'in any project',
  whereProject: 'shared with this project',
  whereLocal: 'only you, this project',
  onlyYou: 'only you',
  askedAbout: (about: RequestAbout): string => {
    switch (about.kind) {
      case 'shell':
        return about.unsandboxed ? 'Run a command outside the sandbox' : 'Run a command'
      case 'mcp':
        return `Use ${about.tool} from ${about.server} (MCP)`
      case 'agent':
        return `Start the agent ${about.name}`
      case 'agents':
        return `Start ${about.count} agents at once?`
      case 'skill':
        return `Use the skill ${about.name}`
      case 'server':
        return `Start the MCP server ${about.name}?`
      case 'page':
        return `Open a page for ${about.name} (MCP)?`
      case 'message':
        return `Send a message to your session ${about.name}?`
      case 'schedule':
        return `Run this prompt on a schedule (${about.name})?`
      case 'application':
        return about.name === 'screen'
          ? 'Look at your screen'
          : `Use ${about.name} on your desktop in this session`
      case 'browser':
      case 'tool':
        return `Use ${about.kind === 'tool' ? about.name : `the browser at ${about.name}`}`
      default:
        return ABOUT[about.kind]
    }
  },
  agentAsks: (agent: string, title: string) => `${agent} asks: ${title}`,
  dangers: {
    runs_download: 'This downloads a program and runs it.',
    private_key: 'This reads a private key.',
    deletes_tree: 'This deletes directories and everything in them.',
    as_root: 'This runs with administrator rights.',
    loses_work: 'This discards uncommitted changes.',
    destructive_tool: 'The server says this tool can destroy things.',
    rewrites_remote: 'This overwrites the remote.',
    secrets: 'This reads a file that may hold passwords or tokens.',
    protected: 'This changes settings that decide what runs later.',
  } satisfies Record<Danger, string> as Record<Danger, string>,
  modelSays: 'Model: ',
  workflowSays: 'Workflow: ',
  scriptAsks: (call: number, before: number) =>
    before === 0 ? `Call ${call} of a script` : `Call ${call} of a script, after ${before} like it`,
  goalCheck: 'This checks whether your goal is reached.',
  ruleCheck: 'This checks a rule of your instruction files.',
  serverSays: (server: string) => `${server} says: `,
  inBackground: 'Runs in the background.',
  whyAsked: 'Why: ',
  noRule: (why: string) => `No "don't ask again": ${why}.`,
  /** What the engine says, in the language of the page. */
  localize: inEnglish as Localize,
  cutDiff: 'The change is too long to show here, so you can only approve it once.',
  blanks: {
    spaces: (count: number) => `··· ${count} spaces ···`,
    lines: (count: number) => `··· ${count} blank lines ···`,
    hidden: (count: number) => `··· ${count} hidden characters ···`,
  },
  planTitle: 'Approve this plan?',
  planEdits: 'Yes, and accept edits',
  planEditsDetail: 'without asking',
  planAsk: 'Yes, and ask before each edit',
  planAfresh: 'Yes, clear the context and accept edits',
  planAfreshDetail: 'start over with only the plan',
  planBack: (mode: string) => `Yes, and go back to ${mode} mode`,
  planBegin: (plan: string) => `Carry out this plan, which I have approved:\n\n${plan}`,
  planWorktree: 'Yes, in a new worktree, and accept edits',
  planComment: 'Comment',
  planCommentOn: (section: string) => `Comment on “${section}”`,
  planComments: (count: number) =>
    count === 1 ? '1 comment goes with your answer' : `${count} comments go with your answer`,
  planNo: 'No, keep planning',
  planNoDetail: 'say what to change',
  planNoPlaceholder: 'what to change in the plan (leave empty to just stop)',
  planPrompts: 'It also asks permission for:',
  questionsTitle: 'Some questions for you',
  other: 'Something else',
  otherPlaceholder: 'type your answer',
  answerAll: 'Send answers',
  skipQuestions: 'Skip',

  // Panels
  agents: 'Agents',
  tasks: 'Tasks',
  details: 'Cost and context',
  assistantMode: 'Assistant mode',
  assistantNext: (time: string) => `next check-in ${time}`,
  assistantPaused: 'paused',
  assistantUsed: (used: string, of: string) => `${used} of ${of} today`,
  assistantBegin: 'Turn on assistant mode',
  assistantEnd: 'Turn off assistant mode',
  changes: 'Changed files',
  noChanges: 'No files changed in this session.',
  fileStatus: { added: 'new', changed: 'changed', deleted: 'deleted' } as Record<string, string>,
  binary: 'A binary file: there is no text to compare.',
  cutChanges: 'The rest of this change is too long to show.',
  rewind: 'Rewind',
  menu: 'More',
  menuOf: (title: string) => `More for ${title}`,
  noAgents: 'No agents in this session.',
  noTasks: 'No background tasks.',
  openTranscript: 'Open transcript',
  stopAgent: 'Stop',
  tellAgent: 'Tell it something',
  tell: 'Tell',
  agentStatus: {
    running: 'running',
    idle: 'idle',
    completed: 'completed',
    failed: 'failed',
    stopped: 'stopped',
  } as Record<string, string>,
  toolUses: (count: number) => some(count, 'tool use'),
  tokens: (count: number) => `${shortCount(count)} ${count === 1 ? 'token' : 'tokens'}`,
  cost: 'Cost',
  estimate: 'at least',
  unpriced: (models: string) => `The price of ${models} isn’t known.`,
  context: 'Context',
  contextUse: (share: number) => `${share}% of context used`,
  todos: 'To-do list',
  kinds: {
    system: 'System prompt',
    tools: 'Tools',
    instructions: 'Instructions',
    memory: 'Memory',
    summary: 'Summary',
    user: 'Your messages',
    assistant: 'Replies',
    tool_result: 'Tool results',
    attachment: 'Attachments',
  } as Record<string, string>,
  compactNow: 'Compact now',
  rewindText: 'Choose a message. The conversation goes back to before it.',
  rewindTo: 'Rewind to before this message',
  noPrompts: 'Nothing to rewind yet.',
  preview: 'Rewind to before:',
  both: 'Restore conversation and files',
  conversationOnly: 'Restore conversation',
  filesOnly: 'Restore files',
  force: 'Restore both, and overwrite changes by others',
  leaves: (count: number) =>
    count === 1
      ? 'One of your messages and everything after it are hidden.'
      : `${count} of your messages and everything after are hidden.`,
  filesSame: 'No files change.',
  filesChange: (count: number) => `${some(count, 'file')} will change:`,
  actions: { restore: 'restore', recreate: 'recreate', delete: 'delete' } as Record<string, string>,
  kept: (path: string, why: string) => `${path} stays as it is: ${why}`,
  undoesCompaction: 'This undoes the compaction.',
  back: 'Back',
}

export type Words = typeof en
