import { readFileSync, rmSync } from 'node:fs'
import { findStart } from '../../host/start.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { findSandbox } from '../eval/make-ports.ts'
import { localizeFor } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { writeProblem } from '../say.ts'
import { withDeps } from '../sessions/deps.ts'
import { listenForSignals } from '../terminal.ts'
import { connectFleet, readMember } from './fleet-home.ts'
import { runSlot } from './slot.ts'
import type { SlotDeps } from './slot-deps.ts'

/** What a worker tells each of its slots. */
export interface SlotFile extends Pick<SlotDeps, 'policy' | 'labels' | 'bounds' | 'purse' | 'room' | 'once'> {
  readonly member: string
  readonly url: string
}

/** A process for one slot: what a job brings down is this one, and the worker starts another. */
export const fleetSlot = async (path: string, from: Process): Promise<number> => {
  const { member: memberFile, url, ...file } = JSON.parse(readFileSync(path, 'utf8')) as SlotFile
  rmSync(path, { force: true })
  // Its worker is gone: another one takes up what it had, and two would be one too many.
  process.stdin.on('close', () => process.exit(1)).resume()
  const drain = listenForSignals()
  const { configHome, home } = findStart(from)
  const member = readMember({ configHome, path: memberFile, roles: ['worker'] })
  const fleet = connectFleet(member, { url })
  const localize = await localizeFor(from.env)
  try {
    return await withDeps(from, async deps => {
      const place = await findSandbox(deps, file.policy.sandbox)
      const { sandbox } = place
      await runSlot(
        {
          ...{ fleet, from, configHome, home },
          ...file,
          ...(sandbox ? { sandbox } : {}),
          say: text => writeProblem(localize(text) || inEnglish(text)),
        },
        drain,
      )
      return 0
    })
  } finally {
    await fleet.connection.close()
    process.stdin.removeAllListeners('close').destroy()
  }
}
