import type { Command, CommandSettings } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'
import type { ListedSetting } from '../../../protocol/settings-access.ts'
import { columns } from '../columns.ts'

export const configCommand: Command = {
  name: 'config',
  aliases: ['settings'],
  description: 'Show settings, or change one: key=value; --project or --local picks the file',
  argumentHint: '[key=value]',
  group: 'setup',
  headless: true,
  beside: true,
  panel: { name: 'config', when: 'bare' },
  async run(args, { settings, rich }) {
    const { words, scope } = readScope(args)
    if (words === '') {
      const rows = (await settings.list()).map(each => [each.key, shown(each)])
      const text =
        rows.length === 0 ? 'Nothing is set: all defaults.' : columns(['setting', 'value'], rows, rich)
      return { kind: 'shown', text }
    }
    const [, key = '', value] = /^([\w.$-]+)\s*(?:=\s*([\s\S]*))?$/.exec(words) ?? []
    if (key === '') throw new OpError('/config takes key=value, such as theme=dark.')
    if (value === undefined) {
      const found = (await settings.list()).filter(each => each.key === key || each.key.startsWith(`${key}.`))
      if (found.length === 0) return { kind: 'shown', text: await unset(key, settings) }
      return { kind: 'shown', text: found.map(each => `${each.key} = ${shown(each)}`).join('\n') }
    }
    if (value === '') throw new OpError(`Give ${key} a value, or remove it from the settings file.`)
    const { file, counts } = await settings.write(key, readValue(value), scope)
    const when = counts === 'now' ? '' : ' Takes effect the next time you start Capstan.'
    return { kind: 'shown', text: `${key} is now ${value} in ${file}.${when}` }
  },
}

const unset = async (key: string, settings: CommandSettings): Promise<string> => {
  const { default: usual } = await settings.about(key)
  return usual === undefined
    ? `${key} isn't set; the default applies.`
    : `${key} isn't set; the default is ${textOf(usual)}.`
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

const shown = (setting: ListedSetting): string =>
  'hidden' in setting ? '(set; not shown here)' : textOf(setting.value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
