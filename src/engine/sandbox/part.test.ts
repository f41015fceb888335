import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasBubblewrap } from '../../../test/support/needs-program.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { createPermissions } from '../../features/permissions/permissions.ts'
import type { Rule } from '../../protocol/permission.ts'
import type { SandboxSettings } from '../../protocol/settings.ts'
import type { EngineConfig } from '../config.ts'
import type { Live } from '../live/state.ts'
import { createGate } from '../permissions/part.ts'
import { createSandbox } from './part.ts'

const openGate = (
  settings: SandboxSettings,
  more: { readonly path?: string; readonly rules?: readonly Rule[] } = {},
) => {
  const tmp = tmpDir()
  const project = join(tmp.path, 'project')
  const results = join(tmp.path, 'config', 'results')
  mkdirSync(project)
  mkdirSync(results, { recursive: true })
  const config = {
    place: {
      cwd: project,
      home: tmp.path,
      platform: 'linux',
      caseSensitive: true,
      env: { PATH: more.path ?? '/usr/bin:/bin' },
      secretNames: [],
      outputDir: results,
    },
    session: { id: 's' },
    runtime: { now: () => new Date(), newId: () => 'id' },
    sandbox: {
      settings,
      bridge: { command: ['/nowhere'], files: [] },
      configHomes: [join(tmp.path, 'config')],
      tmpDir: tmpdir(),
    },
  } as unknown as EngineConfig
  const live: Live = { mode: 'default', model: 'm', cwd: project, rules: more.rules ?? [], roots: [project] }
  const sandbox = config.sandbox && createSandbox(config, live, config.sandbox)
  const gate = createGate({ config, live, permissions: createPermissions(), sandbox })
  const enter = (command: string, unsandboxed = false) =>
    gate.sandbox?.enter({
      file: '/bin/bash',
      args: ['-c', command],
      cwd: project,
      env: {},
      writable: join(results, 'end.cwd'),
      run: { command, ...(unsandboxed ? { unsandboxed } : {}) },
    })
  const judge = async (command: string) =>
    await gate.judge(
      { toolName: 'Bash', input: { command }, accesses: [{ kind: 'shell', command }] },
      gate.policy(),
    )
  return {
    project,
    results,
    gate,
    enter,
    judge,
    async [Symbol.asyncDispose]() {
      await gate.sandbox?.[Symbol.asyncDispose]?.()
      await tmp[Symbol.asyncDispose]()
    },
  }
}

test('one that does not work changes no decision, and every question says so', async () => {
  await using held = openGate({ autoAllowBashIfSandboxed: true }, { path: '/nowhere' })
  const asked = await held.judge('npm test')
  expect([asked.verdict, asked.because.text]).toEqual([
    'ask',
    expect.stringMatching(/The sandbox is on but isn't available: bubblewrap \(bwrap\) is not installed$/),
  ])
  expect([(await held.judge('ls')).verdict, held.gate.policy().sandbox]).toEqual(['allow', undefined])
})

test('one that does not work is told once to the model and the person, and the command is left as it is', async () => {
  await using held = openGate({}, { path: '/nowhere' })
  const [first, second] = [await held.enter('true'), await held.enter('true')]
  const text = expect.stringMatching(
    /isn't available here: bubblewrap .* usual permission prompts\. Install it: apt-get/,
  )
  expect([first?.start, first?.notices, first?.warnings]).toMatchObject([{}, [{ text }], [{ text }]])
  expect([second?.start, second?.notices, second?.warnings]).toEqual([{}, [], []])
})

test.skipIf(!hasBubblewrap())(
  'the policy names it when it is known to work, and stays one object',
  async () => {
    const settings = {
      autoAllowBashIfSandboxed: true,
      excludedCommands: ['docker:*'],
      allowUnsandboxedCommands: false,
    }
    await using held = openGate(settings)
    expect(held.gate.policy().sandbox).toBeUndefined()
    expect((await held.judge('npm test')).verdict).toBe('allow')
    const policy = held.gate.policy()
    expect(policy.sandbox).toEqual({ autoAllow: true, excluded: ['docker:*'], mayLeave: false })
    expect(held.gate.policy()).toBe(policy)
  },
)

test.skipIf(!hasBubblewrap())(
  'a command goes inside unless it is excluded or was allowed to leave',
  async () => {
    await using held = openGate({ excludedCommands: ['docker:*'] })
    const started = async (command: string, unsandboxed = false) => {
      const entered = await held.enter(command, unsandboxed)
      entered?.leave({ code: 0, output: '' })
      return entered?.start.args?.includes('/usr/bin/bwrap') ?? false
    }
    expect([await started('docker ps'), await started('npm test', true)]).toEqual([false, false])
    expect(existsSync(join(held.results, 'end.cwd'))).toBe(false)
    expect(await started('docker ps; npm test')).toBe(true)
    // It must be there before it can be mounted.
    expect(readFileSync(join(held.results, 'end.cwd'), 'utf8')).toBe('')
  },
)

test.skipIf(!hasBubblewrap())(
  'what appears beside a command inside is set aside before and after one outside',
  async () => {
    await using held = openGate({})
    const inside = await held.enter('sleep 1')
    writeFileSync(join(held.project, '.npmrc'), 'forged')
    const outside = await held.enter('true', true)
    expect([outside?.start, outside?.notices.map(({ text }) => text).join()]).toEqual([
      {},
      expect.stringContaining('.npmrc.made-in-sandbox'),
    ])
    writeFileSync(join(held.project, '.envrc'), 'forged')
    const end = { code: 0, output: '' }
    expect(
      outside
        ?.leave(end)
        .map(({ text }) => text)
        .join(),
    ).toContain('.envrc.made-in-sandbox')
    expect(inside?.leave(end)).toEqual([])
    expect([existsSync(join(held.project, '.npmrc')), existsSync(join(held.project, '.envrc'))]).toEqual([
      false,
      false,
    ])
  },
)

test.skipIf(!hasBubblewrap())('a sandbox that leaves files alone allows nothing by itself', async () => {
  const judged = async (settings: SandboxSettings) => {
    await using held = openGate({ autoAllowBashIfSandboxed: true, ...settings })
    return (await held.judge('npm test')).verdict
  }
  expect([await judged({}), await judged({ filesystem: { disabled: true } })]).toEqual(['allow', 'ask'])
})
