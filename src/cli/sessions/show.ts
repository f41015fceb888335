import { formatDuration, formatNumber, formatUsd } from '../../features/sessions/export/format-amount.ts'
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
import { counted } from '../../lib/text/counted.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { usageOf } from '../usage.ts'
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
  await deps.write(renderHead(story, { shown: turns, main }))
  const figures = figuresOf(story, pricesFor(deps))
  const thinking = given.is('thinking')
  for (const turn of turns)
    for (const piece of turnPieces(turn, figures.get(turn.number), { cwd: story.cwd, thinking }))
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
): string => {
  const lines = [
    escapeProse(story.title === '' ? 'Session' : story.title),
    escapeLine(`${story.sessionId}  ${story.cwd}  ${localTime(story.startedAt)}`, 200),
  ]
  const asked = countTurns(main)
  const left = asked - countTurns(shown)
  const aside = countTurns(story.turns) - asked
  if (left > 0)
    lines.push(
      `(${left} of ${counted(asked, 'turn')} ${left === 1 ? 'is' : 'are'} not shown: --turns from-to, or --all)`,
    )
  if (aside > 0) lines.push(`(${formatNumber(aside, 'turn')} on other branches: --all)`)
  if (story.damaged > 0)
    lines.push(`(${formatNumber(story.damaged, 'line')} cannot be read: capstan sessions verify)`)
  return `${lines.join('\n')}\n`
}

const indent = (text: string): string => escapeText(text).replace(/^/gm, '  ')

function* turnPieces(
  turn: TurnOutline,
  figures: TurnFigures | undefined,
  look: { readonly cwd: string; readonly thinking: boolean },
): Generator<string, void, void> {
  const facts = [
    localTime(turn.startedAt),
    ...(turn.request.by === 'summary' ? ['Compaction: what the model continues with'] : []),
    ...(turn.aside ? ['other branch'] : []),
    ...(figures && figures.durationMs > 0 ? [formatDuration(figures.durationMs)] : []),
    ...(figures?.usd === undefined ? [] : [formatUsd(figures.usd)]),
  ]
  yield `\n── ${turn.number} · ${facts.join(' · ')}\n> ${escapeText(turn.text()).replaceAll('\n', '\n> ')}\n\n`
  for (const step of turn.steps()) for (const line of renderStep(step, look)) yield `${line}\n`
  for (const lane of figures?.lanes ?? []) {
    yield `  ▸ agent ${escapeLine(lane.agentId, 40)}: ${escapeLine(taskOf(lane), 100)}\n`
    for (const step of stepsOfLane(lane))
      for (const line of renderStep(step, look)) yield `${line.replace(/^/gm, '  ')}\n`
  }
}

const renderStep = (
  step: Step,
  look: { readonly cwd: string; readonly thinking: boolean },
): readonly string[] => {
  if (step.discarded) return []
  switch (step.kind) {
    case 'text':
      return [`${indent(step.text)}\n`]
    case 'thinking':
      return look.thinking && step.text !== '' ? [`${indent(`(thinking) ${step.text}`)}\n`] : []
    case 'notice':
      return step.text === '' ? [] : [indent(`! ${step.text}`)]
    case 'image':
      return ['  [picture]']
    case 'attachment':
    case 'said':
      return []
    case 'call': {
      const { call } = step
      const subject = escapeLine(shortPath(call.subject, look.cwd), 100)
      const head = `  ● ${escapeLine(call.tool, 60)}(${subject})  ${outcomeOf(call)}`
      const change = call.effect.kind === 'write' ? `  +${call.effect.added} -${call.effect.removed}` : ''
      const lines = escapeText(call.result).trimEnd().split('\n')
      const kept = call.result === '' || call.effect.kind === 'write' ? [] : lines.slice(0, RESULT_LINES)
      const more =
        kept.length > 0 && lines.length > RESULT_LINES
          ? [`    … ${lines.length - RESULT_LINES} more lines`]
          : []
      return [`${head}${change}`, ...kept.map(line => `    ${line}`), ...more]
    }
  }
}
