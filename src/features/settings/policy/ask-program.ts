import { statSync } from 'node:fs'
import { isObject } from '../../../lib/is-object.ts'
import { spawnGroup } from '../../../lib/process/spawn-group.ts'
import type { PolicyHelper } from '../../../protocol/extensions/policy-settings.ts'
import { policyText } from '../../../protocol/messages/host/policy.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { standingOf } from '../administered.ts'
import { quoted } from '../problem.ts'
import { errorCode } from '../read-bounded.ts'
import type { HelperAnswer } from './policy-reader.ts'

const DEFAULT_MS = 10_000
const MAX_BYTES = 1024 * 1024

export interface HelperEnvironment {
  /** Nobody else may have a hand in the program. */
  readonly owner: number
  /** Nothing of the person's own: what it prints must not depend on them more than it wants to. */
  readonly env: Readonly<Record<string, string>>
}

/** Asks an administrator's program what the policy is. Whatever goes wrong, nothing may start without its answer. */
export const runHelper = async (helper: PolicyHelper, place: HelperEnvironment): Promise<HelperAnswer> => {
  const failed = (problem: LocalizedText): HelperAnswer => helperFailed(helper, problem)
  const standing = standingOf(helper.path, place.owner)
  if (standing.kind === 'refused' || standing.kind === 'unknown')
    return failed(policyText('helper_refused', { reason: standing.why }))
  if (standing.kind === 'absent' || !statSync(helper.path, { throwIfNoEntry: false })?.isFile())
    return failed(policyText('helper_missing'))
  const said = await run(helper, place.env)
  return typeof said === 'string' ? read(said, failed) : failed(said)
}

export const helperFailed = ({ path }: PolicyHelper, problem: LocalizedText): HelperAnswer => ({
  kind: 'failed',
  message: policyText('helper_failed', { path: quoted(path), problem }),
})

const read = (said: string, failed: (problem: LocalizedText) => HelperAnswer): HelperAnswer => {
  let value: unknown
  try {
    value = JSON.parse(said)
  } catch {
    // Below: it is no object then.
  }
  if (!isObject(value)) return failed(policyText('helper_not_json'))
  const { managedSettings } = value
  if (managedSettings === undefined)
    // Settings without their envelope would be no policy at all, and look like one.
    return Object.keys(value).length === 0 ? { kind: 'nothing' } : failed(policyText('helper_no_settings'))
  return isObject(managedSettings)
    ? { kind: 'settings', text: JSON.stringify(managedSettings) }
    : failed(policyText('helper_no_settings'))
}

/** What it printed, or what went wrong. */
const run = async (
  { path, timeoutMs = DEFAULT_MS }: PolicyHelper,
  env: HelperEnvironment['env'],
): Promise<string | LocalizedText> => {
  const { promise, resolve } = Promise.withResolvers<string | LocalizedText>()
  const child = spawnGroup(path, [], { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Nothing of it is left.
    }
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
  const stop = (problem: LocalizedText): void => {
    resolve(problem)
    end()
  }
  const timer = setTimeout(() => stop(policyText('helper_late', { ms: timeoutMs })), timeoutMs)
  const collect = (stream: NodeJS.ReadableStream | null): Buffer[] => {
    const chunks: Buffer[] = []
    let length = 0
    stream?.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > MAX_BYTES) stop(policyText('helper_too_much', { most: MAX_BYTES / 1024 / 1024 }))
      else chunks.push(chunk)
    })
    stream?.on('error', () => undefined)
    return chunks
  }
  const [out, err] = [collect(child.stdout), collect(child.stderr)]
  child.once('error', error => stop(policyText('helper_not_started', { reason: errorCode(error) })))
  child.once('close', code => {
    const text = Buffer.concat(out).toString()
    if (code === 0) resolve(text)
    else
      resolve(
        code === null ? policyText('helper_killed') : codeOf(code, Buffer.concat(err).toString() || text),
      )
  })
  // What it left running may hold its output open; the answer is there when it has ended well.
  child.once('exit', code => {
    if (code !== 0) setImmediate(end)
  })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    end()
  }
}

const codeOf = (code: number, words: string): LocalizedText => {
  const said = quoted(words.trim().replace(/\s+/g, ' '))
  return said === '' ? policyText('helper_code', { code }) : policyText('helper_code_said', { code, said })
}
