import { readFileSync } from 'node:fs'
import { type CaseRule, tellsCase } from '../../lib/case-rule.ts'
import { findProgram } from '../../lib/find-program.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { sandboxText } from '../../protocol/messages/permissions/sandbox.ts'
import { NESTED } from './bubblewrap.ts'
import type { SandboxPlan } from './plan.ts'
import { seatbeltProfile } from './seatbelt.ts'

/** Whether commands can run in a sandbox here; if not, why, and what the person can do about it. */
export type Availability =
  /** `nested`: only the weaker form works here, and settings accept it. */
  | { readonly available: true; readonly program: string; readonly nested?: true }
  | { readonly available: false; readonly why: LocalizedText; readonly hint: LocalizedText }

export interface ProbeDeps {
  readonly platform: string
  /** Directories to look for the program in; relative ones are passed over. */
  readonly path: string
  /** The administrator's; no other is looked for. */
  readonly bwrapPath?: string | undefined
  /** A sandbox that shares the outside's view of processes will do where no other can be had. */
  readonly acceptNested?: boolean
  /** Runs a program to its end. */
  run(
    file: string,
    args: readonly string[],
  ): Promise<{ readonly code: number | null; readonly stderr: string }>
  /** The text of a small system file, if it is there. */
  readText?(path: string): string | undefined
}

const PACKAGES = {
  debian: 'apt-get install bubblewrap',
  fedora: 'dnf install bubblewrap',
  arch: 'pacman -S bubblewrap',
}
const SEATBELT = '/usr/bin/sandbox-exec'
/** A plan with every kind of rule in it. */
const TRIAL: SandboxPlan = {
  mounts: [
    { kind: 'tmp', path: '/private/tmp', of: 'directory' },
    { kind: 'hide', path: '/private/var/run', of: 'directory' },
    { kind: 'write', path: '/private/var/empty', of: 'directory' },
    { kind: 'keep', path: '/private/var/empty/.git', of: 'directory' },
    { kind: 'guard', path: '/private/var/empty/.git/hooks', of: 'directory' },
  ],
  network: 'none',
  roots: ['/private/var/empty'],
  repositories: ['/private/var/empty/.git'],
  files: 'held',
  openSockets: [],
  localBinding: true,
  problems: [],
}

/** All that a real command needs, so that what works here works there. */
const trial = (processes: readonly string[]): readonly string[] => [
  ...['--ro-bind', '/', '/', '--dev', '/dev', ...processes, '--tmpfs', '/tmp', '--unshare-pid'],
  ...['--unshare-ipc', '--unshare-uts', '--unshare-net', '--unshare-cgroup-try', '--die-with-parent'],
  ...['--new-session', '--cap-drop', 'ALL', '--', '/bin/sh', '-c', ':'],
]

type Unavailable = Extract<Availability, { available: false }>

/**
 * On Linux the name of a file is what a mount hides or holds. Where names ignore case the same file can be had under
 * another one, so nothing in such a directory is safe.
 */
export const whyFolding = (place: {
  readonly platform: string
  readonly roots: readonly string[]
  readonly caseSensitive: CaseRule
}): Unavailable | undefined => {
  const path =
    place.platform === 'linux' ? place.roots.find(root => !tellsCase(place.caseSensitive, root)) : undefined
  return path === undefined
    ? undefined
    : {
        available: false,
        why: sandboxText('names_fold', { path }),
        hint: sandboxText('use_other_volume'),
      }
}

/** Tries the real thing: a program that is there may still not be allowed to do its work. */
export const probeSandbox = async (deps: ProbeDeps): Promise<Availability> => {
  if (deps.platform === 'darwin') return await trySeatbelt(deps)
  if (deps.platform !== 'linux')
    return {
      available: false,
      why: sandboxText('no_platform', { platform: deps.platform }),
      hint: sandboxText('use_linux'),
    }
  const program = deps.bwrapPath ?? findProgram('bwrap', deps.path)
  if (program === undefined)
    return { available: false, why: sandboxText('no_bwrap'), hint: sandboxText('install', PACKAGES) }
  const { code, stderr } = await deps.run(program, trial(['--proc', '/proc']))
  if (code === 0) return { available: true, program }
  if (deps.acceptNested && (await deps.run(program, trial(NESTED))).code === 0)
    return { available: true, program, nested: true }
  return { available: false, ...explain(stderr.trim(), deps.readText ?? readSmall) }
}

/** With rules such as a real command gets: a word in them that this system does not know is then seen here. */
const trySeatbelt = async (deps: ProbeDeps): Promise<Availability> => {
  const profile = seatbeltProfile(TRIAL, { protectedNames: ['.git'] })
  const { code, stderr } = await deps.run(SEATBELT, ['-p', profile, '/usr/bin/true'])
  if (code === 0) return { available: true, program: SEATBELT }
  return {
    available: false,
    why: sandboxText('fails', { program: SEATBELT, said: firstLine(stderr) }),
    hint: sandboxText('start_outside'),
  }
}

type ReadText = (path: string) => string | undefined

const explain = (
  stderr: string,
  read: ReadText,
): { readonly why: LocalizedText; readonly hint: LocalizedText } => {
  const said = firstLine(stderr)
  const kernel = (name: string): string => (read(`/proc/sys/${name}`) ?? '').trim()
  if (/proc/.test(stderr) && /mount/i.test(stderr))
    return {
      why: sandboxText('no_proc', { said }),
      hint: sandboxText('allow_proc', {
        option: '--security-opt systempaths=unconfined',
        setting: '"sandbox": {"enableWeakerNestedSandbox": true}',
      }),
    }
  if (kernel('kernel/apparmor_restrict_unprivileged_userns') === '1')
    return {
      why: sandboxText('apparmor', { said }),
      hint: sandboxText('allow_apparmor', {
        package: 'apparmor-profiles',
        profile: 'bwrap-userns-restrict',
        command: 'sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
      }),
    }
  if (kernel('kernel/unprivileged_userns_clone') === '0')
    return {
      why: sandboxText('kernel_forbids', { said }),
      hint: sandboxText('run_as_root', { command: 'sysctl -w kernel.unprivileged_userns_clone=1' }),
    }
  if (kernel('user/max_user_namespaces') === '0')
    return {
      why: sandboxText('namespaces_off', { said }),
      hint: sandboxText('run_as_root', { command: 'sysctl -w user.max_user_namespaces=15000' }),
    }
  if (/namespace|Operation not permitted|Permission denied/i.test(stderr))
    return {
      why: sandboxText('no_namespaces', { said }),
      hint: sandboxText('allow_namespaces', {
        option: '--security-opt seccomp=unconfined',
        other: '--cap-add SYS_ADMIN',
      }),
    }
  return { why: sandboxText('fails', { program: 'bubblewrap', said }), hint: sandboxText('run_bwrap') }
}

const firstLine = (text: string): Text => text.split('\n')[0]?.slice(0, 200) || sandboxText('said_nothing')

const readSmall: ReadText = path => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Kernels without the setting do not have the file.
    return undefined
  }
}
