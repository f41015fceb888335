import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { tmpDir } from './tmp-dir.ts'

export interface Said {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A folder, a home and a temporary directory of somebody who owns nothing else. */
export interface Newcomer extends AsyncDisposable {
  readonly folder: string
  readonly home: string
  readonly tmp: string
  /** Runs a command there; `sh` reads it. */
  run(command: string, env?: Readonly<Record<string, string>>): Promise<Said>
  /** Everything that lies in the three places, links not followed. */
  left(): readonly string[]
}

const NOBODY = 65_534
const SETPRIV = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] as const

/** An ordinary user where root can become one, else whoever runs the tests; nothing but the system's own programs. */
export const openNewcomer = (): Newcomer => {
  const place = tmpDir()
  const [folder, home, tmp, npm] = ['folder', 'home', 'tmp', 'npm'].map(name => join(place.path, name))
  if (!folder || !home || !tmp || !npm) throw new Error('no place')
  const isRoot = process.getuid?.() === 0 && spawnSync(SETPRIV[0], [...SETPRIV.slice(1), 'true']).status === 0
  for (const path of [folder, home, tmp, npm]) {
    mkdirSync(path)
    if (isRoot) chownSync(path, NOBODY, NOBODY)
  }
  // The way there must be open to whoever that is.
  for (const path of [place.path, process.env['TMPDIR']]) if (isRoot && path) chmodSync(path, 0o711)
  const before = isRoot ? SETPRIV : (['env'] as const)
  const own = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: home,
    TMPDIR: tmp,
    npm_config_cache: npm,
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_loglevel: 'error',
    npm_config_update_notifier: 'false',
  }
  return {
    folder,
    home,
    tmp,
    run: (command, env = {}) =>
      ran([...before, 'sh', '-c', command], { cwd: folder, env: { ...own, ...env } }),
    left: () => [folder, home, tmp].flatMap(path => below(path, place.path)),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  }
}

const ran = (
  [program = '', ...args]: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Said> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (stdout += piece))
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (stderr += piece))
    child.on('error', reject).on('close', code => resolve({ code, stdout, stderr }))
  })

const below = (path: string, root: string): readonly string[] =>
  readdirSync(path).flatMap(name => {
    const one = join(path, name)
    return [one.slice(root.length + 1), ...(lstatSync(one).isDirectory() ? below(one, root) : [])]
  })
