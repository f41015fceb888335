import { spawn } from 'node:child_process'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProtected, PROTECTED_NAMES } from '../../src/features/permissions/paths/protected.ts'
import { type Entered, Sandbox, type SandboxOptions } from '../../src/features/sandbox/sandbox.ts'
import type { SandboxSettings } from '../../src/protocol/settings.ts'
import { tmpDir } from './tmp-dir.ts'

export interface Held extends AsyncDisposable {
  readonly root: string
  readonly project: string
  readonly home: string
  readonly sandbox: Sandbox
  /** Runs bash inside, to its end. */
  run(command: string, env?: Readonly<Record<string, string>>): Promise<HeldEnd>
  start(
    command: string,
    env?: Readonly<Record<string, string>>,
  ): Promise<{ readonly pid: number; readonly entered: Entered; readonly ended: Promise<HeldEnd> }>
}

export interface HeldEnd {
  readonly code: number | null
  readonly output: string
  readonly notes: readonly string[]
}

const BRIDGE_FILE = join(import.meta.dirname, '../../src/features/sandbox/bridge.ts')
const BRIDGE_CODE = `import(${JSON.stringify(BRIDGE_FILE)}).then(m => m.runBridge(process.argv.slice(1), process.env)).then(code => process.exit(code))`

/** The way out of a sandbox, run from its source. */
export const BRIDGE: SandboxOptions['bridge'] = {
  command: [process.execPath, '-e', BRIDGE_CODE],
  files: [process.execPath, realpathSync(process.execPath), join(import.meta.dirname, '../../src')],
}

/** A real sandbox around a project and a home of their own. */
export const holdProject = (settings: SandboxSettings = {}, more: Partial<SandboxOptions> = {}): Held => {
  const tmp = tmpDir()
  const root = realpathSync(tmp.path)
  const project = join(root, 'project')
  const home = join(root, 'home')
  const results = join(root, 'config', 'results')
  for (const path of [project, home, results]) mkdirSync(path, { recursive: true })
  const sandbox = new Sandbox({
    settings,
    platform: 'linux',
    program: '/usr/bin/bwrap',
    bridge: BRIDGE,
    roots: () => [project],
    home,
    configHomes: [join(root, 'config')],
    // It lies in /tmp, which is private inside: shown again, so that all of it can be tried.
    readable: () => [root, results, realpathSync(process.execPath)],
    denied: () => ({ paths: [], isDenied: () => false }),
    isProtected: path => findProtected(path) !== undefined,
    protectedNames: PROTECTED_NAMES,
    env: {},
    tmpDir: tmpdir(),
    now: () => Date.now(),
    newToken: () => 'token',
    ...more,
  })
  let count = 0
  const start: Held['start'] = async (command, env = {}) => {
    count += 1
    const writable = join(results, `${count}.cwd`)
    writeFileSync(writable, '')
    const entered = await sandbox.enter({
      file: '/bin/bash',
      args: ['-c', `exec 2>&1; ${command}`],
      cwd: more.roots?.()[0] ?? project,
      env: { PATH: process.env['PATH'] ?? '', HOME: more.home ?? home, ...env },
      writable,
      run: { command },
    })
    const child = spawn(entered.file, entered.args, { env: entered.env, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise<HeldEnd>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', code => {
        const output = Buffer.concat(chunks).toString('utf8')
        resolve({ code, output, notes: entered.leave({ code, output }).map(({ text }) => text) })
      })
    })
    return { pid: child.pid ?? 0, entered, ended }
  }
  return {
    root,
    project,
    home,
    sandbox,
    start,
    run: async (command, env) => await (await start(command, env)).ended,
    async [Symbol.asyncDispose]() {
      await sandbox[Symbol.asyncDispose]()
      await tmp[Symbol.asyncDispose]()
    },
  }
}
