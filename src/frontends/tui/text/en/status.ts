import type { RunningWork } from '../../state/running-work.ts'

const count = (number: number, noun: string): string => `${number} ${number === 1 ? noun : `${noun}s`}`

/** Seconds as people say them. */
const spell = (seconds: number): string =>
  seconds < 60
    ? `${seconds} s`
    : seconds < 3600
      ? `${Math.floor(seconds / 60)} min ${seconds % 60} s`
      : `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`

const AGAIN = {
  exit: 'exit',
  clear: 'clear',
  rewind: 'go back to an earlier message',
  stop_agents: 'stop all background agents',
}

const counts = ({ agents, commands, others }: RunningWork): string =>
  [
    ...(agents === 0 ? [] : [count(agents, 'agent')]),
    ...(commands === 0 ? [] : [count(commands, 'command')]),
    ...(others === 0 ? [] : [count(others, 'task')]),
  ].join(' · ')

export const statusEn = {
  duration: spell,
  requesting: 'Waiting for the model',
  recording: (seconds: number, ends: 'release' | 'press') =>
    `Recording ${spell(seconds)} · ${ends === 'release' ? 'release to stop' : 'press again or Enter to stop'} · Esc discard`,
  transcribing: 'Turning speech into text · Esc discard',
  thinking: 'Thinking',
  fast: 'fast',
  effort: (level: string) => level,
  responding: 'Answering',
  calling: 'Preparing a tool call',
  deciding: 'Checking permissions',
  checkingGoal: 'Checking the goal',
  finishing: 'Finishing up',
  compacting: 'Compacting the conversation',
  waiting: 'Waiting for your answer',
  interrupting: 'Stopping',
  running: (what: string) => `Running ${what}`,
  runningSkill: (name: string) => `Running skill ${name}`,
  reading: (path: string) => `Reading ${path}`,
  editing: (path: string) => `Editing ${path}`,
  writing: (path: string) => `Writing ${path}`,
  searching: (pattern: string) => `Searching for ${pattern}`,
  fetching: (host: string) => `Fetching ${host}`,
  retrying: (seconds: number, attempt: number, of: number) =>
    `${seconds < 1 ? 'Retrying' : `Retrying in ${seconds} s`} (${attempt} of ${of})`,
  limitWait: (time: string, left: string) => `Usage limit: going on at ${time} (in ${left})`,
  retryCause: (kind: string): string =>
    ({
      overloaded: 'model overloaded',
      rate_limit: 'rate limited',
      network: 'can’t connect',
      stream_broken: 'connection lost',
      server_error: 'server error',
    })[kind] ?? 'request failed',
  stalled: (seconds: number) => `nothing heard for ${spell(seconds)}`,
  tokens: (count: string) => `↓ ${count} tokens`,
  stopHint: 'Esc stop',
  interruptHint: 'Ctrl-C stop',
  assistant: 'assistant mode',
  assistantShort: 'assistant',
  assistantNext: (time: string) => `next ${time}`,
  assistantPaused: 'paused',
  assistantUsed: (used: string, of: string) => `${used} of ${of} today`,
  coordinator: 'coordinator mode',
  editorSelected: (lines: number, file: string) => `${count(lines, 'line')} selected in ${file}`,
  editorConnecting: (name: string) => `connecting to ${name}`,
  editorLost: (name: string) => `${name} disconnected`,
  editorKept: (name: string) => `${name}, selection not sent`,
  key: (name: string) => `key ${name}`,
  profile: (name: string) => `profile ${name}`,
  goal: (checks: number, of: number) => `goal, check ${checks} of ${of}`,
  loops: (count: number) => (count === 1 ? 'loop' : `${count} loops`),
  remote: (watchers: number) => (watchers === 0 ? 'remote control' : `${watchers} watching`),
  schedules: (count: number) => `${count} scheduled`,
  backgroundHint: 'Ctrl-B run in background',
  tip: (text: string) => `Tip: ${text}`,
  tips: [
    'Ctrl-O full transcript',
    '/diff shows changes',
    'Enter queues what you type',
    'Shift-Tab changes the mode',
    'Esc Esc rewinds',
    '@ mentions a file',
    '! runs a shell command',
    'Ctrl-G opens your editor',
    'Ctrl-T shows the to-do list',
  ],
  queued: 'waiting',
  queuedStep: 'queued: sent at the next step',
  queuedEnd: 'queued: sent when this is done',
  editQueued: 'Up to edit',
  moreQueued: (count: number) => `and ${count} more`,
  modeDefault: 'ask first',
  modeAcceptEdits: 'accept edits',
  modePlan: 'plan mode',
  modeAuto: 'auto: reviewed',
  modeDontAsk: 'never asks',
  modeBypass: 'no permission checks',
  cycleHint: 'Shift-Tab',
  contextLeft: (percent: number) => `${percent}% context left`,
  contextShort: (percent: number) => `${percent}% left`,
  compactSoon: 'compacts soon',
  compactYourself: '/compact makes room',
  cost: (amount: string) => amount,
  atLeast: '≥',
  estimated: 'est.',
  work: (work: RunningWork) => `${counts(work)} (↓ view)`,
  workPointed: (work: RunningWork) => `${counts(work)} (Enter view)`,
  linkPointed: (label: string) => `${label} (Enter open)`,
  shortcuts: '? for help',
  again: (key: string, what: keyof typeof AGAIN) => `${key} again to ${AGAIN[what]}`,
  starting: 'Starting',
  titleIdle: 'capstan',
  notifyDone: 'Capstan is done',
  notifyAsks: 'Capstan has a question',
  stoppedAtExit: (tasks: readonly string[]) =>
    `Stopped ${count(tasks.length, 'background task')}: ${tasks.join(', ')}`,
  goOnLater: (command: string) => `Resume with: ${command}`,
}
