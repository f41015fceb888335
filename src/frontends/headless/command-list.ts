import type { InitializeAnswer } from '../../protocol/control/control-message.ts'
import type { Engine } from '../../protocol/engine.ts'

/** The commands a host can offer: those that need no screen. */
export const commandList = async (engine: Pick<Engine, 'query'>): Promise<InitializeAnswer['commands']> =>
  (await engine.query('commands'))
    .filter(({ needsScreen }) => !needsScreen)
    .map(({ name, description, argumentHint = '' }) => ({ name, description, argumentHint }))
