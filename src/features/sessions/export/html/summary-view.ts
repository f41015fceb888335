import { cacheShare, requestTokens } from '../../ledger/count-usage.ts'
import { elapsed, type Price } from '../../ledger/ledger-rows.ts'
import { countTurns } from '../../ledger/story.ts'
import { allReplies, type StoryOutline, type TurnOutline } from '../../ledger/story-outline.ts'
import { formatCount, formatDuration, formatNumber, formatShare, formatUsd } from '../format-amount.ts'
import { shortPath, type TurnFigures } from '../story-figures.ts'
import { contextChart, shareBar } from './bars.ts'
import { counts } from './diff-view.ts'
import { html, type Markup } from './markup.ts'
import type { PageFacts } from './turn-view.ts'

interface Whole {
  readonly story: StoryOutline
  readonly figures: ReadonlyMap<number, TurnFigures>
  readonly price: Price
}

/** What a person wants first: what was asked, what happened, what changed, what it cost. */
export function* summaryPieces(whole: Whole, facts: PageFacts): Generator<string, void, void> {
  yield html`${renderCards(whole)}
<div class="columns">`.text
  yield* askedPieces(whole, facts)
  yield html`<div class="side">${renderFiles(whole, facts)}${renderModels(whole)}</div></div>
${renderContext(whole, facts)}`.text
}

const sum = (whole: Whole, pick: (figures: TurnFigures) => number): number =>
  [...whole.figures.values()].reduce((total, figures) => total + pick(figures), 0)

const renderCards = (whole: Whole): Markup => {
  const { story } = whole
  const asked = countTurns(story.turns)
  const calls = sum(whole, figures => figures.calls)
  const failed = sum(whole, figures => figures.failed)
  const files = new Set([...whole.figures.values()].flatMap(({ files: list }) => list.map(file => file.path)))
  const usd = sum(whole, figures => figures.usd ?? 0)
  const vague = [...whole.figures.values()].some(figures => figures.atLeast)
  const tokens = sum(whole, figures => requestTokens(figures.usage) + figures.usage.output_tokens)
  const worked = sum(whole, figures => figures.durationMs)
  const tools = sum(whole, figures => figures.toolMs)
  const from = elapsed(story.startedAt, story.endedAt) ?? 0
  const diff = { added: sum(whole, one => one.added), removed: sum(whole, one => one.removed) }
  const cards: readonly (readonly [string, Markup, Markup])[] = [
    ['asked', html`${formatNumber(asked, 'request')}`, html`over ${formatDuration(from)}`],
    [
      'happened',
      html`${formatNumber(calls, 'tool call')}`,
      html`${formatNumber(allReplies(story).length, 'model call')}${failed > 0 && html`, <span class="bad">${failed} failed</span>`}`,
    ],
    [
      'changed',
      html`${formatNumber(files.size, 'file')}`,
      diff.added + diff.removed > 0 ? counts(diff) : html`nothing in the text of files`,
    ],
    [
      'cost',
      html`${vague && usd > 0 ? '≥ ' : ''}${usd > 0 ? formatUsd(usd) : 'price unknown'}`,
      html`${formatCount(tokens)} tokens`,
    ],
    ['worked', html`${formatDuration(worked)}`, html`${formatDuration(tools)} of it in tools`],
  ]
  return html`<div class="cards">${cards.map(([name, big, small]) => html`<div class="card ${name}"><h3>${name}</h3><p class="big">${big}</p><p class="muted">${small}</p></div>`)}</div>`
}

function* askedPieces({ story, figures }: Whole, facts: PageFacts): Generator<string, void, void> {
  const longest = [...figures.values()].reduce((most, { durationMs }) => Math.max(most, durationMs), 1)
  yield html`<div class="panel asked-list"><h2>What was asked</h2><p class="muted">${facts.timeOf(story.startedAt)} to ${facts.timeOf(story.endedAt)}</p>`
    .text
  for (const turn of story.turns) {
    const text = turn.text()
    if (text !== '') yield renderAsked(turn, { text, figures: figures.get(turn.number), longest }).text
  }
  yield '</div>'
}

const renderAsked = (
  turn: TurnOutline,
  {
    text,
    figures,
    longest,
  }: { readonly text: string; readonly figures: TurnFigures | undefined; readonly longest: number },
): Markup => {
  const words = turn.request.by === 'summary' ? 'Compaction' : text.trim().slice(0, 240)
  return html`<a class="ask${turn.aside && ' aside'}" href="#t${turn.number}"><span class="number">${turn.number}</span><span class="words" dir="auto">${words}</span><span class="figures">${figures && counts(figures)}${figures && figures.failed > 0 && html`<span class="bad">${figures.failed} failed</span>`}${figures?.usd !== undefined && html`<span class="usd">${formatUsd(figures.usd)}</span>`}</span><span class="took">${formatDuration(figures?.durationMs ?? 0)}</span>${shareBar((figures?.durationMs ?? 0) / longest, 'bar turn-time')}</a>`
}

const MAX_FILES = 60

const renderFiles = (whole: Whole, facts: PageFacts): Markup => {
  const files = new Map<string, { added: number; removed: number; turns: number[] }>()
  for (const [number, figures] of whole.figures)
    for (const file of figures.files) {
      const known = files.get(file.path) ?? { added: 0, removed: 0, turns: [] }
      known.added += file.added
      known.removed += file.removed
      known.turns.push(number)
      files.set(file.path, known)
    }
  const rows = [...files]
    .slice(0, MAX_FILES)
    .map(
      ([path, file]) =>
        html`<div class="row"><span class="path" dir="ltr">${shortPath(path, facts.cwd)}</span>${counts(file)}<span class="turns">${file.turns.slice(0, 6).map(number => html`<a href="#t${number}">${number}</a>`)}${file.turns.length > 6 && '…'}</span></div>`,
    )
  const more = files.size - MAX_FILES
  return html`<div class="panel"><h2>What changed</h2>${files.size === 0 && html`<p class="muted">No files.</p>`}${rows}${more > 0 && html`<p class="muted">and ${more} more</p>`}</div>`
}

const renderModels = ({ story, price }: Whole): Markup => {
  const models = new Map<string, { usd: number; known: boolean; calls: number; tokens: number }>()
  for (const reply of allReplies(story)) {
    const usd = price(reply.model, reply.usage)
    const name = reply.source === 'main' ? reply.model : `${reply.model} (${reply.source})`
    const known = models.get(name) ?? { usd: 0, known: true, calls: 0, tokens: 0 }
    models.set(name, {
      usd: known.usd + (usd ?? 0),
      known: known.known && usd !== undefined,
      calls: known.calls + 1,
      tokens: known.tokens + requestTokens(reply.usage) + reply.usage.output_tokens,
    })
  }
  const rows = [...models].map(
    ([name, model]) =>
      html`<div class="row"><span class="path">${name}</span><span class="muted">${formatNumber(model.calls, 'call')}, ${formatCount(model.tokens)} tokens</span><span class="usd">${model.known ? formatUsd(model.usd) : 'price unknown'}</span></div>`,
  )
  return html`<div class="panel"><h2>What it cost</h2>${rows.length === 0 && html`<p class="muted">No model calls.</p>`}${rows}</div>`
}

const renderContext = (whole: Whole, facts: PageFacts): Markup | false => {
  const replies = allReplies(whole.story).filter(reply => reply.source === 'main')
  if (replies.length === 0) return false
  const usage = [...whole.figures.values()].map(figures => figures.usage)
  const read = usage.reduce((total, one) => total + one.cache_read_input_tokens, 0)
  const asked = usage.reduce((total, one) => total + requestTokens(one), 0)
  const share = cacheShare({
    input_tokens: asked - read,
    output_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: read,
  })
  return html`<div class="panel context"><h2>Context and cache</h2><p class="muted">Tokens in front of the model, call by call; the top of the chart is ${formatCount(facts.full)}.${share !== undefined && html` ${formatShare(share)} of all input came from the cache.`}</p>${contextChart(
    replies.map(reply => reply.usage),
    facts.full,
  )}<p class="legend"><span><i class="key read"></i>from the cache</span><span><i class="key written"></i>written to the cache</span><span><i class="key fresh"></i>new</span><span><i class="key out"></i>answer</span></p></div>`
}
