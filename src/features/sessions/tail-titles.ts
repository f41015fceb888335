import type { Entry, MetadataEntry } from '../../protocol/entry.ts'
import type { SessionFacts } from './folds/facts.ts'

/** A list reads the last 64 KB of each file: what names the session must stand there. */
const REPEAT_AFTER_BYTES = 32 * 1024

type TitleEntry = Extract<MetadataEntry, { readonly type: 'custom-title' | 'ai-title' | 'tag' | 'pr-link' }>

/** Knows what names the session, and when it must be written again to stay near the end of the file. */
export class TailTitles {
  readonly #titles = new Map<string, TitleEntry>()
  #bytesSince = 0

  /** What the file names the session already, wherever in it. */
  constructor(known: readonly TitleEntry[] = []) {
    for (const entry of known) this.#titles.set(keyOf(entry), entry)
    if (known.length > 0) this.#bytesSince = REPEAT_AFTER_BYTES
  }

  see(entry: Entry): void {
    if (isTitle(entry)) this.#titles.set(keyOf(entry), entry)
  }

  /** Lines that belong behind `text`, usually none. */
  linesAfter(text: string): string {
    if (this.#titles.size === 0) return ''
    this.#bytesSince += Buffer.byteLength(text)
    if (this.#bytesSince < REPEAT_AFTER_BYTES) return ''
    this.#bytesSince = 0
    return [...this.#titles.values()].map(entry => `${JSON.stringify(entry)}\n`).join('')
  }
}

const TITLES: ReadonlySet<string> = new Set(['custom-title', 'ai-title', 'tag', 'pr-link'])

const isTitle = (entry: Entry): entry is TitleEntry => TITLES.has(entry.type)

/** A session has one name, and may have worked on several pull requests. */
const keyOf = (entry: TitleEntry): string =>
  entry.type === 'pr-link' ? `${entry.type} ${entry.prUrl}` : entry.type

/** What a loaded file is called, as entries. */
export const titleEntries = (
  { title, tag, pullRequests = [] }: SessionFacts,
  sessionId: string,
): readonly TitleEntry[] => [
  ...(title.custom === undefined
    ? []
    : [{ type: 'custom-title' as const, customTitle: title.custom, sessionId }]),
  ...(title.ai === undefined ? [] : [{ type: 'ai-title' as const, aiTitle: title.ai, sessionId }]),
  ...(tag === undefined ? [] : [{ type: 'tag' as const, tag, sessionId }]),
  ...pullRequests,
]
