import { PluginError } from '../../features/plugins/plugin-error.ts'
import type { PluginScope } from '../../host/plugins/desk-options.ts'
import { findStart } from '../../host/start.ts'
import { LockBusyError } from '../../lib/files/file-lock.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import { oneOf } from '../args/read-value.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import { localizeFor } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { say, writeProblem } from '../say.ts'
import { type Given, readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, wantsHelp } from '../usage.ts'
import { createAgree } from './ask.ts'
import { COMMANDS, MARKETPLACE_COMMANDS } from './commands.ts'
import { PLUGIN } from './usage.ts'

/** `capstan plugin …` */
export const plugin = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(PLUGIN.usage)
  const given = readOptions(PLUGIN, argv)
  const [first = '', ...rest] = given.words
  const inMarketplace = first === 'marketplace' || first === 'market'
  const table = inMarketplace ? MARKETPLACE_COMMANDS : COMMANDS
  const name = inMarketplace ? (rest[0] ?? '') : first
  const run = Object.hasOwn(table, name) ? table[name] : undefined
  if (!run) throw unknown(name, Object.keys(table))
  const localize = await localizeFor(from.env)
  const warn: Warn = text => writeProblem(localize(text))
  const yes = given.is('yes')
  const agree = createAgree(
    { yes, command: given.is('accept-command'), bin: given.is('allow-bin') },
    { warn, env: from.env },
  )
  try {
    return await run({
      given,
      words: inMarketplace ? rest.slice(1) : rest,
      scope: readScope(given),
      desk: { start: findStart(from), env: from.env, agree },
      say: text => say(localize(text)),
      localize,
      warn,
    })
  } catch (error) {
    if (error instanceof PluginError || error instanceof LockBusyError)
      throw new ExitError(1, messageOf(error))
    throw error
  }
}

const unknown = (name: string, names: readonly string[]): ExitError => {
  if (name === '') return wrongUsage(PLUGIN, argumentText('say_what'))
  const near = nearestName(name, names, 2)
  return wrongUsage(
    PLUGIN,
    near === undefined
      ? argumentText('no_plugin_command', { name })
      : argumentText('no_plugin_command_near', { name, near }),
  )
}

const readScope = (given: Given): PluginScope | undefined => {
  const scope = given.text('scope')
  if (scope === undefined || scope === 'user' || scope === 'project' || scope === 'local') return scope
  throw wrongUsage(
    PLUGIN,
    argumentText('takes', {
      flag: '--scope',
      choices: oneOf(['user', 'project', 'local']),
      given: JSON.stringify(scope),
    }),
  )
}
