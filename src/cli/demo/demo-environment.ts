import { basename, delimiter, dirname, join } from 'node:path'
import type { Env } from '../../protocol/host.ts'

/** What a shell and Node need; keys, proxies, hooks and settings of the person are not among it. */
const KEPT = [
  'SHELL',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TERM',
  'TZ',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'TMP',
  'TEMP',
  'SystemRoot',
  'ComSpec',
  'PATHEXT',
]

/** The environment of the demo: a home of its own, and our own Node first on the path. */
export const demoEnvironment = (env: Env, home: string, execPath: string): Record<string, string> => {
  const kept: Record<string, string> = {}
  for (const name of KEPT) {
    const value = env[name]
    if (value !== undefined) kept[name] = value
  }
  const path = env['PATH'] || '/usr/local/bin:/usr/bin:/bin'
  const isNode = /^node(?:\.exe)?$/.test(basename(execPath))
  return {
    ...kept,
    PATH: isNode ? `${dirname(execPath)}${delimiter}${path}` : path,
    HOME: home,
    CAPSTAN_CONFIG_DIR: join(home, '.capstan'),
    NO_COLOR: '1',
  }
}
