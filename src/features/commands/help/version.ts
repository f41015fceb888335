import type { Command } from '../../../protocol/command.ts'
import { helpAnswer } from '../../../protocol/messages/commands/help.ts'
import { setupAnswer } from '../../../protocol/messages/commands/setup.ts'
import { headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import { table } from '../../../protocol/messages/table.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

export const versionCommand: Command = {
  ...described('version'),
  group: 'help',
  headless: true,
  beside: true,
  run: async (_, { place }) =>
    shown(verbatim(`capstan ${place.version}, node ${process.version}, ${process.platform} ${process.arch}`)),
}

const SECRET_NAME = /key|token|secret|passw|credential|auth|cookie/i

/** What `env` of the settings gives to commands and servers; what may be a secret is not shown. */
export const envCommand: Command = {
  ...described('env'),
  group: 'help',
  headless: true,
  beside: true,
  async run(_, { settings }) {
    const variables = (await settings.list()).filter(({ key }) => key.startsWith('env.'))
    if (variables.length === 0) return shown(helpAnswer('no_variables'))
    const rows = variables.map(setting => {
      const name = setting.key.slice('env.'.length)
      const isHidden = 'hidden' in setting || SECRET_NAME.test(name)
      return [name, isHidden ? setupAnswer('value_hidden') : String(setting.value)]
    })
    return shown(table(headerOf('name', 'value'), rows))
  },
}
