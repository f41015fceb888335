import { dollars } from '../../../lib/dollars.ts'
import { grouped } from '../../../lib/text/columns.ts'
import type { Command } from '../../../protocol/command.ts'
import { helpAnswer } from '../../../protocol/messages/commands/help.ts'
import { cellText, knownCell } from '../../../protocol/messages/commands/table-cells.ts'
import { modeName } from '../../../protocol/messages/permissions/permissions.ts'
import { shownLines } from '../answer.ts'
import { described } from '../described.ts'

export const statusCommand: Command = {
  ...described('status'),
  group: 'help',
  headless: true,
  beside: true,
  panel: { name: 'status', when: 'always' },
  async run(_, { engine, place }) {
    const [state, cost, context, permissions] = await Promise.all([
      engine.query('state'),
      engine.query('cost'),
      engine.query('context'),
      engine.query('permissions'),
    ])
    const { sessionId: id, title, model, effort, thinking, transcriptPath: file } = state
    return shownLines([
      `capstan ${place.version}`,
      title === undefined ? helpAnswer('session', { id }) : helpAnswer('session_named', { id, title }),
      helpAnswer('model', {
        model,
        effort: effort ?? cellText('default'),
        thinking: cellText(thinking ? 'on' : 'off'),
      }),
      helpAnswer('directory', { directory: state.cwd }),
      helpAnswer('mode', { mode: modeName(state.mode), sandbox: cellText(permissions.sandbox) }),
      helpAnswer('credential', { credential: knownCell(state.credential) }),
      helpAnswer('context', { tokens: grouped(context.tokens), window: grouped(context.window) }),
      helpAnswer(cost.unpricedModels.length > 0 ? 'cost_at_least' : 'cost', {
        money: dollars(cost.totalCostUSD),
      }),
      file === undefined ? helpAnswer('not_saved') : helpAnswer('file', { file }),
    ])
  },
}

export const doctorCommand: Command = {
  ...described('doctor', ['checkup']),
  group: 'help',
  headless: false,
  beside: true,
  panel: { name: 'doctor', when: 'always' },
  async run() {
    return {
      kind: 'ui',
      request: { kind: 'panel', panel: 'doctor' },
      text: helpAnswer('doctor_elsewhere'),
    }
  },
}
