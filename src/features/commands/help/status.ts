import { dollars } from '../../../lib/dollars.ts'
import type { Command } from '../../../protocol/command.ts'
import { grouped } from '../columns.ts'

export const statusCommand: Command = {
  name: 'status',
  description: 'Show model, directory, mode, context and cost',
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
    const lines = [
      `capstan ${place.version}`,
      `Session: ${state.sessionId}${state.title === undefined ? '' : ` (${state.title})`}`,
      `Model: ${state.model}, effort ${state.effort ?? 'default'}, thinking ${state.thinking ? 'on' : 'off'}`,
      `Directory: ${state.cwd}`,
      `Mode: ${state.mode}, sandbox ${permissions.sandbox}`,
      `Credential: ${state.credential}`,
      `Context: about ${grouped(context.tokens)} of ${grouped(context.window)} tokens`,
      `Cost: ${cost.unpricedModels.length > 0 ? 'at least ' : ''}${dollars(cost.totalCostUSD)}`,
      ...(state.transcriptPath === undefined
        ? ["This session isn't saved."]
        : [`File: ${state.transcriptPath}`]),
    ]
    return { kind: 'shown', text: lines.join('\n') }
  },
}

export const doctorCommand: Command = {
  name: 'doctor',
  description: 'Check the setup and fix what can be fixed',
  group: 'help',
  headless: false,
  beside: true,
  panel: { name: 'doctor', when: 'always' },
  async run() {
    return {
      kind: 'ui',
      request: { kind: 'panel', panel: 'doctor' },
      text: 'Run capstan doctor, or /doctor in an interactive session.',
    }
  },
}
