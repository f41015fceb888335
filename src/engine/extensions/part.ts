import { errorText } from '../../lib/error-text.ts'
import { extensionText } from '../../protocol/messages/engine/extensions.ts'
import { foreignNotice, notice } from '../../protocol/messages/notice.ts'
import { OpError } from '../../protocol/op.ts'
import type { Part } from '../scope.ts'
import type { ExtensionsOptions } from './report-extensions.ts'

/** What others brought, as one page; and another look at plugins. */
export const createExtensions = (options: ExtensionsOptions): Part => {
  const { config, emit } = options
  const { extensions } = config
  let told = false
  let refreshed = false
  return {
    /** What is wrong with plugins is said once, and keeps nobody waiting. */
    turnStarts() {
      if (told || !extensions?.found) return
      told = true
      extensions.found().then(
        ({ problems, waiting }) => {
          for (const { source, message, localized } of problems) {
            const problem = localized ?? message
            emit(
              foreignNotice(
                'warning',
                source.level === 'plugin'
                  ? extensionText('of_plugin', { name: source.name, problem })
                  : problem,
              ),
            )
          }
          for (const { what, fix } of waiting) emit(notice('info', extensionText('waiting', { what, fix })))
        },
        () => undefined,
      )
    },
    /** Behind the first turn, so that nobody waits for it; a run that is about to end has no time for it. */
    turnEnded() {
      if (refreshed || !config.wake || !extensions?.refresh) return
      refreshed = true
      extensions.refresh().then(
        lines => {
          for (const text of lines) emit(notice('info', text))
        },
        (error: unknown) => config.runtime.log?.(`plugins could not be updated: ${errorText(error)}`),
      )
    },
    answers: {
      plugins: async () => (await extensions?.found?.())?.plugins ?? [],
      async extensions() {
        const { reportExtensions } = await import('./report-extensions.ts')
        return await reportExtensions(options)
      },
    },
    ops: {
      async reload_plugins({ plugins = [], hold = false }) {
        const sent = config.session.view().length > 0
        const outcome = await extensions?.reload?.({ force: !hold, sent, plugins })
        if (outcome?.refused !== undefined) throw new OpError(outcome.refused)
      },
    },
    commandHost: () => ({
      async managePlugins(words) {
        if (!extensions?.manage) throw new OpError(extensionText('no_plugins'))
        return await extensions.manage(words, ({ id, version }) =>
          config.watch?.noted({ kind: 'plugin_installed', id, version }),
        )
      },
      async importFrom(wanted) {
        const { importInto } = await import('./import-into.ts')
        return await importInto(config, wanted)
      },
      async reloadPlugins({ force }) {
        if (!extensions?.reload) throw new OpError(extensionText('no_plugins'))
        return await extensions.reload({ force, sent: config.session.view().length > 0 })
      },
    }),
  }
}
