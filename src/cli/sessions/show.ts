import { formatUsd } from '../../features/sessions/export/format-amount.ts'
import { figuresOf, shortPath, type TurnFigures } from '../../features/sessions/export/story-figures.ts'
import { outcomeOf } from '../../features/sessions/ledger/ledger-rows.ts'
import { countTurns, type Step } from '../../features/sessions/ledger/story.ts'
import {
  collectStory,
  type StoryOutline,
  stepsOfLane,
  type TurnOutline,
  taskOf,
} from '../../features/sessions/ledger/story-outline.ts'
import { escapeLine, escapeProse, escapeText } from '../../lib/escape-text.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { storedText } from '../../protocol/messages/cli/session-output.ts'
import type { Localize, LocalizedText } from '../../protocol/messages/localized-text.ts'
import { uiLanguage } from '../in-ui-language.ts'
import { LEDGER_WORDS } from '../ledger/ledger-words.ts'
import { usageOf } from '../usage.ts'
import { workedText } from './amounts.ts'
import { chooseOne } from './choose-sessions.ts'
import type { SessionsDeps } from './deps.ts'
import { localTime } from './local-time.ts'
import { readOptions, wrongUsage } from './options.ts'
import { pricesFor } from './prices.ts'
import { createTeller } from './tell-story.ts'

export const SHOW = {
  name: 'sessions show',
  usage: usageOf(
    `Usage: capstan sessions show [id, name or file] [flags]   print a conversation as text (default: the newest session here)

  --turns <n|from-to>   the last n turns, or a range (default: the last 20)
  --all                 every turn, including other branches
  --thinking            include the model's thinking
  --json                the turns as JSON
  --with-secrets        don't redact secrets`,
    `用法：capstan sessions show [id、名称或文件] [选项]   以文本显示对话（默认：此处最近的会话）

  --turns <n|起-止>     最后 n 轮，或一个范围（默认：最后 20 轮）
  --all                 所有轮次，包括其他分支
  --thinking            包括模型的思考过程
  --json                以 JSON 输出各轮
  --with-secrets        不隐去密钥`,
  ),
  flags: {
    turns: { type: 'string' },
    all: { type: 'boolean' },
    thinking: { type: 'boolean' },
    json: { type: 'boolean' },
    'with-secrets': { type: 'boolean' },
  },
} as const

const DEFAULT_TURNS = 20
const RESULT_LINES = 12
const MAX_TEXT = 200_000

export const show = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(SHOW, argv)
  if (given.words.length > 1) throw wrongUsage(SHOW, argumentText('one_session'))
  const choose = given.is('all') ? (turns: readonly TurnOutline[]) => turns : readPage(given.text('turns'))
  const path = await chooseOne(deps, given.words[0])
  using story = createTeller(deps, { withSecrets: given.is('with-secrets'), maxText: MAX_TEXT })(path)
  const main = given.is('all') ? story.turns : story.turns.filter(turn => !turn.aside)
  const turns = choose(main)
  if (given.is('json')) {
    const total = countTurns(story.turns)
    await deps.write(`${JSON.stringify({ ...collectStory({ ...story, turns }), total })}\n`)
    return 0
  }
  const { localize } = deps
  const { outcome } = LEDGER_WORDS[uiLanguage(deps.process.env)]
  await deps.write(renderHead(story, { shown: turns, main }, localize))
  const figures = figuresOf(story, pricesFor(deps))
  const thinking = given.is('thinking')
  for (const turn of turns)
    for (const piece of turnPieces(turn, figures.get(turn.number), {
      cwd: story.cwd,
      thinking,
      localize,
      outcome,
    }))
      await deps.write(piece)
  return 0
}

/** The last turns, or those of a range. */
const readPage = (text: string | undefined): ((turns: readonly TurnOutline[]) => readonly TurnOutline[]) => {
  const range = /^(\d+)-(\d+)$/.exec(text ?? '')
  if (range) {
    const [from, to] = [Number(range[1]), Number(range[2])]
    return turns => turns.filter(turn => turn.number >= from && turn.number <= to)
  }
  if (text !== undefined && !/^[1-9]\d*$/.test(text))
    throw wrongUsage(
      SHOW,
      argumentText('takes', { flag: '--turns', choices: argumentText('turns'), given: JSON.stringify(text) }),
    )
  const wanted = text === undefined ? DEFAULT_TURNS : Number(text)
  return turns => {
    const asked = turns.filter(turn => turn.request.by === 'person')
    const first = asked.at(-wanted)
    return first === undefined ? turns : turns.slice(turns.indexOf(first))
  }
}

const renderHead = (
  story: StoryOutline,
  { shown, main }: { readonly shown: readonly TurnOutline[]; readonly main: readonly TurnOutline[] },
  localize: Localize,
): string => {
  const lines = [
    story.title === '' ? localize(storedText('untitled')) : escapeProse(story.title),
    escapeLine(`${story.sessionId}  ${story.cwd}  ${localTime(story.startedAt)}`, 200),
  ]
  const asked = countTurns(main)
  const left = asked - countTurns(shown)
  const aside = countTurns(story.turns) - asked
  const turns = (count: number): LocalizedText => storedText('turns', { count })
  const notes = [
    ...(left > 0 ? [storedText('turns_left', { count: left, turns: turns(asked) })] : []),
    ...(aside > 0 ? [storedText('turns_aside', { turns: turns(aside) })] : []),
    ...(story.damaged > 0
      ? [storedText('damaged', { lines: storedText('lines', { count: story.damaged }) })]
      : []),
  ]
  return `${[...lines, ...notes.map(localize)].join('\n')}\n`
}

interface StoryLook {
  readonly cwd: string
  readonly thinking: boolean
  readonly localize: Localize
  /** How a call ended, in the person's language. */
  outcome(text: string): string
}

const indent = (text: string): string => escapeText(text).replace(/^/gm, '  ')

function* turnPieces(
  turn: TurnOutline,
  figures: TurnFigures | undefined,
  look: StoryLook,
): Generator<string, void, void> {
  const { localize } = look
  const facts = [
    localTime(turn.startedAt),
    ...(turn.request.by === 'summary' ? [localize(storedText('summary_turn'))] : []),
    ...(turn.aside ? [localize(storedText('other_branch'))] : []),
    ...(figures && figures.durationMs > 0 ? [localize(workedText(figures.durationMs))] : []),
    ...(figures?.usd === undefined ? [] : [formatUsd(figures.usd)]),
  ]
  yield `\n── ${turn.number} · ${facts.join(' · ')}\n> ${escapeText(turn.text()).replaceAll('\n', '\n> ')}\n\n`
  for (const step of turn.steps()) for (const line of renderStep(step, look)) yield `${line}\n`
  for (const lane of figures?.lanes ?? []) {
    const who = { id: escapeLine(lane.agentId, 40), task: escapeLine(taskOf(lane), 100) }
    yield `  ▸ ${localize(storedText('agent', who))}\n`
    for (const step of stepsOfLane(lane))
      for (const line of renderStep(step, look)) yield `${line.replace(/^/gm, '  ')}\n`
  }
}

const renderStep = (step: Step, look: StoryLook): readonly string[] => {
  if (step.discarded) return []
  switch (step.kind) {
    case 'text':
      return [`${indent(step.text)}\n`]
    case 'thinking':
      return look.thinking && step.text !== ''
        ? [`${indent(look.localize(storedText('thinking', { text: step.text })))}\n`]
        : []
    case 'notice':
      return step.text === '' ? [] : [indent(`! ${step.text}`)]
    case 'image':
      return [`  ${look.localize(storedText('picture'))}`]
    case 'attachment':
    case 'said':
      return []
    case 'call': {
      const { call } = step
      const subject = escapeLine(shortPath(call.subject, look.cwd), 100)
      const head = `  ● ${escapeLine(call.tool, 60)}(${subject})  ${look.outcome(outcomeOf(call))}`
      const change = call.effect.kind === 'write' ? `  +${call.effect.added} -${call.effect.removed}` : ''
      const lines = escapeText(call.result).trimEnd().split('\n')
      const kept = call.result === '' || call.effect.kind === 'write' ? [] : lines.slice(0, RESULT_LINES)
      const more =
        kept.length > 0 && lines.length > RESULT_LINES
          ? [`    ${look.localize(storedText('more_lines', { count: lines.length - RESULT_LINES }))}`]
          : []
      return [`${head}${change}`, ...kept.map(line => `    ${line}`), ...more]
    }
  }
}
