import { expect, test } from 'vitest'
import type { Env, Overrides } from '../../protocol/host.ts'
import { chooseEditor } from './options.ts'

const choose = (env: Env, more: { overrides?: Overrides; interactive?: boolean; settings?: object } = {}) =>
  chooseEditor(
    { env, overrides: more.overrides ?? {}, interactive: more.interactive ?? true },
    { home: '/home/me', configHome: '/home/me/.capstan', version: '1', settings: more.settings ?? {} },
  ).ide

const PORT = { CLAUDE_CODE_SSE_PORT: '41000' }

test('the terminal of an editor says which one; elsewhere a flag or a setting wants the only one', () => {
  const table: readonly (readonly [Env, Parameters<typeof choose>[1], unknown])[] = [
    [{}, {}, undefined],
    [PORT, {}, { port: 41_000 }],
    [{ ...PORT, ENABLE_IDE_INTEGRATION: 'true' }, {}, { port: 41_000 }],
    [{ ...PORT, ENABLE_IDE_INTEGRATION: 'false' }, {}, undefined],
    [{ ...PORT, CLAUDE_CODE_AUTO_CONNECT_IDE: 'false' }, { settings: { autoConnectIde: true } }, undefined],
    [{ CAPSTAN_SSE_PORT: '5', ...PORT }, {}, { port: 5 }],
    [{ CLAUDE_CODE_SSE_PORT: '0' }, {}, undefined],
    [{ CLAUDE_CODE_SSE_PORT: '70000' }, {}, undefined],
    [{ ENABLE_IDE_INTEGRATION: 'true' }, {}, 'only'],
    [{}, { settings: { autoConnectIde: true } }, 'only'],
    [{}, { overrides: { ide: true } }, 'only'],
    // Asked for outright, it counts without a screen as well.
    [PORT, { overrides: { ide: true }, interactive: false }, { port: 41_000 }],
    [PORT, { interactive: false, settings: { autoConnectIde: true } }, undefined],
    [PORT, { overrides: { bare: true } }, undefined],
  ]
  for (const [env, more, connect] of table) expect(choose(env, more).connect).toEqual(connect)
})

test('lock files are looked for in our own place and in those of the convention', () => {
  expect(choose({}).directories).toEqual(['/home/me/.capstan/ide', '/home/me/.claude/ide'])
  expect(choose({ CLAUDE_CONFIG_DIR: '/c' }).directories).toEqual([
    '/home/me/.capstan/ide',
    '/c/ide',
    '/home/me/.claude/ide',
  ])
})

test('settings say whether selections are shared and where diffs are shown', () => {
  expect(choose({})).toMatchObject({ shares: true, diffs: true })
  expect(choose({}, { settings: { shareEditorSelection: false, diffTool: 'terminal' } })).toMatchObject({
    shares: false,
    diffs: false,
  })
})
