import { errorText } from '../../lib/error-text.ts'
import type { Part } from '../scope.ts'
import { invokedBy } from '../session-file/skill-records.ts'

import type { MonitorsOptions, PluginWatch } from './plugin-watch.ts'

/** What plugins have watch beside the conversation, from its beginning to its end. Without any, nothing is loaded. */
export const createMonitors = (options: MonitorsOptions): Part => {
  const { extensions, wake, runtime } = options.config
  if (!extensions || !wake) return {}
  let watch: PluginWatch | undefined
  let isLooking = false
  let isOver = false
  let work = Promise.resolve()
  // One after the other: what came later is what counts.
  const later = (act: () => Promise<void> | void): void => {
    work = work
      .then(() => (isOver ? undefined : act()))
      .catch((error: unknown) => runtime.log?.(`monitors of plugins: ${errorText(error)}`))
  }
  const look = (): void =>
    later(async () => {
      const places = await extensions.list()
      if (!watch && !places.some(({ monitors }) => monitors)) return
      watch ??= new (await import('./plugin-watch.ts')).PluginWatch(options)
      await watch.follow(places)
    })
  const stop = extensions.onChanged(() => isLooking && look())
  return {
    // Nobody waits for it.
    restarted(_, why) {
      if (isLooking || why === 'compaction') return
      isLooking = true
      look()
    },
    recorded(message) {
      const skill = invokedBy(message)?.name
      if (skill !== undefined) later(async () => await watch?.called(skill))
    },
    turnStarts({ said }) {
      later(() => watch?.heard(said))
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      stop()
      await work
    },
  }
}
