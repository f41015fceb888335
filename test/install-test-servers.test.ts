import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from './support/tmp-dir.ts'

const SCRIPT = join(import.meta.dirname, '../scripts/install-test-servers.mjs')
/** Where nobody listens. */
const NOWHERE = 'http://127.0.0.1:9'

const install = (directory: string, env: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, [SCRIPT, directory], {
    encoding: 'utf8',
    env: { ...process.env, npm_config_cache: join(directory, 'cache'), ...env },
  })

/** A directory whose lock wants these packages. */
const put = (directory: string, packages: Readonly<Record<string, string>>): void => {
  const named = { name: 'wanted', version: '1.0.0', dependencies: packages }
  const locked = Object.entries(packages).map(([name, version]) => [
    `node_modules/${name}`,
    { version, resolved: `${NOWHERE}/${name}-${version}.tgz` },
  ])
  const lock = { ...named, lockfileVersion: 3, packages: { '': named, ...Object.fromEntries(locked) } }
  writeFileSync(join(directory, 'package.json'), JSON.stringify(named))
  writeFileSync(join(directory, 'package-lock.json'), JSON.stringify(lock))
}

test('what tests use is installed once, and again when its lock changes', async () => {
  await using tmp = tmpDir()
  const servers = join(tmp.path, 'servers')
  mkdirSync(servers)
  put(servers, {})
  expect(install(servers)).toMatchObject({ status: 0, stderr: expect.stringContaining('(once)') })
  expect(install(servers, { PATH: '/nowhere' })).toMatchObject({ status: 0, stderr: '' })
  writeFileSync(join(servers, 'package-lock.json'), '{}')
  expect(install(servers, { PATH: '/nowhere' }).status).not.toBe(0)
})

test('without a network one line says that it could not be installed', async () => {
  await using tmp = tmpDir()
  const servers = join(tmp.path, 'servers')
  mkdirSync(servers)
  put(servers, { anything: '1.0.0' })
  const { status, stderr } = install(servers, { npm_config_registry: NOWHERE })
  expect(status).not.toBe(0)
  expect(stderr.trim().split('\n')).toEqual([
    'installing the servers that tests use (once)',
    expect.stringMatching(/^the servers that tests use could not be installed \(.*127\.0\.0\.1:9/),
  ])
  expect(existsSync(join(servers, 'node_modules/.stamp'))).toBe(false)
})
