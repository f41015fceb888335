import { hash } from 'node:crypto'
import { counted } from '../../../../lib/text/counted.ts'
import { requestTokens } from '../../ledger/count-usage.ts'
import type { Price } from '../../ledger/ledger-rows.ts'
import { countTurns } from '../../ledger/story.ts'
import { allReplies, type StoryOutline } from '../../ledger/story-outline.ts'
import { figuresOf } from '../story-figures.ts'
import { html, Markup } from './markup.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { PAGE_STYLE } from './page-style.ts'
import { summaryPieces } from './summary-view.ts'
import { type PageFacts, turnPieces } from './turn-view.ts'

export interface PageOptions {
  readonly price: Price
  /** A moment in words, where the person is. */
  timeOf(at: string): string
  /** Said in the foot of the page: what was left out or redacted. */
  readonly notes: readonly string[]
}

const MAX_IMAGE_CHARS = 1_500_000
const ALL_IMAGE_CHARS = 8_000_000

const sourceOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

/**
 * One page that needs nothing else: no network, no other file; nothing in it can run but its own script. It comes in
 * pieces of one step at most: of a long session they do not fit into memory together.
 */
export function* pagePieces(story: StoryOutline, deps: PageOptions): Generator<string, void, void> {
  const figures = figuresOf(story, deps.price)
  const facts = factsOf(story, deps)
  const policy = `default-src 'none'; img-src data:; style-src ${sourceOf(PAGE_STYLE)}; script-src ${sourceOf(PAGE_SCRIPT)}; base-uri 'none'; form-action 'none'`
  const title = story.title === '' ? 'Session' : story.title.slice(0, 200)
  yield html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="capstan">
<title>${title}</title>
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body>
<div class="bar-top"><div class="inner"><input id="search" type="search" placeholder="Search in ${countTurns(story.turns)} turns" aria-label="Search" autocomplete="off" spellcheck="false"><span id="found" class="muted" aria-live="polite"></span><span class="grow"></span><button id="failed" type="button" aria-pressed="false">Failures</button><button id="unfold" type="button" aria-pressed="false">Open all</button><button id="theme" type="button">Theme</button></div></div>
<main>
<h1 dir="auto">${title}</h1>
<p class="meta"><span dir="ltr">${story.cwd}</span>${story.gitBranch !== '' && html`<span>${story.gitBranch}</span>`}<span>${modelsOf(story)}</span><span class="id">${story.sessionId}</span></p>
`.text
  yield* summaryPieces({ story, figures, price: deps.price }, facts)
  yield '\n<h2 class="turns-title">What happened</h2>\n'
  for (const turn of story.turns) {
    const numbers = figures.get(turn.number)
    if (numbers !== undefined) yield* turnPieces(turn, numbers, facts)
  }
  yield html`
<footer class="foot muted">${story.damaged > 0 && html`<p>${counted(story.damaged, 'line')} of the session file could not be read.</p>`}${deps.notes.map(note => html`<p>${note}</p>`)}</footer>
</main>
<script>${new Markup(PAGE_SCRIPT)}</script>
</body>
</html>
`.text
}

const modelsOf = (story: StoryOutline): string =>
  [...new Set(allReplies(story).map(reply => reply.model))].join(', ') || 'no model'

const factsOf = (story: StoryOutline, deps: PageOptions): PageFacts => {
  let left = ALL_IMAGE_CHARS
  const largest = allReplies(story).reduce(
    (most, { usage }) => Math.max(most, requestTokens(usage) + usage.output_tokens),
    1,
  )
  return {
    cwd: story.cwd,
    full: roundUp(largest),
    timeOf: at => (at === '' ? '' : deps.timeOf(at)),
    takeImage(bytes) {
      if (bytes > MAX_IMAGE_CHARS || bytes > left) return false
      left -= bytes
      return true
    },
  }
}

/** A round number that is not much larger. */
const roundUp = (value: number): number => {
  const step = 10 ** Math.floor(Math.log10(value)) / 5
  return Math.ceil(value / step) * step
}
