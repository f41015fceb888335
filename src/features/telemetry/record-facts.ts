import { isObject } from '../../lib/is-object.ts'
import type { MentionFacts } from '../../protocol/attachment.ts'
import type { Event } from '../../protocol/event.ts'
import type { WatchedFact } from '../../protocol/telemetry/session-watch.ts'
import type { Attributes } from './otlp/attributes.ts'
import type { Recorder } from './recorder.ts'

const NOT_BROUGHT: ReadonlySet<MentionFacts['what']> = new Set(['denied', 'failed', 'tooMuch'] as const)

/** What happens beside turns and calls: sign-ins, hooks and plugins that came, what prompts name, failures of our own. */
export class FactRecords {
  readonly #to: Recorder

  constructor(to: Recorder) {
    this.#to = to
  }

  happened(event: Event): void {
    if (event.type !== 'entry' || event.replay || event.entry.type !== 'attachment') return
    const { kind, mention } = event.entry.attachment
    if (kind !== 'mention' || !isFacts(mention)) return
    this.#to.log.write('at_mention', {
      mention_type: typeOf(mention),
      success: !NOT_BROUGHT.has(mention.what),
    })
  }

  noted(fact: WatchedFact): void {
    const { log } = this.#to
    if (fact.kind === 'signed_in') log.write('auth', { action: 'login', success: true })
    else if (fact.kind === 'internal_error') log.write('internal_error', errorFacts(fact.error))
    else if (fact.kind === 'plugin_installed') log.write('plugin_installed', this.#plugin(fact))
    else
      log.write('hook_registered', {
        hook_event: fact.event,
        hook_type: fact.type,
        hook_source: fact.source,
        hook_matcher: this.#detail(fact.matcher),
      })
  }

  #plugin({ id, version }: Extract<WatchedFact, { readonly kind: 'plugin_installed' }>): Attributes {
    const [name, marketplace] = id.split('@')
    return {
      'install.trigger': 'ui',
      'plugin.name': this.#detail(name) ?? 'third-party',
      'plugin.version': this.#detail(version),
      'marketplace.name': this.#detail(marketplace),
    }
  }

  #detail(text: string | undefined): string | undefined {
    const { options, clean } = this.#to
    return options.content.toolDetails && text !== undefined ? clean(text) : undefined
  }
}

/** The kind of error and its code, never its words: they may hold paths. */
const errorFacts = (error: unknown): Attributes => ({
  error_name: error instanceof Error ? error.name : typeof error,
  error_code:
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined,
})

const isFacts = (value: unknown): value is MentionFacts =>
  isObject(value) && typeof value['what'] === 'string'

const typeOf = ({ what }: MentionFacts): string =>
  what === 'entries' ? 'directory' : what === 'session' ? 'session' : 'file'
