import { readFileSync } from 'node:fs'
import { findProgram } from '../../lib/find-program.ts'
import { NESTED } from './bubblewrap.ts'

/** Whether commands can run in a sandbox here; if not, why, and what the person can do about it. */
export type Availability =
  /** `nested`: only the weaker form works here, and settings accept it. */
  | { readonly available: true; readonly program: string; readonly nested?: true }
  | { readonly available: false; readonly why: string; readonly hint: string }

export interface ProbeDeps {
  readonly platform: string
  /** Directories to look for the program in; relative ones are passed over. */
  readonly path: string
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

const PACKAGES =
  'Install it: apt-get install bubblewrap (Debian, Ubuntu), dnf install bubblewrap (Fedora), pacman -S bubblewrap (Arch).'
const SEATBELT = '/usr/bin/sandbox-exec'

/** All that a real command needs, so that what works here works there. */
const trial = (processes: readonly string[]): readonly string[] => [
  ...['--ro-bind', '/', '/', '--dev', '/dev', ...processes, '--tmpfs', '/tmp', '--unshare-pid'],
  ...['--unshare-ipc', '--unshare-uts', '--unshare-net', '--unshare-cgroup-try', '--die-with-parent'],
  ...['--new-session', '--cap-drop', 'ALL', '--', '/bin/sh', '-c', ':'],
]

/** Tries the real thing: a program that is there may still not be allowed to do its work. */
export const probeSandbox = async (deps: ProbeDeps): Promise<Availability> => {
  if (deps.platform === 'darwin') return await trySeatbelt(deps)
  if (deps.platform !== 'linux')
    return {
      available: false,
      why: `there is no sandbox for ${deps.platform}`,
      hint: 'Use Linux, macOS or WSL 2.',
    }
  const program = findProgram('bwrap', deps.path)
  if (program === undefined)
    return { available: false, why: 'bubblewrap (bwrap) is not installed', hint: PACKAGES }
  const { code, stderr } = await deps.run(program, trial(['--proc', '/proc']))
  if (code === 0) return { available: true, program }
  if (deps.acceptNested && (await deps.run(program, trial(NESTED))).code === 0)
    return { available: true, program, nested: true }
  return { available: false, ...explain(stderr.trim(), deps.readText ?? readSmall) }
}

const trySeatbelt = async (deps: ProbeDeps): Promise<Availability> => {
  const { code, stderr } = await deps.run(SEATBELT, ['-p', '(version 1)(allow default)', '/usr/bin/true'])
  if (code === 0) return { available: true, program: SEATBELT }
  return {
    available: false,
    why: `${SEATBELT} does not work: ${firstLine(stderr)}`,
    hint: 'A program that is sandboxed itself cannot start another sandbox: start Capstan outside of it.',
  }
}

type ReadText = (path: string) => string | undefined

const explain = (stderr: string, read: ReadText): { readonly why: string; readonly hint: string } => {
  const said = firstLine(stderr)
  const kernel = (name: string): string => (read(`/proc/sys/${name}`) ?? '').trim()
  if (/proc/.test(stderr) && /mount/i.test(stderr))
    return {
      why: `this container does not let bubblewrap mount /proc (${said})`,
      hint: 'Start the container with --security-opt systempaths=unconfined (Docker, Podman), set "sandbox": {"enableWeakerNestedSandbox": true}, or switch the sandbox off: the container is one already.',
    }
  if (kernel('kernel/apparmor_restrict_unprivileged_userns') === '1')
    return {
      why: `AppArmor forbids user namespaces to bubblewrap (${said})`,
      hint: 'Ubuntu 24.04 and later: install the package apparmor-profiles and enable the profile bwrap-userns-restrict, or run sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 as root.',
    }
  if (kernel('kernel/unprivileged_userns_clone') === '0')
    return {
      why: `this kernel forbids user namespaces to ordinary users (${said})`,
      hint: 'Run sysctl -w kernel.unprivileged_userns_clone=1 as root.',
    }
  if (kernel('user/max_user_namespaces') === '0')
    return {
      why: `user namespaces are switched off (${said})`,
      hint: 'Run sysctl -w user.max_user_namespaces=15000 as root.',
    }
  if (/namespace|Operation not permitted|Permission denied/i.test(stderr))
    return {
      why: `bubblewrap may not create namespaces (${said})`,
      hint: 'In a container: start it with --security-opt seccomp=unconfined or --cap-add SYS_ADMIN, or switch the sandbox off: the container is one already.',
    }
  return { why: `bubblewrap does not work: ${said}`, hint: "Run bwrap yourself to see what's missing." }
}

const firstLine = (text: string): string => text.split('\n')[0]?.slice(0, 200) || 'it said nothing'

const readSmall: ReadText = path => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Kernels without the setting do not have the file.
    return undefined
  }
}
