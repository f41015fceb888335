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
  const SETTINGS = ['heading', 'workspace', 'omit', 'https-proxy'].map(name => [name])
  test.each(SETTINGS)('%s', name => {
    writeFileSync(join(project, '.npmrc'), `${name}=\${SOME_TOKEN}\n`)
    const env = hardenEnvironment({ PATH, HOME: home, SOME_TOKEN: SECRET }, [project])
    const shown = (path: string): string => {
      const { stdout, stderr } = spawnSync('bash', ['-c', 'npm ls'], {
        cwd: project,
        env: { ...env, PATH: path },
        encoding: 'utf8',
      })
      return stdout + stderr
    }
    // One is enough to see that npm itself would.
    if (name === 'heading') expect(shown(env['PATH'] ?? '')).toContain(SECRET)
    const bare = shown(`${bin}:${env['PATH']}`)
    expect(bare).not.toBe('')
    expect(bare).not.toContain(SECRET)
  })

  test('it finds the npm behind it', () => {
    const env = hardenEnvironment({ PATH, HOME: home }, [project])
    rmSync(join(project, '.npmrc'), { force: true })
    const version = execFileSync('npm', ['--version'], { cwd: project, env, encoding: 'utf8' })
    const own = { ...env, PATH: `${bin}:${env['PATH']}` }
    expect(execFileSync(join(bin, 'npm'), ['--version'], { cwd: project, env: own, encoding: 'utf8' })).toBe(
      version,
    )
  })
})
