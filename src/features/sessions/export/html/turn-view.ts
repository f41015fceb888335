import { cacheShare, requestTokens } from '../../ledger/count-usage.ts'
import { outcomeOf } from '../../ledger/ledger-rows.ts'
import { type Call, hasFailed, type Step } from '../../ledger/story.ts'
import { type LaneOutline, stepsOfLane, type TurnOutline, taskOf } from '../../ledger/story-outline.ts'
import { formatCount, formatDuration, formatNumber, formatShare, formatUsd } from '../format-amount.ts'
import { changesOf, shortPath, type TurnFigures } from '../story-figures.ts'
import { contextChart, timeBar } from './bars.ts'
import { counts, renderFile } from './diff-view.ts'
import { html, type Markup } from './markup.ts'
import { renderProse } from './prose.ts'

/** What views need to know besides what they show. */
export interface PageFacts {
  readonly cwd: string
  /** Tokens of the largest context; columns are drawn in relation to it. */
  readonly full: number
  timeOf(at: string): string
  /** Counts pictures down: a page does not grow without end. */
  takeImage(bytes: number): boolean
}

interface Span {
  readonly start: number
  readonly end: number
}

export function* turnPieces(
  turn: TurnOutline,
  figures: TurnFigures,
  facts: PageFacts,
): Generator<string, void, void> {
  const span = { start: Date.parse(turn.startedAt), end: Date.parse(turn.endedAt) }
  const looks = ['turn', turn.aside ? 'aside' : '', figures.failed > 0 ? 'has-failed' : ''].filter(
    look => look !== '',
  )
  yield html`<section class="${looks.join(' ')}" id="t${turn.number}">
<header><a class="number" href="#t${turn.number}">${turn.number}</a><span class="muted">${facts.timeOf(turn.startedAt)}</span>${turn.aside && html`<span class="tag">other branch</span>`}${turn.copied && html`<span class="tag">from the session it was forked from</span>`}<span class="figures">${figureWords(figures)}</span></header>
${renderRequest(turn)}
<div class="steps">`.text
  yield* stepPieces(turn.steps(), span, facts)
  yield '</div>\n'
  for (const lane of figures.lanes) yield* lanePieces(lane, span, facts)
  yield '\n'
  yield* changePieces(turn, figures, facts)
  yield html`
${renderReplies(turn, figures, facts)}
</section>
`.text
}

function* stepPieces(steps: Iterable<Step>, span: Span, facts: PageFacts): Generator<string, void, void> {
  for (const step of steps) yield html`${renderStep(step, span, facts)}`.text
}

const REQUEST_LOOKS: Readonly<Record<string, string>> = {
  person: '',
  program: 'Written by the program',
  summary: 'Summary of what came before (compaction)',
}

const LONG_REQUEST = 3_000

const renderRequest = (turn: TurnOutline): Markup | false => {
  const request = { by: turn.request.by, text: turn.text() }
  if (request.text === '') return false
  const label = REQUEST_LOOKS[request.by] ?? ''
  const body = html`<div class="request ${request.by}">${label !== '' && html`<p class="muted">${label}</p>`}<p dir="auto">${request.text}</p></div>`
  if (request.text.length <= LONG_REQUEST && request.by === 'person') return body
  const first = label === '' ? `${request.text.slice(0, 200)}…` : label
  return html`<details class="long"><summary>${first}</summary>${body}</details>`
}

const figureWords = (figures: TurnFigures): Markup => {
  const { usd, atLeast, durationMs, calls, failed } = figures
  return html`${counts(figures)}${calls > 0 && html`<span>${formatNumber(calls, 'call')}</span>`}${failed > 0 && html`<span class="bad">${failed} failed</span>`}${durationMs > 0 && html`<span>${formatDuration(durationMs)}</span>`}${usd !== undefined && html`<span class="usd">${atLeast ? '≥ ' : ''}${formatUsd(usd)}</span>`}`
}

const renderStep = (step: Step, span: Span, facts: PageFacts): Markup | false => {
  const look = step.discarded ? 'step discarded' : 'step'
  switch (step.kind) {
    case 'text':
      return html`<div class="${look} text">${renderProse(step.text)}</div>`
    case 'thinking':
      return (
        step.text !== '' &&
        html`<details class="${look} quiet"><summary>Thought</summary><p dir="auto">${step.text}</p></details>`
      )
    case 'notice':
      return step.text !== '' && html`<p class="${look} notice" dir="auto">${step.text}</p>`
    case 'attachment':
      return html`<details class="${look} quiet"><summary>Told to the model: ${firstLine(step.text)}</summary><pre>${step.text}</pre></details>`
    case 'said':
      return html`<details class="${look} quiet"><summary>Said in your name by the program</summary><p dir="auto">${step.text}</p></details>`
    case 'image':
      return html`<div class="${look}">${renderImage(step, facts)}</div>`
    case 'call':
      return renderCall(step.call, { span, facts, look })
  }
}

const firstLine = (text: string): string => {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}

const OUTCOME_LOOKS = { ok: 'ok', error: 'bad', open: 'open' } as const

const renderCall = (
  call: Call,
  { span, facts, look }: { readonly span: Span; readonly facts: PageFacts; readonly look: string },
): Markup => {
  const from = Date.parse(call.at)
  const to = call.endedAt === undefined ? from : Date.parse(call.endedAt)
  const failed = hasFailed(call)
  const mark = failed ? 'bad' : OUTCOME_LOOKS[call.outcome]
  const bar = timeBar({ from, to, ...span, look: `bar ${failed ? 'failed' : call.effect.kind}` })
  return html`<details class="${look} call"><summary><span class="dot ${mark}"></span><span class="tool">${call.tool}</span><span class="subject" dir="ltr">${shortPath(firstLine(call.subject), facts.cwd)}</span><span class="outcome ${mark}">${outcomeOf(call)}</span><span class="took">${to > from ? formatDuration(to - from) : ''}</span>${bar}</summary>
<div class="body">${renderInput(call)}${call.result !== '' && html`<pre>${call.result}</pre>`}${call.images.map(image => renderImage(image, facts))}${call.result === '' && call.images.length === 0 && html`<p class="muted">no output</p>`}</div></details>`
}

/** A command is read as it was typed; other input as data, when the line above does not say it all. */
const renderInput = (call: Call): Markup | false => {
  if (call.effect.kind === 'run' && call.input.includes('"command"'))
    return html`<pre class="input">${call.subject}</pre>`
  if (call.effect.kind === 'write') return false
  return html`<pre class="input">${call.input}</pre>`
}

const PICTURE = /^image\/(png|jpeg|gif|webp)$/
const BASE64 = /^[A-Za-z0-9+/=]+$/

const renderImage = (
  { mediaType, data }: { readonly mediaType: string; readonly data: string },
  facts: PageFacts,
): Markup => {
  if (!PICTURE.test(mediaType) || !BASE64.test(data) || !facts.takeImage(data.length))
    return html`<p class="muted">[picture, ${formatCount(data.length)} characters, not shown]</p>`
  return html`<img alt="picture" src="data:${mediaType};base64,${data}">`
}

function* lanePieces(lane: LaneOutline, span: Span, facts: PageFacts): Generator<string, void, void> {
  const own = { start: Date.parse(lane.startedAt), end: Date.parse(lane.endedAt) }
  const bar = timeBar({ from: own.start, to: own.end, ...span, look: 'bar agent' })
  const task = taskOf(lane)
  const calls = lane.turns.reduce((sum, turn) => sum + turn.calls, 0)
  yield html`<details class="lane"><summary><span class="dot agent"></span><span class="tool">Agent</span><span class="subject">${firstLine(task) || lane.agentId}</span><span class="outcome">${formatNumber(calls, 'call')}</span><span class="took">${formatDuration(own.end - own.start)}</span>${bar}</summary>
<div class="body">${task !== '' && html`<div class="request program"><p dir="auto">${task}</p></div>`}<div class="steps">`
    .text
  yield* stepPieces(stepsOfLane(lane), own, facts)
  yield '</div></div></details>'
}

function* changePieces(
  turn: TurnOutline,
  { files }: TurnFigures,
  facts: PageFacts,
): Generator<string, void, void> {
  if (files.length === 0) return
  yield '<div class="changes"><h4>Changed in this turn</h4>'
  for (const [file, hunks] of changesOf(turn, files))
    yield renderFile(file, hunks, shortPath(file.path, facts.cwd)).text
  yield '</div>'
}

const renderReplies = (turn: TurnOutline, figures: TurnFigures, facts: PageFacts): Markup | false => {
  const replies = [...turn.replies, ...figures.lanes.flatMap(lane => lane.replies)]
  if (replies.length === 0) return false
  const share = cacheShare(figures.usage)
  return html`<footer class="replies">${contextChart(
    replies.map(reply => reply.usage),
    facts.full,
  )}<span>${formatNumber(replies.length, 'model call')}</span><span>${formatCount(requestTokens(figures.usage))} tokens in, ${formatCount(figures.usage.output_tokens)} out</span>${share !== undefined && html`<span>${formatShare(share)} from the cache</span>`}</footer>`
}
