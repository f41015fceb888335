import { isObject } from '../../lib/is-object.ts'
import type { Env } from '../../protocol/host.ts'
import { telemetryText } from '../../protocol/messages/host/telemetry.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import { askForKey } from '../credentials/ask-for-key.ts'

interface Helper {
  readonly command: string
  readonly env: Env
  readonly cwd: string
}

/** Headers that a command of the person's prints as JSON, asked for again from time to time. */
export const createHeadersHelper = (
  helper: Helper,
  {
    everyMs,
    warn,
    ask = askForKey,
    now = () => performance.now(),
  }: {
    readonly everyMs: number
    readonly warn: Warn
    ask?(helper: Helper, words: 'hidden'): Promise<string>
    now?(): number
  },
): (() => Promise<Readonly<Record<string, string>>>) => {
  let known: { readonly headers: Readonly<Record<string, string>>; readonly until: number } | undefined
  return async () => {
    if (known && now() < known.until) return known.headers
    const headers = parseHeaders(await ask(helper, 'hidden'))
    if (headers === undefined) warn(telemetryText('bad_headers'))
    known = { headers: headers ?? known?.headers ?? {}, until: now() + everyMs }
    return known.headers
  }
}

const parseHeaders = (text: string): Readonly<Record<string, string>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value) || Object.values(value).some(each => typeof each !== 'string')) return undefined
    return value as Record<string, string>
  } catch {
    return undefined
  }
}
