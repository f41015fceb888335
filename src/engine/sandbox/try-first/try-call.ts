import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { staysHere } from '../../../features/permissions/shell/stays-here.ts'
import { type ApplyEnd, keepChanges } from '../../../features/sandbox/try-first/keep-changes.ts'
import { type CopiedCommand, startCopy } from '../../../features/sandbox/try-first/start-copy.ts'
import { readDirectory } from '../../../features/shell/start-directory.ts'
import { errorText } from '../../../lib/error-text.ts'
import { escapeLine } from '../../../lib/escape-text.ts'
import { loadShellReader } from '../../../lib/shell/lower.ts'
import { tryFirstText } from '../../../protocol/messages/engine/try-first.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import { notice } from '../../../protocol/messages/notice.ts'
import type { SandboxCommand, SandboxEntry } from '../../../protocol/tools/command-sandbox.ts'
import type { Trial } from '../../calls/authorization.ts'
import { type AskedCall, accessesOf } from '../../calls/authorize.ts'
import type { Ran } from '../../calls/run-tool.ts'
import type { RunInCopy } from '../../calls/with-trial.ts'
import { sandboxOptionsOf } from '../open-sandbox.ts'
import { COPIES, type CopyMeans } from './find-means.ts'
import { lookAtCopy, type SeenCopy } from './look-at-copy.ts'
import type { TriedThread, TryFirstOptions } from './options.ts'
import { tellTrial } from './tell-trial.ts'

const says = modelTexts('try_first', {
  kept: {
    en: 'This ran on a copy of the directories, without a network; the person looked at what it changed and kept that.',
    zh: '此命令在目录的副本中运行，没有网络；用户查看了它的改动并予以保留。',
  },
  left: {
    en: 'Not kept: {paths:list}.',
    zh: '未保留：{paths:list}。',
  },
  meanwhile: {
    en: 'Nothing was changed: the person kept what this command had done on a copy, but these files changed meanwhile: {paths:list}. Run it again.',
    zh: '没有任何改动：用户保留了此命令在副本中的结果，但这些文件在此期间有变化：{paths:list}。请重新运行。',
  },
  failed: {
    en: 'Nothing was changed: what this command had done on a copy could not be put in place ({why}).',
    zh: '没有任何改动：此命令在副本中的结果无法应用（{why}）。',
  },
  partly: {
    en: 'What this command had done on a copy could not be put in place ({why}), and not all of it could be taken back: {paths:list}. Look at them before you go on.',
    zh: '此命令在副本中的结果无法应用（{why}），且未能全部恢复：{paths:list}。继续之前请先检查。',
  },
})

export interface Trying extends TryFirstOptions {
  readonly thread: TriedThread
  means(): Promise<CopyMeans | undefined>
}

interface Asked {
  readonly asked: AskedCall
  readonly run: RunInCopy
}

/** Runs a command where nothing of it counts; undefined: it cannot be tried, so that it is only asked about. */
export const tryCall = async (at: Trying, call: Asked, signal: AbortSignal): Promise<Trial | undefined> => {
  const { asked } = call
  const [access, ...more] = accessesOf(asked, asked.input)
  if (access?.kind !== 'shell' || access.unsandboxed || more.length > 0) return undefined
  if (!staysHere(access.command, await loadShellReader())) return undefined
  const means = await at.means()
  if (!means) return undefined
  const state: Started = {}
  try {
    const ran = await call.run(
      { sandbox: { enter: command => enter({ ...at, ...means, state }, command) } },
      signal,
    )
    const { copied } = state
    if (!copied || signal.aborted || !existsSync(join(copied.room.base, 'mounted')))
      return await giveUp(
        at,
        state,
        signal.aborted ? undefined : (ran.output as { readonly stdout?: string })?.stdout,
      )
    return await trialOf(at, { ...state, asked, ran, copied })
  } catch (error) {
    await giveUp(at, state, signal.aborted ? undefined : errorText(error))
    return undefined
  }
}

interface Started {
  copied?: CopiedCommand | undefined
  ended?: string | undefined
}

const enter = async (
  at: TryFirstOptions & CopyMeans & { readonly state: Started },
  command: SandboxCommand,
): Promise<SandboxEntry> => {
  const { program, nested, overlay, place, path, state } = at
  const temporaryDirectory = await at.sandbox?.temporary()
  await at.config.runs?.ready()
  writeFileSync(command.writable, '', { mode: 0o600, flag: 'wx' })
  const copied = await startCopy(
    {
      ...sandboxOptionsOf(at, { available: true, program, ...(nested ? { nested: true } : {}) }),
      isHeld: temporaryDirectory !== undefined,
      ...(temporaryDirectory === undefined ? {} : { temporaryDirectory }),
      ...{ overlay, place, path },
    },
    command,
  )
  if (!copied) throw new Error('there is no place for a copy')
  state.copied = copied
  const { file, args, env } = copied
  return {
    start: {
      ...{ file: '/bin/sh', argv0: 'sh', args: ['-c', 'exec "$0" "$@" 2>&1', file, ...args] },
      ...{ env, contained: true },
    },
    notices: [],
    warnings: [],
    leave() {
      state.ended = readDirectory(command.writable)
      return []
    },
  }
}

const giveUp = async (at: Trying, { copied }: Started, why: string | undefined): Promise<undefined> => {
  await copied?.[Symbol.asyncDispose]()
  if (why !== undefined)
    at.emit(notice('warning', tryFirstText('failed', { why: escapeLine(why.trim(), 200) })))
  return undefined
}

interface Made extends Started {
  readonly asked: AskedCall
  readonly ran: Ran
  readonly copied: CopiedCommand
}

const trialOf = async (at: Trying, made: Made): Promise<Trial> => {
  const { copied, ran, asked } = made
  const isHeld = at.sandbox?.policy() !== undefined
  const seen = lookAtCopy(copied.room, { isHeld })
  const secrets = await at.thread.ports.secrets.ready()
  const shown = tellTrial(seen, { cwd: asked.cwd, hosts: copied.hosts(), ran: secrets.redact(ran) })
  return {
    shown,
    keep: async () => keepTrial(at, made, seen),
    [Symbol.asyncDispose]: async () => await copied[Symbol.asyncDispose](),
  }
}

const keepTrial = async (at: Trying, { ran, asked, ended }: Made, seen: SeenCopy): Promise<Ran> => {
  const language = at.thread.config.prompt.promptLanguage
  const [configHome] = at.choice.configHomes
  const journals = configHome === undefined ? undefined : join(configHome, COPIES)
  const kept = keepChanges(seen.changes, journals)
  if (!kept.done) {
    const text = forModel(whyNotKept(kept), language)
    return { blocks: [{ type: 'text', text }], isError: true, output: undefined, durationMs: ran.durationMs }
  }
  const moved =
    ended === undefined ? undefined : await at.thread.ports.processes.followFrom({ before: asked.cwd, ended })
  const told = [
    says('kept'),
    ...(seen.left.length === 0 ? [] : [says('left', { paths: seen.left.slice(0, 20) })]),
    ...(moved ? [moved] : []),
  ]
  const text = told.map(each => forModel(each, language)).join('\n')
  return { ...ran, blocks: [...ran.blocks, { type: 'text', text }] }
}

const whyNotKept = (kept: Exclude<ApplyEnd, { readonly done: true }>) => {
  if ('meanwhile' in kept) return says('meanwhile', { paths: kept.meanwhile })
  const { failed: why, left } = kept
  return left.length === 0 ? says('failed', { why }) : says('partly', { why, paths: left })
}
