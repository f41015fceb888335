import { errorText } from '../../lib/error-text.ts'
import type { Event } from '../../protocol/event.ts'
import type { ExtensionRoots } from '../../protocol/extensions/roots.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Gate } from '../permissions/part.ts'
import type { Ports } from '../ports/part.ts'
import type { SharedPorts } from '../ports/shared-ports.ts'
import type { Part } from '../scope.ts'
import { invokedBy } from '../session-file/skill-records.ts'

export interface MonitorsOptions {
  readonly config: {
    readonly extensions?: ExtensionRoots
    /** Lines wake the model: a session that only answers once has nobody to hear them. */
    readonly wake?: boolean
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
    readonly runtime: Pick<Runtime, 'log'>
  }
  readonly gate: Pick<Gate, 'judge' | 'policy'>
  readonly ports: Pick<Ports, 'processes'>
  readonly shared: Pick<SharedPorts, 'tasks' | 'secrets'>
  emit(event: Event): void
}

type Watch = import('./plugin-watch.ts').PluginWatch

/** What plugins have watch beside the conversation, from its beginning to its end. Without any, nothing is loaded. */
export const createMonitors = (options: MonitorsOptions): Part => {
  const { extensions, wake, runtime } = options.config
  if (!extensions || !wake) return {}
  let watch: Watch | undefined
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
