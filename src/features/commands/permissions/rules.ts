import type { AskedFor, Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'
import type { Queries } from '../../../protocol/query.ts'
import { columns } from '../columns.ts'

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

const SHOWN = 15

export const fewerPromptsCommand: Command = {
  name: 'fewer-permission-prompts',
  description: 'Show your most frequent permission prompts, and allow some by number',
  argumentHint: '[numbers]',
  group: 'permissions',
  headless: true,
  beside: true,
  async run(args, { engine, askedFor, rich }) {
    const asked = (await askedFor()).slice(0, SHOWN)
    if (asked.length === 0)
      return { kind: 'shown', text: 'Nothing in this session would ask under your rules.' }
    if (args === '') {
      const rows = asked.map(({ rule, count }, at) => [String(at + 1), rule, count])
      const how =
        'To allow some of them in this project: /fewer-permission-prompts 1 3. Undo with /permissions.'
      return { kind: 'shown', text: `${columns(['', 'rule', 'times'], rows, rich)}\n\n${how}` }
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
    return {
      kind: 'shown',
      text: `Now allowed in this project: ${chosen.map(({ rule }) => rule).join(', ')}`,
    }
  },
}

const choose = (args: string, asked: readonly AskedFor[]): readonly AskedFor[] =>
  args.split(/[\s,]+/).map(word => {
    const found = asked[Number(word) - 1]
    if (!found)
      throw new OpError(`${word} isn't one of the numbers. Run the command without numbers to see the list.`)
    return found
  })
