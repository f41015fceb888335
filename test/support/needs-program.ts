import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ADVICE, reportMissing, SKIPPED_ONLY } from './report-missing.ts'

/** What was found out before: some of these programs take longer to say who they are than a test does. */
const known = new Map<string, boolean>()

/**
 * Whether a system program that some tests need is here; asked once per worker. Asked outside of tests it is for skipping
 * some: a test that does something else without the program asks by itself.
 */
const needsProgram = (
  name: string,
  args: readonly string[],
  isRight: (output: string) => boolean,
): boolean => {
  // One program may be asked for different things.
  const question = [name, ...args].join(' ')
  const found = known.get(question) ?? isRight(spawnSync(name, args, { encoding: 'utf8' }).stdout ?? '')
  known.set(question, found)
  return found || reportMissing(name, ADVICE, SKIPPED_ONLY)
}

/** Gives a program a pseudo-terminal. Only the one of util-linux takes a command and passes its exit code on. */
export const SCRIPT = 'script'
export const hasScript = (): boolean =>
  needsProgram(SCRIPT, ['--version'], output => output.includes('util-linux'))

export const hasGit = (): boolean =>
  needsProgram('git', ['--version'], output => output.startsWith('git version'))

/** Holds a command in a sandbox. There and not allowed to do its work is as good as not there. */
export const hasBubblewrap = (): boolean =>
  needsProgram('bwrap', ['--ro-bind', '/', '/', '--unshare-net', '--proc', '/proc', 'echo', 'held'], output =>
    output.startsWith('held'),
  )
/** Opens the exported page of a session as a person would. */
const CHROMIUM = 'chromium'
export const hasChromium = (): boolean =>
  needsProgram(CHROMIUM, ['--version'], output => /^Chromium \d/m.test(output))

/** The same without what only a window needs, where it is installed: that takes half as long. */
const HEADLESS = '/usr/bin/chromium-headless-shell'
export const browserPath = (): string => (existsSync(HEADLESS) ? HEADLESS : `/usr/bin/${CHROMIUM}`)

export const hasTmux = (): boolean => needsProgram('tmux', ['-V'], output => output.startsWith('tmux '))

/** Says what a process asks of the system. There and not allowed to watch is as good as not there. */
export const hasStrace = (): boolean =>
  needsProgram('strace', ['-f', '--seccomp-bpf', '-e', 'trace=execve', '-o', '|cat', 'true'], output =>
    output.includes('execve('),
  )

/** Gives a program a view of the file system of its own. There and not allowed to mount is as good as not there. */
export const UNSHARE = 'unshare'
export const canMount = (): boolean =>
  needsProgram(UNSHARE, ['--mount', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt && echo mounted'], output =>
    output.startsWith('mounted'),
  )

/** Lays a copy over a directory. Not every file system can hold one. */
const OVERLAY = `cd "$(mktemp -d)" && mkdir l u w m && mount -t overlay overlay -o "lowerdir=l,upperdir=u,workdir=w$1" m && echo laid; umount m 2>/dev/null; rm -rf "$PWD"`
export const canOverlay = (): boolean => {
  const isRoot = process.getuid?.() === 0
  const command = ['sh', '-c', OVERLAY, 'sh', isRoot ? '' : ',userxattr']
  const found = spawnSync(UNSHARE, [...(isRoot ? ['-m'] : ['-U', '-r', '-m']), ...command], {
    encoding: 'utf8',
  })
  return (found.stdout ?? '').startsWith('laid') || reportMissing('overlay', ADVICE, SKIPPED_ONLY)
}

/** The same with a file system that a program of ours answers for, without rights that a person lacks. */
export const canMountOwn = (): boolean =>
  needsProgram(
    UNSHARE,
    ['--user', '--map-root-user', '--mount', 'sh', '-c', ': <>/dev/fuse && echo opened'],
    output => output.startsWith('opened'),
  )

export const hasCurl = (): boolean =>
  needsProgram('curl', ['--version'], output => output.startsWith('curl '))

export const hasZip = (): boolean => needsProgram('zip', ['-v'], output => output.includes('Zip'))

/** Those of the programs that are here, by the names under which they are found; one line says which are not. */
export const installedOf = (names: readonly string[]): ReadonlySet<string> => {
  const script = 'for name; do command -v -- "$name" >/dev/null && printf "%s\\n" "$name"; done'
  const { stdout } = spawnSync('bash', ['-c', script, 'bash', ...names], { encoding: 'utf8' })
  const found = new Set((stdout ?? '').split('\n').filter(name => name !== ''))
  for (const name of names) if (!found.has(name)) reportMissing(name)
  return found
}

/** Whether a program is here that skips tests where it is not, and says nothing useful of itself. */
export const isInstalled = (name: string): boolean =>
  pathDirectories().some(directory => existsSync(join(directory, name))) ||
  reportMissing(name, ADVICE, SKIPPED_ONLY)

/** Tells the time of any moment in any zone. Only the one of GNU reads moments from its input. */
export const hasGnuDate = (): boolean =>
  needsProgram('date', ['--version'], output => output.includes('coreutils'))

/** Language servers of Debian; the one of Go needs Go. */
export const hasClangd = (): boolean =>
  needsProgram('clangd', ['--version'], output => output.includes('clangd version'))
export const hasGopls = (): boolean =>
  needsProgram('gopls', ['version'], output => output.includes('gopls')) &&
  needsProgram('go', ['version'], output => output.startsWith('go version'))

/** Finds what is wrong with scripts; its language server asks it. */
export const hasShellCheck = (): boolean =>
  needsProgram('shellcheck', ['--version'], output => output.startsWith('ShellCheck'))

/** Lists processes. */
export const hasPs = (): boolean =>
  needsProgram('ps', ['-A', '-o', 'pid='], output => /^ *\d+$/m.test(output))

const SERVERS = join(import.meta.dirname, '../servers/node_modules')
const CLIENTS = join(import.meta.dirname, '../clients/node_modules')
const INSTALL = 'which npm test installs where there is a network (node scripts/install-test-servers.mjs)'

/** Where the real MCP servers for tests are installed; undefined where they are not. */
export const mcpServers = (): string | undefined =>
  testPackage('@modelcontextprotocol/server-everything') === undefined ? undefined : SERVERS

const installed = (file: string, name: string): string | undefined => {
  if (existsSync(file)) return file
  reportMissing(name, INSTALL)
  return undefined
}

/** A path inside the packages that only tests use; undefined where they are not installed. */
export const testPackage = (path: string): string | undefined => installed(join(SERVERS, path), 'mcp-servers')

/** The same of the programs and libraries in test/clients. */
export const clientPackage = (path: string): string | undefined =>
  installed(join(CLIENTS, path), 'test-clients')

/**
 * A directory that nobody can install for tests: the person who has it names it in a variable (test/clients/README.md
 * says how). Without it one line says what is left out.
 */
export const namedDirectory = (variable: string, what: string): string | undefined => {
  const directory = process.env[variable]
  if (directory !== undefined && existsSync(directory)) return directory
  reportMissing(what, `whose directory ${variable} names (test/clients/README.md)`)
  return undefined
}

/** Speaks, into a file too. */
export const hasSpeech = (): boolean =>
  needsProgram('espeak-ng', ['--version'], output => output.includes('eSpeak NG'))

/** A screen without a monitor, and programs that draw on it. None of them says what it is without one. */
export const hasXvfb = (): boolean => ['Xvfb', 'xedit', 'xmessage'].every(isInstalled)

const pathDirectories = (): readonly string[] => (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)

/** Lets somebody in over SSH. Only the system's owner can let in somebody else than themselves. */
export const SSHD = '/usr/sbin/sshd'
export const hasSshd = (): boolean => {
  const isHere = existsSync(SSHD) && process.getuid?.() === 0
  return isHere
    ? ['ssh-keygen', 'useradd', 'userdel', 'pkill', 'setpriv'].every(isInstalled)
    : reportMissing('sshd')
}
