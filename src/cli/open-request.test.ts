import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../test/support/tmp-dir.ts'
import { emptyOptions, type RunOptions } from './args/run-options.ts'
import { openRequestOf, overridesOf, promptOf } from './open-request.ts'

const options = (more: Partial<RunOptions> = {}): RunOptions => ({ ...emptyOptions(), ...more })
const sessionFor = (more: Partial<RunOptions>) =>
  openRequestOf(options({ print: true, ...more }), { env: {}, version: '0', argv: [] }).session

test.each<[string, Partial<RunOptions>, object]>([
  ['nothing', {}, { kind: 'new' }],
  ['--session-id', { sessionId: 'i' }, { kind: 'new', id: 'i' }],
  ['--fork-session alone', { forkSession: true }, { kind: 'new' }],
  ['--continue', { continue: true }, { kind: 'resume', which: { newest: true } }],
  ['--resume', { resume: 'a', resumeSessionAt: 'm' }, { kind: 'resume', which: 'a', at: 'm' }],
  ['--resume --fork-session', { resume: 'a', forkSession: true }, { kind: 'fork', which: 'a' }],
  ['--no-session-persistence', { noSessionPersistence: true }, { kind: 'new', persist: false }],
  ['a screen', { print: false }, { kind: 'new', whenBusy: 'refuse' }],
  ['a take-over', { takeOver: true }, { kind: 'new', whenBusy: 'take_over' }],
])('%s says which session', (_, more, expected) => {
  expect(sessionFor(more)).toEqual({ persist: true, whenBusy: 'refuse', ...expected })
})

test.each<[string, Partial<RunOptions>, Record<string, string>, unknown]>([
  ['the flag', { remoteControl: true, remoteControlSessionNamePrefix: 'desk' }, {}, /^desk-[0-9a-f]{4}$/],
  ['the variable', { rc: true }, { CLAUDE_REMOTE_CONTROL_SESSION_NAME_PREFIX: 'lab' }, /^lab-[0-9a-f]{4}$/],
  ['a name', { rc: 'Work', remoteControlSessionNamePrefix: 'desk' }, {}, /^Work$/],
  ['--name', { rc: true, name: 'Mine', remoteControlSessionNamePrefix: 'desk' }, {}, /^Mine$/],
])('a session that is followed is called by %s', (_, more, env, name) => {
  const { overrides } = openRequestOf(options(more), { env, version: '0', argv: [] })
  expect(overrides.name).toMatch(name as RegExp)
})

test('a session that goes on, or that nobody follows, keeps its name', () => {
  const prefix = { remoteControlSessionNamePrefix: 'desk' }
  for (const more of [{ rc: true, continue: true } as const, {}]) {
    const { overrides } = openRequestOf(options({ ...prefix, ...more }), { env: {}, version: '0', argv: [] })
    expect(overrides.name).toBeUndefined()
  }
})

test('without a screen there is nothing to choose a session from', () => {
  expect(() => sessionFor({ resume: true })).toThrow('--resume needs a session id')
})

test('who speaks the control protocol has decided about the folder', () => {
  expect([overridesOf(options()).trust, overridesOf(options({ inputFormat: 'stream-json' })).trust]).toEqual([
    false,
    true,
  ])
})

test('every option that goes before settings goes along, and no other', () => {
  const more = { model: 'm', maxTurns: 2, addDir: ['/d'], allowedTools: ['Read'], bare: true, verbose: true }
  expect(overridesOf(options(more))).toEqual({
    waitForLimit: false,
    model: 'm',
    maxTurns: 2,
    directories: ['/d'],
    allowedTools: ['Read'],
    disallowedTools: [],
    betas: [],
    bare: true,
    file: [],
    init: false,
    maintenance: false,
    pluginDir: [],
    pluginDirNoMcp: [],
    pluginUrl: [],
    trust: false,
  })
})

test('texts of the prompt come from the command line or from files, which must be there', async () => {
  await using tmp = tmpDir()
  writeFileSync(join(tmp.path, 'p.md'), 'from a file')
  const texts = { systemPromptFile: join(tmp.path, 'p.md'), appendSystemPrompt: 'x' }
  expect(promptOf(options(texts))).toEqual({ custom: 'from a file', append: 'x' })
  expect(() => promptOf(options({ systemPromptFile: join(tmp.path, 'none.md') }))).toThrow(
    /^--system-prompt-file: cannot read .*none\.md: it does not exist \(ENOENT\)\.$/,
  )
})
