import { isDeepStrictEqual } from 'node:util'
import { type ReadText, readBounded } from '../../features/settings/read-bounded.ts'
import { settingsText } from '../../protocol/messages/engine/settings-changes.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { AnsweredText, SettingsPort } from '../options/settings-port.ts'

type Texts = ReadonlyMap<string, ReadText>

/** Besides rules, hooks and variables: settings that run something, or lead somewhere, from the next start on. */
const LEADING: readonly string[] = [
  ...[
    'apiKeyHelper',
    'afterEdit',
    'statusLine',
    'subagentStatusLine',
    'fileSuggestion',
    'webSearch',
    'providers',
  ],
  ...['awsAuthRefresh', 'awsCredentialExport', 'gcpAuthRefresh'],
  ...['notifyWebhook', 'teams'],
  ...['sandbox', 'autoMode', 'disableAllHooks', 'secrets', 'budgets', 'telemetry', 'otelHeadersHelper'],
  ...['plansDirectory', 'autoMemoryDirectory', 'teamMemoryDirectory'],
]

/** What is remembered beyond a session of the settings files that came with the folder. */
export class SettingsRecords {
  readonly #port: SettingsPort
  readonly #warn: (text: LocalizedText) => void

  constructor(port: SettingsPort, warn: (text: LocalizedText) => void) {
    this.#port = port
    this.#warn = warn
  }

  async hold(files: readonly string[], texts: Texts): Promise<void> {
    await this.#keep('hold', files, { texts })
  }

  async confirm(files: readonly string[], texts: Texts): Promise<void> {
    await this.#keep('confirm', files, { texts })
  }

  /** The person's answer was added to what the file held before. */
  async confirmAnswer(file: string, texts: Texts, before: string): Promise<void> {
    await this.#keep('confirm', [file], { texts, before })
  }

  async #keep(
    how: 'hold' | 'confirm',
    files: readonly string[],
    { texts, before }: { readonly texts: Texts; readonly before?: string },
  ): Promise<void> {
    const { memory } = this.#port
    const known = this.#ofFolder()
    const given = files.flatMap((file): readonly AnsweredText[] => {
      const read = texts.get(file)
      return known.has(file) && read?.kind === 'text'
        ? [{ file, text: read.text, ...(before === undefined ? {} : { before }) }]
        : []
    })
    const problem = given.length === 0 ? undefined : await memory?.[how](given)
    if (problem !== undefined) this.#warn(settingsText('answer_lost', { reason: problem }))
  }

  /** Keys that only count from the next start on, and mean something else then. */
  changedKeys(before: Texts, after: Texts, confirmed: readonly string[] = []): readonly string[] {
    if (!this.#port.memory) return []
    const [was, is] = [this.#all(before, []), this.#all(after, confirmed)]
    return LEADING.filter(key => !isDeepStrictEqual(was[key], is[key]))
  }

  #all(texts: Texts, confirmed: readonly string[]): Readonly<Record<string, unknown>> {
    return { ...this.#port.gather(file => texts.get(file) ?? ABSENT, confirmed).settings }
  }

  /** What the folder's files hold now and did not when they were last looked at. */
  changedSince(seen: Texts): Texts {
    const late = new Map<string, ReadText>()
    if (!this.#port.memory) return late
    for (const file of this.#ofFolder()) {
      const [was, is] = [seen.get(file), readBounded(file)]
      if (is.kind === 'text' && !(was?.kind === 'text' && was.text === is.text)) late.set(file, is)
    }
    return late
  }

  /** `news`: what somebody else has changed; `answered`: the person was shown the change here and said yes. */
  whose(files: readonly string[], before: Texts, after: Texts) {
    const changeOf = (file: string) => ({ before: textOf(before.get(file)), after: textOf(after.get(file)) })
    const { writes } = this.#port
    return {
      news: files.filter(file => writes?.made(file, changeOf(file)) !== true),
      answered: files.filter(file => writes?.answered(file, changeOf(file)) === true),
    }
  }

  #ofFolder(): ReadonlySet<string> {
    const own = this.#port.files().filter(({ source }) => source === 'project' || source === 'local')
    return new Set(own.map(({ file }) => file))
  }
}

const ABSENT: ReadText = { kind: 'absent' }

export const textOf = (read: ReadText | undefined): string => (read?.kind === 'text' ? read.text : '')
