import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type FileLock, tryFileLock } from '../../lib/files/file-lock.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import type { Leases } from '../../protocol/agents/leases.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import { changedLines } from './changed-lines.ts'

const says = modelTexts('leases', {
  conversation: { en: 'the main conversation', zh: '主对话' },
  agent: { en: 'agent {name}', zh: '智能体 {name}' },
  editing: {
    en: '{path} was not changed: {who} is editing this file (last change: {change}, {seconds:number} s ago). Go on with other work; once it is done, read the file again before you edit it.',
    zh: '{path} 未更改：{who}正在编辑此文件（最近改动：{change}，{seconds:number} 秒前）。先做别的工作；等它完成后，重新读取再编辑。',
  },
  otherSession: { en: 'another session', zh: '另一个会话' },
  otherProcess: { en: 'another session (process {pid:number})', zh: '另一个会话（进程 {pid:number}）' },
  editingElsewhere: {
    en: '{path} was not changed: {who} is editing this file. Go on with other work; once it is done, read the file again before you edit it.',
    zh: '{path} 未更改：{who}正在编辑此文件。先做别的工作；等它完成后，重新读取再编辑。',
  },
})

/** A thread that writes files. */
export interface Writer {
  /** '': the conversation. */
  readonly id: string
  readonly name: string
}

export interface LeaseBookOptions {
  /** Shared by all processes of the person; absent: only this session is looked at. */
  readonly directory?: string
  now(): number
  newId(): string
  /** An agent of the session; undefined: somebody the conversation waits for. */
  agent(id: string): { readonly parent?: string; readonly background: boolean } | undefined
}

export interface LeaseBook {
  of(writer: Writer): Leases
}

interface Lease {
  readonly writer: Writer
  readonly at: number
  /** Which lines, for the model. */
  readonly change: string
  /** Keeps other processes out. */
  readonly lock?: FileLock
}

/** A holder on another machine is believed to be alive for so long after its last write. */
const UNCHECKABLE_MS = 10 * 60_000
const DEEPEST = 10
const MOST_REMEMBERED = 1_000

/**
 * The leases of a session: whoever writes a file has it until its turn ends. Nobody ever waits for one, so nobody waits
 * for each other. Other processes see them as lock files, which are worth nothing once their process is gone.
 */
export const createLeaseBook = (options: LeaseBookOptions): LeaseBook => {
  const held = new Map<string, Lease>()
  const written = new Map<string, Lease>()
  const blockerOf = (path: string, writer: Writer): Lease | undefined => {
    const lease = held.get(path)
    return lease && !mayTake(lease.writer, writer, options) ? lease : undefined
  }
  const check = (path: string, writer: Writer): void => {
    const lease = blockerOf(path, writer)
    if (lease) throw new ToolError(words(path, lease, options.now()))
  }
  return {
    of: writer => ({
      check: path => check(path, writer),
      take(path, { before, after }) {
        check(path, writer)
        const lock = held.get(path)?.lock ?? lockFor(path, options)
        const lease: Lease = {
          writer,
          at: options.now(),
          change: changedLines(before, after),
          ...(lock ? { lock } : {}),
        }
        held.set(path, lease)
        remember(written, path, lease)
      },
      lastWriter(path) {
        const last = written.get(path)
        return last && last.writer.id !== writer.id ? nameOf(last.writer) : undefined
      },
      release() {
        for (const [path, lease] of held)
          if (lease.writer.id === writer.id) {
            held.delete(path)
            lease.lock?.release()
          }
      },
    }),
  }
}

/** Its own, or that of somebody who waits for it to end: that one has handed the work over. */
const mayTake = (holder: Writer, writer: Writer, { agent }: LeaseBookOptions): boolean => {
  let at = writer.id
  for (let depth = 0; depth < DEEPEST; depth++) {
    if (at === holder.id) return true
    if (at === '') return false
    const info = agent(at)
    if (info?.background) return false
    at = info?.parent ?? ''
  }
  return false
}

const remember = (written: Map<string, Lease>, path: string, lease: Lease): void => {
  written.delete(path)
  written.set(path, lease)
  const [oldest] = written.keys()
  if (written.size > MOST_REMEMBERED && oldest !== undefined) written.delete(oldest)
}

const nameOf = ({ id, name }: Writer): LocalizedText =>
  id === '' ? says('conversation') : says('agent', { name })

const words = (path: string, { writer, at, change }: Lease, now: number): LocalizedText => {
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  return says('editing', { path, who: nameOf(writer), change, seconds })
}

/** ToolError when another process has it. */
const lockFor = (path: string, { directory, now, newId }: LeaseBookOptions): FileLock | undefined => {
  if (directory === undefined) return undefined
  const name = createHash('sha256').update(path).digest('hex').slice(0, 40)
  const attempt = attemptLock(join(directory, name), directory, { now, newId })
  if (!attempt) return undefined
  if ('lock' in attempt) return attempt.lock
  const pid = attempt.heldBy?.pid
  const who = pid === process.pid || pid === undefined ? says('otherSession') : says('otherProcess', { pid })
  throw new ToolError(says('editingElsewhere', { path, who }))
}

const attemptLock = (path: string, directory: string, deps: Pick<LeaseBookOptions, 'now' | 'newId'>) => {
  try {
    makeDirectories(directory, 0o700)
    return tryFileLock(path, { ...deps, uncheckableMs: UNCHECKABLE_MS })
  } catch {
    // A home that cannot be written to: then only this session is looked at.
    return undefined
  }
}
