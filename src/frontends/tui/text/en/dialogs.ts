import { BLANK_WORDS, type BlankWords } from '../../../../lib/reveal-blanks.ts'
import type { Danger, RequestAbout } from '../../../../protocol/permission.ts'
import { signInEn } from './sign-in.ts'

const ABOUT = {
  create: 'Create a file',
  write: 'Change a file',
  read: 'Read a file',
  search: 'Search in a directory',
  network: 'Fetch a page',
  'web-search': 'Search the web',
} as const

/** Words of questions and of the dialogs before a conversation. */
export const dialogsEn = {
  // Lists, scrolling, fields
  typeToFilter: 'Type to filter',
  notFound: 'not found',
  pageHint: 'PgUp/PgDn',
  scrollHint: '↑↓ scroll · / find · Esc back',
  fieldHint: 'Enter send · Esc back',

  // A question about a call
  yes: 'Yes',
  no: 'No, and stop',
  justNo: 'No',
  instead: 'No, and tell Capstan what to do instead',
  keepTried: 'Keep these changes',
  discardTried: 'Discard them, and stop',
  runTried: 'Yes, run it on your files',
  runForReal: 'Run it on your files instead',
  inTerminal: 'Yes, in a terminal you type into',
  divide: 'Choose which parts of this change to make',
  hunkHint: (key: string | undefined) =>
    ['Enter keep or leave out', ...(key === undefined ? [] : [`${key} edit`]), 'Esc back'].join(' · '),
  hunkAt: (line: number) => `Line ${line}`,
  hunkChanged: 'edited by you',
  takeHunks: (made: number, all: number) =>
    made === all ? 'Make all of it' : `Make ${made} of ${all} parts`,
  noHunks: 'Nothing is left to make: Esc goes back.',
  yesLabel: 'Yes, and:',
  yesPlaceholder: 'add a note',
  insteadLabel: 'No:',
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
        return `Use the browser at ${about.name} in this session`
      case 'tool':
        return `Use ${about.name}`
      default:
        return ABOUT[about.kind]
    }
  },
  agentAsks: (agent: string, title: string) => (title === '' ? `${agent} asks` : `${agent} asks: ${title}`),
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
  inEditor: (name: string) => `Also open in ${name}: accept, change or reject it there.`,
  why: 'Why: ',
  noRule: (why: string) => `No "don't ask again": ${why}.`,
  cutDiff: 'The change is too long to show here.',
  blanks: BLANK_WORDS as BlankWords,
  notAllFits: (shown: number, all: number, key: string) =>
    `Showing ${shown} of ${all} lines · ${key} to show all.`,
  onlyOnce: 'You can only approve this once, because not all of it is visible.',
  debug: {
    call: 'Call:',
    mode: 'Mode:',
    decision: 'Decision:',
    rule: 'Rule:',
    path: 'Path:',
    undecided: 'Asked about:',
    hardened: 'Allowed by name:',
    leads: 'Leads to:',
    offers: 'Rules on offer:',
    input: 'Input:',
  },
  byRule: 'The rule is',
  about: 'It is about',
  explainHint: 'Run "capstan permissions explain" to see which rules would allow or deny it.',
  oneOf: (count: number) => `1 of ${count}`,
  hintChoose: 'Enter choose',
  hintComment: 'Tab add a note',
  hintWhy: 'Ctrl-E why',
  hintWhole: (key: string) => `${key} show all`,
  hintNo: 'Esc no',
  hintLeave: 'Esc exit',
  hintClose: 'Esc close',
  hintBack: 'Esc back',
  guardHint: "You're still typing in the prompt. Pause for a moment to answer.",

  // A plan
  planTitle: 'Approve this plan?',
  planEdits: 'Yes, and accept edits',
  planEditsDetail: 'without asking',
  planAsk: 'Yes, and ask before each edit',
  planAfresh: 'Yes, clear the context and accept edits',
  planAfreshDetail: 'start over with only the plan',
  planBack: (mode: string) => `Yes, and go back to ${mode} mode`,
  planBegin: (plan: string) => `Carry out this plan, which I have approved:\n\n${plan}`,
  planWorktree: 'Yes, in a new worktree, and accept edits',
  planNo: 'No, keep planning',
  planNoDetail: 'say what to change',
  planNoLabel: 'No:',
  planNoPlaceholder: 'what to change in the plan; empty just stops',
  planEdited: 'This includes your edits.',
  planPrompts: 'It also asks permission for:',
  hintEdit: (key: string) => `${key} edit it`,
  hintScroll: 'PgUp/PgDn scroll',
  editing: 'The plan is open in your editor …',
  editorFailed: (why: string) => `The editor failed: ${why}`,
  emptyPlan: 'The edited plan was empty, so it was not changed.',

  // Questions of the model
  questionsTitle: 'Some questions for you',
  other: 'Something else',
  otherPlaceholder: 'type your answer',
  respond: 'Answer in your own words',
  respondPlaceholder: 'your answer',
  next: 'Continue',
  review: 'Send',
  reviewTitle: 'Your answers',
  send: 'Send these answers',
  noAnswer: 'not answered',
  someUnanswered: "Some questions aren't answered.",
  hintMark: 'Space mark',
  hintNote: 'Ctrl-A add a note',
  noteLabel: 'Note:',
  hintTabs: '←→ other questions',
  hintDecline: 'Esc skip',

  // Trust
  busyTitle: 'This session is open elsewhere',
  busyAttach: 'Attach to it',
  busyAttachDetail: 'follow it where it runs; both screens show and control it',
  busyShareFirst: 'type /remote-control in that terminal, then choose "Try again" here',
  busyCopy: 'Continue in a copy',
  busyCopyDetail: 'a new session with the same history; the other one goes on',
  busyTakeOver: 'Take it over',
  busyTakeOverDetail: 'the other program stops what it does and closes the session',
  busyRetry: 'Try again',
  damagedTitle: 'A settings file is damaged',
  damagedRetry: 'Read it again',
  damagedRetryDetail: 'after you fixed it in another window',
  damagedAccept: 'Continue anyway',
  damagedAcceptDetail: 'deny and ask rules that could still be read apply; others are missing',
  trustTitle: 'Do you trust this folder?',
  trustWants: 'If you trust it, these take effect:',
  trustYes: 'Yes, trust it',
  trustYesDetail: 'remembered; undo with "capstan trust --revoke"',
  trustOnce: 'this session',
  trustNo: 'No, continue without it',
  trustNoDetail: 'Capstan works here, but none of the above applies',
  trustFailed: (why: string) => `Couldn't save that: ${why}`,

  ...signInEn,
}
