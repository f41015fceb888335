import { randomUUID } from 'node:crypto'
import type { KeysOfFile } from '../../features/settings/load.ts'
import { changeState, readState, type State } from '../../features/trust/state-file.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { isObject } from '../../lib/is-object.ts'
import { settingsText } from '../../protocol/messages/host/settings.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'

const SAID = 'saidWithoutEffect'
const MOST_KEYS = 12
const MOST_REMEMBERED = 200

/** Says of each file once which of its keys do nothing here, and again when others have come. */
export const sayWithoutEffect = async (
  { withoutEffect }: { readonly withoutEffect: readonly KeysOfFile[] },
  { configHome }: { readonly configHome: string },
  warn: Warn,
): Promise<void> => {
  const read = readState(configHome)
  const said = read.kind === 'state' ? saidIn(read.state) : {}
  const news = withoutEffect.flatMap(({ file, keys }) => {
    const fresh = keys.filter(key => !said[file]?.includes(key))
    return fresh.length === 0 ? [] : [{ file, keys: fresh }]
  })
  for (const { file, keys } of news) {
    const shown = keys.slice(0, MOST_KEYS).map(key => escapeLine(key, 80))
    const over = keys.length - shown.length
    warn(
      settingsText('without_effect', {
        file: escapeLine(file, 300),
        keys: over > 0 ? [...shown, '…'] : shown,
      }),
    )
  }
  const lasting = news.filter(({ file }) => file.startsWith('/'))
  if (lasting.length > 0) await remember(lasting, configHome)
}

const saidIn = (state: State): Readonly<Record<string, readonly string[]>> => {
  const said = state[SAID]
  if (!isObject(said)) return {}
  return Object.fromEntries(
    Object.entries(said).flatMap(([file, keys]) =>
      Array.isArray(keys) ? [[file, keys.filter(key => typeof key === 'string')]] : [],
    ),
  )
}

const remember = async (
  news: readonly { readonly file: string; readonly keys: readonly string[] }[],
  configHome: string,
): Promise<void> => {
  const change = (state: State): State => {
    const said: Record<string, readonly string[]> = { ...saidIn(state) }
    for (const { file, keys } of news) said[file] = [...(said[file] ?? []), ...keys]
    const latest = Object.entries(said).slice(-MOST_REMEMBERED)
    return { ...state, [SAID]: Object.fromEntries(latest) }
  }
  try {
    await changeState(configHome, change, { newId: randomUUID, now: Date.now })
  } catch {
    // It is said again the next time: no session is lost over that.
  }
}
