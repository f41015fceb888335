import { escapeLine } from '../../../lib/escape-text.ts'
import type { Command, CommandOutcome, CommandSettings } from '../../../protocol/command.ts'
import { setupAnswer } from '../../../protocol/messages/commands/setup.ts'
import { headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import type { ListedSetting } from '../../../protocol/settings-access.ts'
import { paragraphs, shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'

export const configCommand: Command = {
  ...described('config', ['settings']),
  group: 'setup',
  headless: true,
  beside: true,
  panel: { name: 'config', when: 'bare' },
  async run(args, { settings }) {
    const { words, scope } = readScope(args)
    const several = assignmentsIn(words)
    if (several.length > 1) return await setAll(several, scope, settings)
    if (words === '') {
      const rows = (await settings.list()).map(each => [each.key, shownValue(each)])
      const all = rows.length === 0 ? setupAnswer('nothing_set') : table(headerOf('setting', 'value'), rows)
      return shown(paragraphs([all, ...(settings.withoutEffect ?? []).map(idle)]))
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

const idle = ({ file, keys }: { readonly file: string; readonly keys: readonly string[] }): LocalizedText =>
  settingsText('without_effect', {
    file: escapeLine(file, 300),
    keys: keys.map(key => escapeLine(key, 80)),
  })

/** `a=b c=d "e=f g"`; none unless every word is one. */
const assignmentsIn = (words: string): readonly (readonly [key: string, value: string])[] => {
  const all = [...words.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    /^([\w.$-]+)=([\s\S]+)$/.exec(
      word.replace(/"([^"]*)"|'([^']*)'/g, (_, one?: string, two?: string) => one ?? two ?? ''),
    ),
  )
  return all.every(found => found !== null) ? all.map(([, key = '', value = '']) => [key, value]) : []
}

/** Each by itself: what is refused keeps nothing else from being set, and all of it is said. */
const setAll = async (
  all: readonly (readonly [key: string, value: string])[],
  scope: 'user' | 'project' | 'local',
  settings: CommandSettings,
): Promise<CommandOutcome> => {
  const said: LocalizedText[] = []
  let failed = false
  for (const [key, value] of all)
    try {
      const { file, counts } = await settings.write(key, readValue(value), scope)
      said.push(setupAnswer(counts === 'now' ? 'set_now' : 'set_later', { key, value, file }))
    } catch (error) {
      if (!(error instanceof OpError)) throw error
      failed = true
      said.push(setupAnswer('not_set', { key, why: error.localized }))
    }
  if (failed) throw new OpError(lines(said))
  return shownLines(said)
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
