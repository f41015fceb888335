import { withNames } from '../../../lib/text/written-signs.ts'
import { describeError } from '../../../protocol/messages/localized-text.ts'
import type { SettingScope } from '../ports/settings-port.ts'
import type { Ui } from '../ui/ui.ts'

export interface SettingChange {
  readonly key: string
  readonly value: unknown
  readonly scope?: SettingScope
}

/** Writes a setting and says where; undefined takes it out. False when it could not be written, which is said too. */
export const saveSetting = async (
  ui: Pick<Ui, 'ports' | 'toast' | 'words'>,
  { key, value, scope = 'user' }: SettingChange,
): Promise<boolean> => {
  const { saved, removed, switched } = ui.words.panels.config
  try {
    const where = ui.words.localize(await ui.ports.settings.write(key, value, scope))
    const inWords = Object.hasOwn(switched, key) ? switched[key]?.(value) : undefined
    const said = inWords === undefined ? saved(key, String(value), where) : withNames(inWords, [where])
    ui.toast(value === undefined ? removed(key, where) : said, 'good')
    return true
  } catch (error) {
    ui.toast(describeError(error), 'error')
    return false
  }
}
