import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { BoundedOutput } from '../../lib/process/bounded-output.ts'
import { hardenEnvironment } from '../../lib/process/harden-environment.ts'
import { processMark } from '../../lib/process/process-mark.ts'
import {
  type CommandChild,
  type CommandEnd,
  type CommandStart,
  RunningCommand,
} from '../../lib/process/running-command.ts'
import { groupMarks } from '../../lib/process/spawn-group.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { type Hardening, ToolError } from '../../protocol/tool.ts'
import type { SandboxEntry } from '../../protocol/tools/command-sandbox.ts'
import type { WholeOutput } from '../../protocol/tools/script.ts'
import type { ShellSettings } from '../../protocol/tools/shell-settings.ts'
import type { HardenedEnvironment } from './hardened-commands.ts'
import type { ShellHost } from './shell-host.ts'
import { shellScript } from './shell-script.ts'
import { startDirectory } from './start-directory.ts'

const says = modelTexts('shell_process', {
  noOutput: {
    en: 'The output cannot be kept ({why}), so the command cannot run in the background.',
    zh: '输出无法保存（{why}），因此命令不能在后台运行。',
  },
  tooLong: {
    en: 'The command is too long to start. Put the long part into a file.',
    zh: '命令过长，无法启动。请把长的部分放进文件。',
  },
  nulByte: {
    en: 'The command holds a NUL byte, which no program can take.',
    zh: '命令含有 NUL 字节，任何程序都无法接受。',
  },
  notStarted: { en: 'The command could not be started ({code}).', zh: '命令无法启动（{code}）。' },
  noBash: {
    en: 'Commands need bash, and {path} is not there. It has to be installed first (Alpine: apk add bash); no command can do that here.',
    zh: '命令需要 bash，但 {path} 不存在。需要先安装 bash（Alpine：apk add bash）；此处无法用命令安装。',
  },
  noNull: {
    en: 'Commands need /dev/null, and it is not there. Whoever made this container or chroot has to add it (mknod -m 666 /dev/null c 1 3); no command can do that here.',
    zh: '命令需要 /dev/null，但它不存在。需要由创建此容器或 chroot 的人添加（mknod -m 666 /dev/null c 1 3）；此处无法用命令添加。',
  },
  noRoom: {
    en: 'Commands need a directory that can be written to, and {directory} is none ({code}). CAPSTAN_CONFIG_DIR can name another one before Capstan is started.',
    zh: '命令需要可写的目录，但 {directory} 不可写（{code}）。可在启动 Capstan 之前用 CAPSTAN_CONFIG_DIR 指定其他目录。',
  },
})

/** A bash command that was started, and what belongs to it. */
export interface ShellProcess {
  readonly running: RunningCommand
  readonly directory: string
  /** Where it says in which directory it ended. */
  readonly directoryFile: string
  /** For the model, about the start. */
  readonly notices: readonly Text[]
  /** Resolves when it has ended and nothing is written any more; rejects with ToolError when it could not start. */
  readonly ended: Promise<CommandEnd>
  /** Puts all output into the file, from the first byte on. Throws ToolError when that cannot be done. */
  save(): string
  /** Ends it and forgets it. */
  abandon(): Promise<void>
  /** At the end: what the sandbox kept it from, in words. The first answer counts, later ones are empty. */
  leave(end: { readonly code: number | null; readonly output: string }): readonly LocalizedText[]
  /** Takes away what only served the run. Not before the end. */
  close(): void
}

/** Throws ToolError when the command cannot be started. `signal` is asked once more before it is. */
export const startShell = async (
  host: ShellHost,
  run: {
    readonly command: string
    readonly hardened: Hardening
    readonly signal?: AbortSignal
    readonly unsandboxed?: boolean
    readonly memoryWrites?: string
    readonly env?: Readonly<Record<string, string>>
    readonly toolUseId?: string
    /** Starts it in a terminal. */
    readonly spawn?: (start: CommandStart) => CommandChild
  } & WholeOutput,
): Promise<ShellProcess> => {
  const { options, limits } = host
  const id = host.newId()
  const from = startDirectory(options)
  makeRoom(options.outputDir())
  const directoryFile = join(options.outputDir(), `${id}.cwd`)
  const { output, errors } = outputsOf(host, id, run)
  const all = run.hardened === true
  const snapshot = all ? {} : await host.snapshot.take()
  const exportsFile = options.exported?.()
  const { variables, owner } = groupMarks()
  const mark = processMark('CAPSTAN_TASK_ID', id, owner)
  const plain = { ...host.environment(run.toolUseId), ...run.env, ...variables, [mark.name]: mark.value }
  const place = hardenedPlace(host, plain, run.hardened)
  const script = shellScript({
    command: run.command,
    directoryFile,
    hardened: run.hardened,
    environment: place,
    lockLimit: mark.lockLimit,
    apart: errors !== undefined,
    atTerminal: run.spawn !== undefined,
    ...startedBy(options.settings),
    ...(snapshot.file === undefined ? {} : { snapshotFile: snapshot.file }),
    ...(exportsFile === undefined ? {} : { exportsFile }),
  })
  run.signal?.throwIfAborted()
  if (!all) host.marks.push(mark)
  let entered: SandboxEntry | undefined
  try {
    const start = {
      file: host.bash,
      argv0: 'bash',
      args: all ? ['--noprofile', '--norc', '-c', script] : ['-c', script],
      cwd: from.directory,
      env: environmentOf(place, run.hardened),
    }
    const atTerminal = run.spawn !== undefined
    entered = await options.sandbox?.enter({ ...start, run, writable: directoryFile, atTerminal })
    for (const warning of entered?.warnings ?? []) options.warn?.(warning)
    const running = RunningCommand.start({
      ...start,
      ...entered?.start,
      mark,
      output,
      errors,
      floodBytes: limits.floodBytes,
      ...(run.spawn ? { spawn: run.spawn } : {}),
    })
    const notices = [from.notice, snapshot.problem, ...(entered?.notices ?? [])].filter(
      notice => notice !== undefined,
    )
    const leave = once(entered?.leave ?? (() => []))
    return shellProcess(running, {
      bash: host.bash,
      directory: from.directory,
      directoryFile,
      notices,
      leave,
    })
  } catch (error) {
    entered?.leave({ code: null, output: '' })
    output.close()
    throw startFailure(error, host.bash)
  }
}

const outputsOf = ({ options, limits }: ShellHost, id: string, { whole }: WholeOutput) => {
  const most = whole && { spillAfterBytes: whole.maxBytes, headBytes: whole.maxBytes }
  const collect = (name: string): BoundedOutput =>
    new BoundedOutput(join(options.outputDir(), name), {
      ...limits,
      ...most,
      ...(options.settings?.encoding === undefined ? {} : { encoding: options.settings.encoding }),
      keptBytes: limits.floodBytes,
    })
  return { output: collect(`${id}.txt`), ...(whole ? { errors: collect(`${id}.err`) } : {}) }
}

const startedBy = ({ prefix, memoryKb }: ShellSettings = {}) => ({
  ...(prefix === undefined ? {} : { prefix }),
  ...(memoryKb === undefined ? {} : { memoryKb }),
})

const NOTHING_HARDENED = { hardened: {}, gitDirectory: '' }

const hardenedPlace = (
  host: ShellHost,
  plain: Readonly<Record<string, string>>,
  hardened: Hardening,
): HardenedEnvironment =>
  hardened === false
    ? { plain, ...NOTHING_HARDENED }
    : { plain, hardened: hardenEnvironment(plain, host.options.roots()), gitDirectory: host.plainGit() }

/** Options of a shell that come from the environment would bind commands that are hardened one by one as well. */
const environmentOf = (
  { plain, hardened, gitDirectory }: HardenedEnvironment,
  how: Hardening,
): Record<string, string> => {
  if (how === false) return { ...plain }
  if (how === true) return { ...hardened, PATH: `${gitDirectory}:${hardened['PATH'] ?? ''}` }
  const { SHELLOPTS: _, BASHOPTS: __, ...rest } = plain
  return rest
}

const shellProcess = (
  running: RunningCommand,
  {
    bash,
    ...about
  }: Pick<ShellProcess, 'directory' | 'directoryFile' | 'notices' | 'leave'> & { readonly bash: string },
): ShellProcess => {
  const ended = running.ended.catch(error => Promise.reject(startFailure(error, bash)))
  // Whoever waits hears of it; nobody may be waiting yet.
  ended.catch(() => undefined)
  const close = (): void => {
    about.leave({ code: null, output: '' })
    running.output.close()
    running.errors?.close()
    rmSync(about.directoryFile, { force: true })
  }
  return {
    ...about,
    running,
    ended,
    close,
    save() {
      running.output.save()
      const { file, spillError } = running.output
      if (file !== undefined) return file
      throw new ToolError(says('noOutput', { why: String(spillError) }))
    },
    async abandon() {
      await running.stop('abort', 0)
      await ended.catch(() => undefined)
      close()
    },
  }
}

const once = (leave: ShellProcess['leave']): ShellProcess['leave'] => {
  let left = false
  return end => {
    if (left) return []
    left = true
    return leave(end)
  }
}

const makeRoom = (directory: string): void => {
  try {
    makeDirectories(directory, 0o700)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new ToolError(says('noRoom', { directory, code }))
  }
}

/** Why a process could not be started, for the model; anything else is a bug and passes. */
const startFailure = (error: unknown, bash: string): unknown => {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof ToolError || code === undefined) return error
  if (code === 'E2BIG') return new ToolError(says('tooLong'))
  if (code === 'ERR_INVALID_ARG_VALUE') return new ToolError(says('nulByte'))
  if (code === 'ENOENT' && !existsSync(bash)) return new ToolError(says('noBash', { path: bash }))
  // Children get it in the place of an input.
  if (code === 'ENOENT' && !existsSync('/dev/null')) return new ToolError(says('noNull'))
  return new ToolError(says('notStarted', { code }))
}
