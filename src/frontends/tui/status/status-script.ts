import { cleanAnsi, truncateAnsi } from '../../../lib/ansi-text.ts'
import { escapeProse } from '../../../lib/escape-text.ts'
import type { CacheReport } from '../../../protocol/cache.ts'
import { describeError, type Localize } from '../../../protocol/messages/localized-text.ts'
import type { TuiPorts } from '../ports/tui-ports.ts'
import type { Store } from '../state/store.ts'
import type { UiState } from '../state/ui-state.ts'
import type { Line } from '../terminal/screen-port.ts'
import { type PullRequest, pullRequestOf } from './pull-request-of.ts'
import { PullRequestReview } from './pull-request-review.ts'
import { statusInput } from './status-input.ts'

interface Parts {
  readonly store: Store
  readonly ports: TuiPorts
  after(ms: number, call: () => void): () => void
  readonly localize: Localize
  /** Undefined while there is no conversation. */
  cache(): Promise<CacheReport> | undefined
}

/** Runs the person's status line when something it shows may have changed: never two at once, never for a key press. */
export class StatusScript {
  readonly #parts: Parts
  readonly #startedAt: number
  readonly #listeners = new Set<() => void>()
  #lines: readonly Line[] | undefined
  #running: AbortController | undefined
  #cancel: (() => void) | undefined
  #again = false
  readonly #review: PullRequestReview
  #stopped = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#startedAt = parts.ports.system.now()
    this.#review = new PullRequestReview({
      ask: url => parts.ports.system.reviewState(url),
      changed: () => this.#soon(0),
    })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly lines = (): readonly Line[] | undefined => this.#lines

  start(): () => void {
    const { store, ports } = this.#parts
    const stops = [
      store.subscribe((state, before) => {
        if (isNews(state, before)) this.#soon(SETTLE_MS)
      }),
      ports.settings.onChange(() => this.#soon(0)),
    ]
    this.#soon(0)
    return () => {
      this.#stopped = true
      for (const stop of stops) stop()
      this.#cancel?.()
      this.#running?.abort()
    }
  }

  #soon(ms: number): void {
    if (!this.#parts.ports.settings.current().statusLine) {
      this.#cancel?.()
      this.#running?.abort()
      this.#show(undefined)
      return
    }
    if (this.#running) {
      this.#again = true
      return
    }
    this.#cancel?.()
    this.#cancel = this.#parts.after(ms, () => void this.#run())
  }

  async #run(): Promise<void> {
    const { ports } = this.#parts
    const wish = ports.settings.current().statusLine
    if (!wish) return
    const controller = new AbortController()
    this.#running = controller
    try {
      const asked = this.#parts.cache()
      const input = this.#input(asked && (await asked))
      const output = await ports.system.runStatusLine(wish.command, input, controller.signal)
      if (!controller.signal.aborted) this.#show(scriptLines(output, wish.padding ?? 0))
    } catch (error) {
      // A script that fails says so where its lines would stand; the conversation does not care.
      if (!controller.signal.aborted)
        this.#show([`! ${escapeProse(this.#parts.localize(describeError(error)))}`])
    } finally {
      this.#running = undefined
    }
    const wait = this.#again ? SETTLE_MS : controller.signal.aborted ? 0 : (wish.refreshInterval ?? 0) * 1000
    this.#again = false
    if (wait > 0 && !this.#stopped) this.#cancel = this.#parts.after(wait, () => void this.#run())
  }

  #input(cache: CacheReport | undefined): unknown {
    const { store, ports } = this.#parts
    return statusInput(store.state, {
      cache,
      pullRequest: this.#pullRequest(),
      version: ports.system.version,
      startedAt: this.#startedAt,
      now: ports.system.now(),
      outputStyle: ports.settings.current().outputStyle,
      repository: ports.system.repository(store.state.session.cwd),
    })
  }

  #pullRequest(): PullRequest | undefined {
    const { store, ports } = this.#parts
    const opened = pullRequestOf(store.state.transcript.done)
    return opened && this.#review.of(opened, ports.system.now())
  }

  #show(lines: readonly Line[] | undefined): void {
    if (lines === this.#lines || (lines && this.#lines && lines.join('\n') === this.#lines.join('\n'))) return
    this.#lines = lines
    for (const listener of this.#listeners) listener()
  }
}

/** Colours and links may stay, everything else that could act on the terminal goes. */
export const scriptLines = (output: string, padding: number): readonly Line[] =>
  output
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .slice(0, MOST_LINES)
    .map(line => `${' '.repeat(padding)}${truncateAnsi(cleanAnsi(line), WIDEST)}`)

const isNews = (state: UiState, before: UiState): boolean =>
  state.session !== before.session ||
  (state.turn === undefined) !== (before.turn === undefined) ||
  state.prompt.editor.vim?.mode !== before.prompt.editor.vim?.mode

const SETTLE_MS = 300
const MOST_LINES = 3
const WIDEST = 1000
