import type { Mount } from './mounts.ts'
import type { SandboxPlan } from './plan.ts'

export interface SandboxedCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  /** The private directory that stands for the system's temporary ones, where the plan has such. */
  readonly tmp?: string
  /** Where no view of the processes of its own can be had: that of the outside, from which another user is kept away. */
  readonly nested?: boolean
  /** The terminal it is started in is its own: what it writes into that reaches nobody else. */
  readonly atTerminal?: boolean
}

const NETWORK = '--unshare-net'
/** Without a terminal to ask at, or to put input into for whoever reads it later. */
const NO_TERMINAL = '--new-session'
/** No namespace but that of mounts, and of the network where a plan says so, is shared; nothing outlives the program, no privilege can be had. */
const ISOLATION = [
  ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', NETWORK, '--unshare-cgroup-try'],
  ...['--die-with-parent', NO_TERMINAL, '--cap-drop', 'ALL'],
]
/** Settings of the kernel: written by whoever is root, privileges or not. */
const KERNEL = ['/proc/sys', '/proc/sysrq-trigger'].flatMap(path => ['--ro-bind-try', path, path])

/** The kernel lets nobody of one user namespace look into processes of another; root would have none of its own. */
export const NESTED: readonly string[] = ['--unshare-user', '--ro-bind', '/proc', '/proc']

/** Arguments for bubblewrap that run the command under the plan. Pure. */
export const bwrapArgv = (plan: SandboxPlan, command: SandboxedCommand): readonly string[] => [
  ...[plan.files === 'free' ? '--bind' : '--ro-bind', '/', '/', '--dev', '/dev'],
  ...(command.nested ? NESTED : ['--proc', '/proc']),
  ...KERNEL,
  ...plan.mounts.filter(isLaid).flatMap(mount => mountArgs(mount, command.tmp)),
  ...plan.mounts.filter(isEmptied).flatMap(mount => ['--remount-ro', mount.path]),
  ...ISOLATION.filter(option => option !== NETWORK || plan.network !== 'open').filter(
    option => option !== NO_TERMINAL || command.atTerminal !== true,
  ),
  ...['--chdir', command.cwd, '--', command.file],
  ...command.args,
]

/** Everything there is lies below already. */
const isLaid = (mount: Mount): boolean => mount.path !== '/'
const isEmptied = (mount: Mount): boolean => mount.kind === 'hide' && mount.of === 'directory'

const mountArgs = (mount: Mount, tmp = ''): readonly string[] => {
  const { path } = mount
  switch (mount.kind) {
    case 'tmp':
      return ['--bind', tmp, path]
    case 'write':
    case 'keep':
      return [mount.passing ? '--bind-try' : '--bind', mount.source ?? path, path]
    case 'read':
    case 'guard':
      return ['--ro-bind', path, path]
    case 'mask':
      return ['--ro-bind', mount.copy ?? '/dev/null', path]
    case 'hide':
      return mount.of === 'directory' ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]
  }
}
