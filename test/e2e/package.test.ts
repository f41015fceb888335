import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveScenario } from '../../src/features/models/scripted/server.ts'
import { openNewcomer } from '../support/installed-package.ts'
import { API_KEY, REPOSITORY } from '../support/run-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const MB = 1024 * 1024
const store = tmpDir()
const newcomer = openNewcomer()
let tarball = ''

beforeAll(async () => {
  // The program is built already: what is packed is what lies here.
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', store.path]
  const [packed] = JSON.parse(execFileSync('npm', args, { cwd: REPOSITORY, encoding: 'utf8' }))
  tarball = join(store.path, packed.filename)
  chmodSync(store.path, 0o755)
  const installed = await newcomer.run(`npm install --prefix . --omit=optional ${tarball}`)
  expect(installed).toMatchObject({ code: 0, stderr: '' })
})
afterAll(async () => {
  await store[Symbol.asyncDispose]()
  await newcomer[Symbol.asyncDispose]()
})

test('the package is small, brings nothing twice and no cache of this machine', () => {
  expect(statSync(tarball).size).toBeLessThan(15 * MB)
  const { dependencies = {}, optionalDependencies } = JSON.parse(
    readFileSync(join(REPOSITORY, 'package.json'), 'utf8'),
  )
  expect(dependencies).toEqual({})
  expect(Object.keys(optionalDependencies).filter(name => !/^node-/.test(name))).toEqual([
    '@lydell/node-pty',
    '@napi-rs/keyring',
    '@vscode/ripgrep',
    'sharp',
  ])
  const names = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).split('\n')
  expect(names).toContain('package/dist/cli.mjs')
  expect(names.filter(name => /compile-cache|\.stamp|\.tgz|src\/|test\//.test(name))).toEqual([])
})

test('without its optional packages it says in one sentence what is missing', async () => {
  const { stdout } = await newcomer.run('node_modules/.bin/capstan doctor')
  expect(stdout).toContain("Large images can't be resized: sharp doesn't load (not installed)")
  expect(stdout).toContain("Programs that want a terminal run without one: @lydell/node-pty isn't installed")
  expect(stdout).not.toMatch(/Cannot find package/)
})

test('the launcher prefers the runtime that was installed with it', async () => {
  const runtime = 'node_modules/node-linux-any/bin/node'
  const put = `mkdir -p "$(dirname ${runtime})" && printf '#!/bin/sh\\necho ours "$@"\\n' > ${runtime} && chmod +x ${runtime}`
  const { stdout } = await newcomer.run(
    `${put} && node_modules/.bin/capstan doctor; rm -r node_modules/node-linux-any`,
  )
  expect(stdout).toMatch(/^ours .*dist\/cli\.mjs doctor\n$/)
})

test('installed in an empty folder by an ordinary user it works with Node alone, and leaves nothing when it goes', async () => {
  await using server = Object.assign(
    await serveScenario({
      replies: [
        { tool: { name: 'Grep', input: { pattern: 'needle', output_mode: 'content' } } },
        { text: 'Found it.' },
      ],
    }),
    { [Symbol.asyncDispose]: async (): Promise<void> => void (await server.close()) },
  )
  expect(await newcomer.run('node_modules/.bin/capstan --version')).toMatchObject({
    code: 0,
    stdout: `${readFileSync(join(REPOSITORY, 'VERSION'), 'utf8').trim()} (Capstan)\n`,
  })
  const demo = await newcomer.run('npx capstan demo --yes --fast')
  expect(demo).toMatchObject({ code: 0, stderr: '' })
  expect(demo.stdout).toContain("The project's tests pass")
  await newcomer.run('mkdir work && echo "a needle" > work/hay.txt')
  const session = await newcomer.run('cd work && ../node_modules/.bin/capstan -p "find the needle"', {
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: API_KEY,
  })
  expect(session).toEqual({ code: 0, stdout: 'Found it.\n', stderr: '' })
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('a needle')
  expect((await newcomer.run('npm uninstall --prefix . capstan && rm -r work')).code).toBe(0)
  const left = newcomer.left().filter(path => !path.startsWith('home/.capstan'))
  expect(
    left.filter(
      path =>
        !/^folder\/(?:package(?:-lock)?\.json|node_modules(?:\/\.bin|\/\.package-lock\.json)?)$/.test(path),
    ),
  ).toEqual([])
})

test('the program takes only such names from the runtime as the oldest one has', async () => {
  const dist = join(REPOSITORY, 'dist')
  const files = [
    join(dist, 'main.mjs'),
    ...readdirSync(join(dist, 'chunk')).map(name => join(dist, 'chunk', name)),
  ]
  const wanted = new Set<string>()
  for (const file of files)
    for (const [, names = '', from = ''] of readFileSync(file, 'utf8').matchAll(
      /import\{([^}]*)\}from"([^"]+)"/g,
    ))
      if (isBuiltin(from)) for (const name of names.split(',')) wanted.add(`${from} ${name.split(' as ')[0]}`)
  expect(wanted).toContain('node:fs readFileSync')
  // These came later: a named import of one ends the program on Node 20 before it has begun.
  const later =
    /^node:(?:module (?:\w*CompileCache\w*|findPackageJSON|registerHooks)|fs globSync|fs\/promises glob|sqlite .*)$/
  expect([...wanted].filter(name => later.test(name))).toEqual([])
})
