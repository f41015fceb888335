import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePlainGit } from '../../src/features/shell/plain-git.ts'
import { hardenEnvironment } from '../../src/lib/process/harden-environment.ts'
import { installedOf } from '../support/needs-program.ts'

const SECRET = 'value-of-a-variable'
let home: string
let project: string
let bin: string
let canary: string

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'environment-')))
  project = join(home, 'project')
  mkdirSync(project)
  bin = makePlainGit(home, '/bin/bash')
  canary = join(home, 'canary')
  const code = `open(${JSON.stringify(canary)}, "w")\n`
  writeFileSync(join(project, 'sitecustomize.py'), code)
  writeFileSync(join(project, 'own.cjs'), `require('node:fs').writeFileSync(${JSON.stringify(canary)}, '')`)
  writeFileSync(join(project, 'Own.pm'), `package Own; open F, ">${canary}"; 1;`)
  writeFileSync(join(project, 'package.json'), '{"name":"x","dependencies":{"nothing":"1"}}')
})
afterAll(() => rmSync(home, { recursive: true, force: true }))
beforeEach(() => rmSync(canary, { force: true }))

const PATH = `${process.env['PATH'] ?? ''}:/usr/bin:/bin`

/** Variables as people set them, who did not think of what else may be here. */
const CODE: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  ['python3', { PYTHONPATH: '.' }, ['-c', '0']],
  ['python3', { PYTHONPATH: '/nowhere:' }, ['-c', '0']],
  ['node', { NODE_OPTIONS: '--require ./own.cjs' }, ['-e', '0']],
  ['perl', { PERL5OPT: '-I. -MOwn' }, ['-e', '0']],
  ['perl', { PERL5LIB: '.' }, ['-MOwn', '-e', '0']],
]
const installed = installedOf(['python3', 'node', 'perl', 'npm'])

describe('no variable brings code of the project into an interpreter', () => {
  test.each(CODE.filter(([name]) => installed.has(name)))('%s with %j', (name, variables, words) => {
    const env = { PATH, HOME: home, ...variables }
    spawnSync(name, words, { cwd: project, env })
    expect(existsSync(canary)).toBe(true)
    rmSync(canary)
    spawnSync(name, words, { cwd: project, env: hardenEnvironment(env, [project]) })
    expect(existsSync(canary)).toBe(false)
  })

  test('lists keep what lies outside, and an empty entry is the directory one is in', () => {
    const inside = join(project, 'lib')
    const env = {
      PATH: '/usr/bin',
      LD_LIBRARY_PATH: `/opt/lib:${inside}:`,
      PYTHONPATH: `.:${inside}`,
      NODE_PATH: '/opt/node',
      LD_PRELOAD: './own.so /opt/lib/faster.so',
      KUBECONFIG: `${home}/.kube/config:kubeconfig`,
      DOCKER_CONFIG: `${home}/.docker`,
    }
    const hardened = hardenEnvironment(env, [project])
    expect(hardened).toMatchObject({
      LD_LIBRARY_PATH: '/opt/lib',
      NODE_PATH: '/opt/node',
      LD_PRELOAD: '/opt/lib/faster.so',
      KUBECONFIG: '/dev/null',
      DOCKER_CONFIG: `${home}/.docker`,
    })
    expect(hardened).not.toHaveProperty('PYTHONPATH')
  })
})

describe.runIf(installed.has('npm'))('the settings of a project print no variable through npm', () => {
  const SETTINGS = ['heading', 'workspace', 'omit', 'https-proxy']
  const env = (): NodeJS.ProcessEnv => {
    const tokens = SETTINGS.map((_, at) => [`TOKEN_${at}`, `${SECRET}-${at}`] as const)
    return hardenEnvironment({ PATH, HOME: home, ...Object.fromEntries(tokens) }, [project])
  }
  /** Of which settings the value is printed. */
  const shown = (path: string): { readonly text: string; readonly settings: readonly string[] } => {
    const { stdout, stderr } = spawnSync('bash', ['-c', 'npm ls'], {
      cwd: project,
      env: { ...env(), PATH: path },
      encoding: 'utf8',
    })
    const text = stdout + stderr
    return { text, settings: SETTINGS.filter((_, at) => text.includes(`${SECRET}-${at}`)) }
  }

  test(SETTINGS.join(', '), () => {
    const lines = SETTINGS.map((name, at) => `${name}=\${TOKEN_${at}}\n`)
    writeFileSync(join(project, '.npmrc'), lines.join(''))
    const path = env()['PATH'] ?? ''
    // So npm itself would.
    expect(shown(path).settings).toEqual(SETTINGS)
    const bare = shown(`${bin}:${path}`)
    expect(bare.text).not.toBe('')
    expect(bare.settings).toEqual([])
    expect(bare.text).not.toContain(SECRET)
  })

  test('it finds the npm behind it', () => {
    const behind = join(home, 'behind')
    mkdirSync(behind)
    writeFileSync(join(behind, 'npm'), '#!/bin/sh\necho "behind: $*"\n', { mode: 0o755 })
    const own = { ...env(), PATH: `${bin}:${behind}:${PATH}` }
    const said = execFileSync(join(bin, 'npm'), ['--version'], { cwd: project, env: own, encoding: 'utf8' })
    expect(said).toBe('behind: --version\n')
  })
})
