import { escapeText } from '../../../lib/escape-text.ts'
import { cacheShare } from '../ledger/count-usage.ts'
import { outcomeOf, type Price } from '../ledger/ledger-rows.ts'
import { type Call, countTurns, type Step } from '../ledger/story.ts'
import { type StoryOutline, stepsOfLane, type TurnOutline, taskOf } from '../ledger/story-outline.ts'
import { formatCount, formatDuration, formatNumber, formatShare, formatUsd } from './format-amount.ts'
import { figuresOf, shortPath, type TurnFigures } from './story-figures.ts'

export interface MarkdownOptions {
  readonly price: Price
  timeOf(at: string): string
  readonly notes: readonly string[]
}

const MAX_RESULT = 4_000

/** The session as Markdown, a step at a time. What tools said stands in fences that it cannot leave. */
export const markdownPieces = (story: StoryOutline, deps: MarkdownOptions): Iterable<string> =>
  withoutGaps(looseLines(story, deps))

function* looseLines(story: StoryOutline, deps: MarkdownOptions): Generator<string, void, void> {
  const figures = figuresOf(story, deps.price)
  yield [
    `# ${line(story.title === '' ? 'Session' : story.title)}`,
    '',
    `- Directory: ${code(story.cwd)}${story.gitBranch === '' ? '' : `, branch ${code(story.gitBranch)}`}`,
    `- Session: ${code(story.sessionId)}, ${deps.timeOf(story.startedAt)} to ${deps.timeOf(story.endedAt)}`,
    `- ${totals(countTurns(story.turns), [...figures.values()])}`,
    ...deps.notes.map(note => `- ${line(note)}`),
    '',
  ].join('\n')
  for (const turn of story.turns) yield* turnLines(turn, figures.get(turn.number), { story, deps })
}

/** Joined by newlines: at most one empty line in a row, and one newline at the end. */
function* withoutGaps(pieces: Iterable<string>): Generator<string, void, void> {
  let newlines = 0
  for (const piece of pieces) {
    let end = piece.length
    while (piece[end - 1] === '\n') end--
    let start = 0
    while (start < end && piece[start] === '\n') start++
    newlines += start
    if (start < end) {
      const body = piece.slice(start, end).replace(/\n{3,}/g, '\n\n')
      yield `${'\n'.repeat(Math.min(newlines, 2))}${body}`
      newlines = 0
    }
    newlines += piece.length - end + 1
  }
  yield '\n'
}

const totals = (turns: number, all: readonly TurnFigures[]): string => {
  const sum = (pick: (figures: TurnFigures) => number): number =>
    all.reduce((total, figures) => total + pick(figures), 0)
  const files = new Set(all.flatMap(figures => figures.files.map(file => file.path)))
  const words = [
    formatNumber(turns, 'turn'),
    formatNumber(
      sum(figures => figures.calls),
      'tool call',
    ),
    `${formatNumber(files.size, 'file')} changed (+${sum(figures => figures.added)} −${sum(figures => figures.removed)})`,
    `${formatCount(sum(figures => figures.usage.output_tokens))} tokens written`,
  ]
  const usd = sum(figures => figures.usd ?? 0)
  return [...words, ...(usd > 0 ? [formatUsd(usd)] : [])].join(', ')
}

const titleOf = (turn: TurnOutline, text: string): string =>
  turn.request.by === 'summary' ? 'Compaction' : line(text.split('\n', 1)[0] ?? '') || '(no request)'

function* turnLines(
  turn: TurnOutline,
  figures: TurnFigures | undefined,
  { story, deps }: { readonly story: StoryOutline; readonly deps: MarkdownOptions },
): Generator<string, void, void> {
  const facts = [
    deps.timeOf(turn.startedAt),
    ...(turn.aside ? ['on another branch'] : []),
    ...(figures && figures.durationMs > 0 ? [formatDuration(figures.durationMs)] : []),
    ...(figures?.usd === undefined ? [] : [formatUsd(figures.usd)]),
  ]
  const share = figures && cacheShare(figures.usage)
  if (share !== undefined) facts.push(`${formatShare(share)} from the cache`)
  const text = turn.text()
  yield [`## ${turn.number}. ${titleOf(turn, text)}`, '', `*${facts.join(' · ')}*`, '', quote(text), ''].join(
    '\n',
  )
  for (const step of turn.steps()) yield renderStep(step, story.cwd)
  for (const lane of figures?.lanes ?? []) {
    yield `### Agent ${code(lane.agentId)}\n\n${quote(taskOf(lane))}\n`
    for (const step of stepsOfLane(lane)) yield renderStep(step, story.cwd)
  }
  yield ''
}

const renderStep = (step: Step, cwd: string): string => {
  if (step.discarded) return ''
  switch (step.kind) {
    case 'text':
      return `${prose(step.text)}\n`
    case 'notice':
      return step.text === '' ? '' : `> ${line(step.text)}\n`
    case 'call':
      return renderCall(step.call, cwd)
    case 'image':
      return '*[picture]*\n'
    case 'thinking':
    case 'attachment':
    case 'said':
      return ''
  }
}

const renderCall = (call: Call, cwd: string): string => {
  const { effect } = call
  const subject = call.subject.includes('\n') ? '' : ` ${code(shortPath(call.subject, cwd))}`
  const head = `**${line(call.tool)}**${subject}: ${outcomeOf(call)}\n`
  const input = call.subject.includes('\n') ? `\n${fence(call.subject)}\n` : ''
  if (effect.kind === 'write' && effect.hunks.length > 0)
    return `${head}\n${fence(effect.hunks.flatMap(hunk => hunk.lines).join('\n'), 'diff')}\n`
  const result = call.result.length > MAX_RESULT ? `${call.result.slice(0, MAX_RESULT)}\n…` : call.result
  return `${head}${input}${result === '' ? '' : `\n${fence(result)}\n`}`
}

const runs = (text: string, sign: RegExp): number =>
  (text.match(sign) ?? []).reduce((most, run) => Math.max(most, run.length), 0)

const fence = (text: string, language = ''): string => {
  const marks = '`'.repeat(Math.max(3, runs(text, /`+/g) + 1))
  return `${marks}${language}\n${escapeText(text)}\n${marks}`
}

const code = (text: string): string => {
  const marks = '`'.repeat(runs(text, /`+/g) + 1)
  const flat = escapeText(text).replace(/\s+/g, ' ')
  return marks.length === 1 ? `\`${flat}\`` : `${marks} ${flat} ${marks}`
}

/** On one line, and nothing in it is markup. */
const line = (text: string): string =>
  escapeText(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#!|]/g, sign => `\\${sign}`)

const quote = (text: string): string =>
  prose(text)
    .split('\n')
    .map(one => `> ${one}`)
    .join('\n')

/** As Markdown knows them: no backtick may follow on the line of a fence of backticks. */
const OPENING = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const CLOSING = /^ {0,3}(`{3,}|~{3,})\s*$/

/**
 * Markdown stays Markdown, but brings neither HTML nor pictures from elsewhere. Fences move to the left edge: inside
 * a list they would end with the list, and what follows would be read as text.
 */
const prose = (text: string): string => {
  let fenced = ''
  return escapeText(text)
    .split('\n')
    .map(one => {
      const mark = (fenced === '' ? OPENING : CLOSING).exec(one)?.[1]
      if (mark === undefined || !mark.startsWith(fenced)) return fenced === '' ? harmless(one) : one
      fenced = fenced === '' ? mark : ''
      return one.trimStart()
    })
    .concat(fenced === '' ? [] : [fenced])
    .join('\n')
}

/** In code between backticks too: where such code begins and ends cannot be told from one line. */
const harmless = (text: string): string => text.replace(/<(?=[A-Za-z/!?])/g, '&lt;').replaceAll('![', '!\\[')
