import type { Command, CommandSettings } from '../../../protocol/command.ts'
import { setupAnswer } from '../../../protocol/messages/commands/setup.ts'
import { headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import type { ListedSetting } from '../../../protocol/settings-access.ts'
import { shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'

export const configCommand: Command = {
  ...described('config'),
  aliases: ['settings'],
  group: 'setup',
  headless: true,
  beside: true,
  panel: { name: 'config', when: 'bare' },
  async run(args, { settings }) {
    const { words, scope } = readScope(args)
    if (words === '') {
      const rows = (await settings.list()).map(each => [each.key, shownValue(each)])
      return shown(rows.length === 0 ? setupAnswer('nothing_set') : table(headerOf('setting', 'value'), rows))
    }
    const [, key = '', value] = /^([\w.$-]+)\s*(?:=\s*([\s\S]*))?$/.exec(words) ?? []
    if (key === '') throw new OpError(setupAnswer('config_takes'))
    if (value === undefined) {
      const found = (await settings.list()).filter(each => each.key === key || each.key.startsWith(`${key}.`))
      if (found.length === 0) return shown(await unset(key, settings))
      return shownLines(
        found.map(each => setupAnswer('key_value', { key: each.key, value: shownValue(each) })),
      )
    }
    if (value === '') throw new OpError(setupAnswer('give_value', { key }))
    const { file, counts } = await settings.write(key, readValue(value), scope)
    return shown(setupAnswer(counts === 'now' ? 'set_now' : 'set_later', { key, value, file }))
  },
}

const unset = async (key: string, settings: CommandSettings): Promise<LocalizedText> => {
  const { default: usual } = await settings.about(key)
  return usual === undefined
    ? setupAnswer('unset', { key })
    : setupAnswer('unset_default', { key, value: textOf(usual) })
}

const SCOPE = /(^|\s)--(user|project|local)(?=\s|$)/

const readScope = (
  args: string,
): { readonly words: string; readonly scope: 'user' | 'project' | 'local' } => {
  const found = SCOPE.exec(args)?.[2]
  const scope = found === 'project' || found === 'local' ? found : 'user'
  return { words: args.replace(SCOPE, ' ').trim(), scope }
}

const readValue = (text: string): string | number | boolean => {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

const shownValue = (setting: ListedSetting): Text =>
  'hidden' in setting ? setupAnswer('value_hidden') : textOf(setting.value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
