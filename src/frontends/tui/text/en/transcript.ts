import { FAILURES } from '../../../../lib/failure-text.ts'
import type { MentionFacts } from '../../../../protocol/attachment.ts'
import type { BudgetUse } from '../../../../protocol/budgets.ts'
import type { Spent } from '../../state/item.ts'
import { money } from '../amounts.ts'

const count = (number: number, noun: string, many = `${noun}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? noun : many}`

const duration = (ms: number): string => {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`
}

const tokens = (number: number): string =>
  number < 1_000 ? count(number, 'token') : `${(number / 1_000).toFixed(1)}k tokens`

const BUDGETS: Readonly<Record<BudgetUse['scope'], string>> = {
  run: 'this run',
  session: 'this session',
  day: 'today',
  project: 'this project',
}

/** Words of the transcript. */
export const transcriptEn = {
  // Markdown and diffs
  image: (alt: string) => (alt === '' ? '[image]' : `[image: ${alt}]`),
  code: (language: string) => (language === '' ? 'Code:' : `Code (${language}):`),
  file: 'file',
  moreLines: (number: number) => `… ${count(number, 'more line')}`,
  hiddenLines: (number: number) => `… ${count(number, 'line')} hidden (Ctrl-O to expand)`,
  moreCharacters: (number: number) => `[… ${count(number, 'more character')} …]`,
  hiddenCharacters: (number: number) => `[… ${count(number, 'character')} hidden, Ctrl-O to expand …]`,
  linesAbove: (number: number) => `… ${count(number, 'line')} above`,

  // Amounts
  duration,
  tokens,
  lines: (number: number) => count(number, 'line'),
  files: (number: number) => count(number, 'file'),
  linesInFiles: (lines: number, files: number) => `${count(lines, 'line')} in ${count(files, 'file')}`,
  pages: (number: number) => count(number, 'page'),
  cells: (number: number) => count(number, 'cell'),
  results: (number: number) => count(number, 'result'),
  toolUses: (number: number) => count(number, 'tool use'),
  bytes: (number: number) =>
    number < 1_024
      ? count(number, 'byte')
      : number < 1_048_576
        ? `${(number / 1_024).toFixed(1)} KB`
        : `${(number / 1_048_576).toFixed(1)} MB`,

  // Messages
  you: 'You:',
  assistant: 'Capstan:',
  attachments: (number: number) => `[${count(number, 'attachment')}]`,
  mention: ({ name, what, count: number = 0 }: MentionFacts) => {
    switch (what) {
      case 'lines':
        return `Attached ${name} (${count(number, 'line')})`
      case 'cells':
        return `Attached ${name} (${count(number, 'cell')})`
      case 'pages':
        return `Attached ${name} (${count(number, 'page')})`
      case 'picture':
        return `Attached ${name} (image)`
      case 'entries':
        return `Attached ${name} (${number === 1 ? '1 entry' : `${number} entries`})`
      case 'unchanged':
        return `${name} is already in the conversation`
      case 'denied':
        return `${name} not attached: a permission rule denies reading it`
      case 'failed':
        return `${name} not attached: it can't be read as text or an image`
      case 'tooMuch':
        return `${name} not attached: too large together with the rest; the model can read it`
      case 'session':
        return `${name}: another session of yours`
      case 'selected':
        return `Selected in your editor: ${count(number, 'line')} of ${name}`
      case 'open':
        return `Open in your editor: ${name}`
    }
  },
  thinking: 'Thinking…',
  thought: (ms: number | undefined) => (ms === undefined ? 'Thought' : `Thought for ${duration(ms)}`),
  unfold: 'Ctrl-O to show',
  noticeLevels: {
    info: 'Note:',
    notice: 'Note:',
    suggestion: 'Suggestion:',
    warning: 'Warning:',
    error: 'Error:',
  },
  dropped: '(That reply was cut off and discarded.)',
  spent: ({ ms, usd }: Spent) =>
    // An amount alone would not say what it is.
    ms === undefined
      ? usd === undefined
        ? ''
        : `Cost ${money(usd)}`
      : [`Worked for ${duration(ms)}`, ...(usd === undefined ? [] : [money(usd)])].join(' · '),
  interrupted: 'Interrupted. Changes so far are kept.',
  programStopped: 'The program stopped before this turn was finished. Changes so far are kept.',
  maxTurns: (limit: number) => `Stopped after ${count(limit, 'turn')}.`,
  budgetReached: ({ scope, limit, spent }: BudgetUse) =>
    `Stopped: the budget of ${money(limit)} for ${BUDGETS[scope]} is used up (${money(spent)} spent). Changes so far are kept.\nTo continue: /budget 5 adds $5 for now${scope === 'run' ? '' : `; "budgets.${scope}.hard" in your settings for good`}.`,
  branch: 'Switched to another branch',
  earlierItems: (number: number) => `… ${count(number, 'earlier entry', 'earlier entries')}, Ctrl-O to show`,
  beforeCompaction: '… The conversation before this was compacted, Ctrl-O to show',
  noOutput: 'no output',
  exitCode: (code: number) => `exit code ${code}`,
  endedBy: (signal: string) => `ended by ${signal}`,
  timedOut: (ms: number) => `stopped after ${duration(ms)}`,

  failures: FAILURES,

  // States of a call
  states: {
    arriving: 'arriving',
    queued: 'queued',
    waiting: 'waiting',
    running: 'running',
    done: 'done',
    failed: 'failed',
    denied: 'denied',
    interrupted: 'interrupted',
    background: 'sent to background',
  },
  approved: (said: string) => `You approved it: ${said}`,
  declined: (said: string) => (said === '' ? 'You declined' : `You declined: ${said}`),
  inBackground: (id: string) => (id === '' ? 'Sent to background' : `Sent to background as ${id}`),

  // Tools
  created: (lines: number) => `Created, ${count(lines, 'line')}`,
  changed: (added: number, removed: number) => `${count(added, 'line')} added, ${removed} removed`,
  unchanged: 'Unchanged since last read',
  picture: (size: string) => (size === '' ? 'Picture' : `Picture, ${size}`),
  nothingFound: 'Nothing found',
  searchedIn: (pattern: string, place: string) => `${pattern} in ${place}`,
  fetched: (status: number, size: string) => `Status ${status}, ${size}`,
  todoDone: 'done',
  todoPending: 'to do',
  todoActive: 'in progress',
  moreTodos: (number: number) => `… ${number} more`,
  noAnswer: 'no answer',
  earlierCalls: (number: number) => `… ${count(number, 'earlier call')}`,

  // Agents
  agentThinks: 'thinking',
  agentWaits: 'waiting for your answer',
  agentIdle: 'idle',
  agentStates: { completed: 'done', stopped: 'stopped', failed: 'failed' },
  moreAgents: (number: number) => `+${number} more`,
  agentsAtWork: (number: number, done: number) =>
    `${count(number, 'agent')}${done === 0 ? '' : ` · ${done} done`}`,
  workflowName: (name: string) => `Workflow ${name}`,
  stepsDone: (done: number, all: number) => `${done} of ${count(all, 'step')}`,
  agentEndings: { done: 'done', stopped: 'stopped early', failed: 'failed' },
  agentEnded: (name: string, facts: readonly string[]) => `${name}: ${facts.join(', ')}`,

  // Folded calls
  groupRead: (number: number) => `Read ${count(number, 'file')}`,
  groupSearched: (number: number) => `searched for ${count(number, 'pattern')}`,
  groupRan: (number: number) => `ran ${count(number, 'read-only command')}`,
  groupAsked: (number: number) => `used read-only MCP tools ${number === 1 ? 'once' : `${number} times`}`,
  groupThought: (ms: number) => `thought for ${duration(ms)}`,
  groupParts: (parts: readonly string[]) => parts.join(', '),

  // Exported text
  exportUser: 'User',
  exportAssistant: 'Assistant',
  exportTool: (name: string) => `Tool: ${name}`,
}
