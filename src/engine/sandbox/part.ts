import { rmSync, writeFileSync } from 'node:fs'
import type { Availability } from '../../features/sandbox/availability.ts'
import type { Sandbox } from '../../features/sandbox/sandbox.ts'
import { tellsCase } from '../../lib/case-rule.ts'
import { LocalizedError, type LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import type { SandboxPolicy } from '../../protocol/permission.ts'
import type { GitSandbox } from '../../protocol/run-git.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { CommandSandbox, SandboxCommand, SandboxEntry } from '../../protocol/tools/command-sandbox.ts'
import type { Live } from '../live/state.ts'
import type { Part } from '../scope.ts'
import type { SandboxConfig } from './open-sandbox.ts'
import type { SandboxChoice } from './options.ts'

const says = modelTexts('sandbox_start', {
  notReady: {
    en: 'The sandbox could not be made ready, so the command did not run: {why}.',
    zh: '沙箱未能就绪，命令没有运行：{why}。',
  },
})

/** The sandbox as the rest of a session sees it: whether there is one, what it means for decisions, the way in. */
export interface SessionSandbox extends CommandSandbox, Part {
  /** Tried once, when first asked. */
  ready(): Promise<Availability>
  /** For git that this program starts for itself. */
  readonly git: GitSandbox
  /** Undefined as long as it is not known to work. The same object from then on. */
  policy(): SandboxPolicy | undefined
  /** What commands inside see as the temporary directory; undefined: none has run there. */
  temporary(): Promise<string | undefined>
  /** A tool is about to write this to the file, with the person's leave. */
  expect(path: string, data: Uint8Array): void
  /** Something that settings name is about to run outside: what commands inside left for it is set aside, and told. */
  settle(): Promise<readonly LocalizedText[]>
}

export const createSandbox = (
  config: SandboxConfig,
  live: Readonly<Live>,
  choice: SandboxChoice,
): SessionSandbox => {
  const { settings } = choice
  const held: SandboxPolicy = {
    // Commands that may write everywhere, or have other programs do so, are not held by it.
    autoAllow:
      settings.autoAllowBashIfSandboxed === true &&
      settings.filesystem?.disabled !== true &&
      !(settings.allowAppleEvents === true && choice.platform === 'darwin'),
    excluded: settings.excludedCommands ?? [],
    mayLeave: settings.allowUnsandboxedCommands ?? true,
  }
  let state: Availability | undefined
  let probing: Promise<Availability> | undefined
  let opened: Promise<Sandbox> | undefined
  let told = false
  const probe = async (): Promise<Availability> => {
    const { probeHere } = await import('./probe-sandbox.ts')
    const acceptNested = settings.enableWeakerNestedSandbox === true
    const { bwrapPath } = settings
    state = await probeHere({ ...config.place, roots: live.roots, acceptNested, bwrapPath })
    return state
  }
  const isHeld = holdsAll(config.place, live)
  const ready = async (): Promise<Availability> => {
    probing ??= probe()
    const found = await probing
    if (!found.available || isHeld()) return found
    // A directory was added since.
    const { whyFolding } = await import('../../features/sandbox/availability.ts')
    return whyFolding({ ...config.place, roots: live.roots }) ?? found
  }
  const open = async (found: Extract<Availability, { available: true }>): Promise<Sandbox> => {
    await config.runs?.ready()
    opened ??= import('./open-sandbox.ts').then(({ openSandbox }) =>
      openSandbox({ config, live, choice }, found),
    )
    return await opened
  }
  const tellOnce = (text: LocalizedText): readonly LocalizedText[] => {
    if (told) return []
    told = true
    return [text]
  }
  return {
    ready,
    policy: () => (state?.available && isHeld() ? held : undefined),
    expect: (path, data) => void opened?.then(sandbox => sandbox.expect(path, data)),
    temporary: async () => await temporaryIn(await ready(), open),
    git: {
      async enter(reach) {
        const found = await ready()
        if (!found.available) return undefined
        if (reach.programs) return await (await open(found)).enterGit(reach)
        const { enterPlainGit } = await import('../../features/sandbox/git-run.ts')
        return enterPlainGit(reach, { ...found, platform: config.place.platform })
      },
    },
    settle: async () => (await opened?.catch(() => undefined))?.checkOutside() ?? [],
    async enter(command) {
      const found = await ready()
      if (!found.available) {
        const { sandboxText } = await import('../../protocol/messages/permissions/sandbox.ts')
        const said = tellOnce(sandboxText('runs_without', { why: found.why, hint: found.hint }))
        return { start: {}, notices: said, warnings: said, leave: () => [] }
      }
      const sandbox = await open(found)
      if (command.run.unsandboxed || (await runsOutside(command.run.command, held.excluded)))
        return goOutside(sandbox)
      return await goInside(sandbox, command, config.place.platform)
    },
    async [Symbol.asyncDispose]() {
      await (await opened?.catch(() => undefined))?.[Symbol.asyncDispose]()
    },
  }
}

const temporaryIn = async (
  found: Availability,
  open: (found: Extract<Availability, { available: true }>) => Promise<Sandbox>,
): Promise<string | undefined> => (found.available ? (await open(found)).temporary : undefined)

/** Whether a sandbox can hold what lies in the working directories there are now. */
const holdsAll = ({ platform, caseSensitive }: SandboxConfig['place'], live: Readonly<Live>) => {
  let known: { readonly roots: readonly string[]; readonly held: boolean } | undefined
  return (): boolean => {
    const { roots } = live
    if (known?.roots !== roots)
      known = { roots, held: platform !== 'linux' || roots.every(root => tellsCase(caseSensitive, root)) }
    return known.held
  }
}

/** What was put in its way inside is gone before it starts, and what was put there meanwhile when it ends. */
const goOutside = (sandbox: Sandbox): SandboxEntry => {
  const notices = sandbox.checkOutside()
  return { start: {}, notices, warnings: notices, leave: () => sandbox.checkOutside() }
}

/** As the decision saw it: read by the same reader, compared by the same rule. */
const runsOutside = async (command: string, excluded: readonly string[]): Promise<boolean> => {
  if (excluded.length === 0) return false
  const { loadShellReader } = await import('../../lib/shell/lower.ts')
  const { isExcluded } = await import('../../features/permissions/sandbox-verdict.ts')
  return isExcluded((await loadShellReader())(command), excluded)
}

const goInside = async (
  sandbox: Sandbox,
  command: SandboxCommand,
  platform: string,
): Promise<SandboxEntry> => {
  // It must be there to be mounted: as one file that can be written but not replaced.
  writeFileSync(command.writable, '', { mode: 0o600, flag: 'wx' })
  try {
    const { notices, leave, file, args, env } = await sandbox.enter(command)
    // What the sandbox itself has to say comes with the output: nobody listens on the other stream.
    const shell = { file: '/bin/sh', argv0: 'sh', args: ['-c', 'exec "$0" "$@" 2>&1', file, ...args] }
    return { start: { ...shell, env, contained: platform === 'linux' }, notices, warnings: notices, leave }
  } catch (error) {
    rmSync(command.writable, { force: true })
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new ToolError(says('notReady', { why: message }))
  }
}

/** The sandbox of servers that want one. Throws, in words, where none works. */
export const openServerSandbox = async (at: {
  readonly config: SandboxConfig
  readonly live: Readonly<Live>
  readonly choice: SandboxChoice
}): Promise<Sandbox> => {
  const [{ probeHere }, { openSandbox }] = await Promise.all([
    import('./probe-sandbox.ts'),
    import('./open-sandbox.ts'),
  ])
  const acceptNested = at.choice.settings.enableWeakerNestedSandbox === true
  const found = await probeHere({ ...at.config.place, roots: at.live.roots, acceptNested })
  if (!found.available)
    throw new LocalizedError(
      (await import('../../protocol/messages/permissions/sandbox.ts')).sandboxText('server_needs', {
        why: found.why,
        hint: found.hint,
      }),
    )
  return openSandbox(at, found)
}
