import { randomUUID } from 'node:crypto'
import { escapeLine } from '../lib/escape-text.ts'
import type { Event } from '../protocol/event.ts'
import { verbatim } from '../protocol/messages/layout.ts'
import type { Warn } from '../protocol/messages/localized-text.ts'
import type { Model } from '../protocol/model.ts'
import type { RunOptions } from './args/run-options.ts'
import { createHost } from './create-host.ts'
import { problemSayer } from './in-ui-language.ts'
import { openRequestOf } from './open-request.ts'
import type { Process } from './process.ts'

/** Nobody is asked anything, so no key is needed. */
const NO_MODEL: Model = {
  stream() {
    throw new Error('--init-only asks no model')
  },
}

/** `--init-only`: Setup and SessionStart hooks run, and that is all. Fails when one of them failed. */
export const initOnly = async (options: RunOptions, from: Process): Promise<number> => {
  await using host = createHost(from)
  const say = await problemSayer(from.env, options.settings)
  const request = openRequestOf({ ...options, init: !options.maintenance }, from)
  const session = { kind: 'new', persist: false, id: randomUUID() } as const
  const engine = await host.open({ ...request, session, model: NO_MODEL, warn: say })
  const events = engine.events()
  let failed = false
  const reading = (async () => {
    for await (const event of events) failed = tell(event, say) || failed
  })()
  await engine.send({ type: 'begin' })
  await engine[Symbol.asyncDispose]()
  await reading
  return failed ? 1 : 0
}

/** Says how a hook ended; true when it failed. */
const tell = (event: Event, say: Warn): boolean => {
  if (event.type === 'notice') say(event.localized)
  if (event.type !== 'hook' || event.hook.phase !== 'ended') return false
  const { event: name, label = '', outcome, durationMs } = event.hook
  say(
    verbatim(
      `${name} ${escapeLine(label, 120)}: ${outcome}${durationMs === undefined ? '' : `, ${durationMs} ms`}`,
    ),
  )
  return outcome !== 'success'
}
