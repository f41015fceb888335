import type { AskedFor, Command } from '../../../protocol/command.ts'
import { permissionsAnswer } from '../../../protocol/messages/commands/permissions.ts'
import { cellText, headerOf, knownCell } from '../../../protocol/messages/commands/table-cells.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modeName } from '../../../protocol/messages/permissions/permissions.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import type { Queries } from '../../../protocol/query.ts'
import { paragraphs, shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'

export const permissionsCommand: Command = {
  ...described('permissions', ['allowed-tools']),
  group: 'permissions',
  headless: true,
  beside: true,
  panel: { name: 'permissions', when: 'always' },
  async run(_, { engine }) {
    const permissions = await engine.query('permissions')
    return shownLines([...heading(permissions), '', rules(permissions)])
  },
}

const heading = ({ mode, modes, directories, sandbox }: Queries['permissions']): readonly LocalizedText[] => [
  permissionsAnswer('mode', {
    mode: modeName(mode),
    modes: modes.filter(each => each !== mode).map(modeName),
  }),
  permissionsAnswer('directories', { directories }),
  permissionsAnswer('sandbox', { sandbox: cellText(sandbox) }),
]

const rules = (permissions: Queries['permissions']): LocalizedText => {
  if (permissions.rules.length === 0) return permissionsAnswer('no_rules')
  const rows = permissions.rules.map(({ behavior, text, source, place }) => [
    cellText(behavior),
    text,
    place ? `${place.file}:${place.line}` : knownCell(source),
  ])
  return table(headerOf('what', 'rule', 'from'), rows)
}

const SHOWN = 15

export const fewerPromptsCommand: Command = {
  ...described('fewer_permission_prompts'),
  group: 'permissions',
  headless: true,
  beside: true,
  async run(args, { engine, askedFor }) {
    const asked = (await askedFor()).slice(0, SHOWN)
    if (asked.length === 0) return shown(permissionsAnswer('nothing_asked'))
    if (args === '') {
      const rows = asked.map(({ rule, count }, at) => [String(at + 1), rule, count])
      return shown(
        paragraphs([table(headerOf('', 'rule', 'times'), rows), permissionsAnswer('allow_by_number')]),
      )
    }
    const chosen = choose(args, asked)
    await engine.send({
      type: 'update_permissions',
      updates: [
        {
          type: 'addRules',
          behavior: 'allow',
          destination: 'localSettings',
          rules: chosen.map(({ toolName, ruleContent }) => ({
            toolName,
            ...(ruleContent === undefined ? {} : { ruleContent }),
          })),
        },
      ],
    })
    return shown(permissionsAnswer('now_allowed', { rules: chosen.map(({ rule }) => rule) }))
  },
}

const choose = (args: string, asked: readonly AskedFor[]): readonly AskedFor[] =>
  args.split(/[\s,]+/).map(word => {
    const found = asked[Number(word) - 1]
    if (!found) throw new OpError(permissionsAnswer('no_such_number', { number: word }))
    return found
  })
