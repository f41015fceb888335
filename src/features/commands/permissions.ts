import type { Command } from '../../protocol/command.ts'
import type { Queries } from '../../protocol/query.ts'
import { columns } from './columns.ts'

export const permissionsCommand: Command = {
  name: 'permissions',
  aliases: ['allowed-tools'],
  description: 'Show permission rules: allow, ask, deny',
  group: 'permissions',
  headless: true,
  beside: true,
  panel: { name: 'permissions', when: 'always' },
  async run(_, { engine, rich }) {
    const permissions = await engine.query('permissions')
    return { kind: 'shown', text: [...heading(permissions), '', ...rules(permissions, rich)].join('\n') }
  },
}

const heading = ({ mode, modes, directories, sandbox }: Queries['permissions']): readonly string[] => [
  `Mode: ${mode} (also: ${modes.filter(each => each !== mode).join(', ')})`,
  `Directories: ${directories.join(', ')}`,
  `Sandbox: ${sandbox}`,
]

const rules = (permissions: Queries['permissions'], rich: boolean): readonly string[] => {
  if (permissions.rules.length === 0) return ['No rules: the permission mode decides.']
  const rows = permissions.rules.map(({ behavior, text, source, place }) => [
    behavior,
    text,
    place ? `${place.file}:${place.line}` : source,
  ])
  return [columns(['what', 'rule', 'from'], rows, rich)]
}
