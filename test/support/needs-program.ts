import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What was found out before: some of these programs take longer to say who they are than a test does. */
const known = new Map<string, boolean>()

/**
 * Whether a system program that some tests need is here; asked once per worker. Where it must be (CAPSTAN_TEST_REQUIRE names it) its absence
 * is a failure; elsewhere one line says what is left out.
 */
const needsProgram = (
  name: string,
  args: readonly string[],
  isRight: (output: string) => boolean,
): boolean => {
  const found = known.get(name)
  if (found !== undefined) return found
  const { stdout } = spawnSync(name, args, { encoding: 'utf8' })
  known.set(name, isRight(stdout ?? ''))
  if (known.get(name)) return true
  if ((process.env['CAPSTAN_TEST_REQUIRE'] ?? '').split(',').includes(name))
    throw new Error(`${name} is required here (CAPSTAN_TEST_REQUIRE) and was not found`)
  process.stdout.write(`skipped: tests that need ${name}, which is not installed\n`)
  return false
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

export const hasZip = (): boolean => needsProgram('zip', ['-v'], output => output.includes('Zip'))

/** Those of the programs that are here, by the names under which they are found; one line says which are not. */
export const installedOf = (names: readonly string[]): ReadonlySet<string> => {
  const script = 'for name; do command -v -- "$name" >/dev/null && printf "%s\\n" "$name"; done'
  const { stdout } = spawnSync('bash', ['-c', script, 'bash', ...names], { encoding: 'utf8' })
  const found = new Set((stdout ?? '').split('\n').filter(name => name !== ''))
  const required = (process.env['CAPSTAN_TEST_REQUIRE'] ?? '').split(',')
  const missing = names.filter(name => !found.has(name))
  const needed = missing.filter(name => required.includes(name))
  if (needed.length > 0)
    throw new Error(`${needed.join(', ')} required here (CAPSTAN_TEST_REQUIRE) and not found`)
  if (missing.length > 0)
    process.stdout.write(`skipped: tests that need ${missing.join(', ')}, which are not installed\n`)
  return found
}

/** Where the real MCP servers for tests are installed (scripts/install-test-servers.mjs); undefined where they are not. */
export const mcpServers = (): string | undefined => {
  const packages = join(import.meta.dirname, '../servers/node_modules')
  if (existsSync(join(packages, '@modelcontextprotocol/server-everything'))) return packages
  if ((process.env['CAPSTAN_TEST_REQUIRE'] ?? '').split(',').includes('mcp-servers'))
    throw new Error('mcp-servers are required here (CAPSTAN_TEST_REQUIRE) and were not found')
  process.stdout.write('skipped: tests that need mcp-servers (node scripts/install-test-servers.mjs)\n')
  return undefined
}
