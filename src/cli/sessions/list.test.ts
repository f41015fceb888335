import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { madeGithubToken } from '../../../test/support/made-secrets.ts'
import { SampleSession, writeSession } from '../../../test/support/sample-session.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { sessionPath } from '../../features/sessions/project-key.ts'
import { markerFor } from '../../lib/secrets/marker.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import type { SessionsDeps } from './deps.ts'
import { list } from './list.ts'
import { show } from './show.ts'

const token = madeGithubToken()
const marker = markerFor('github-token', token)

const placeIn = (configHome: string, cwd = '/work/shop') => {
  let text = ''
  const deps: SessionsDeps = {
    configHome,
    cwd,
    process: { env: { CAPSTAN_CONFIG_DIR: configHome }, version: '0', argv: [] },
    now: 0,
    write: async more => {
      text += more
    },
    localize: inEnglish,
    warn: () => undefined,
  }
  return {
    run: async (command: typeof list, ...argv: string[]) => {
      text = ''
      await command(argv, deps)
      return text
    },
  }
}
const put = (configHome: string, session: SampleSession): string =>
  writeSession(sessionPath(configHome, session.cwd, session.sessionId), session.lines)

test('titles and first prompts are listed without secrets, unless they are asked for', async () => {
  await using tmp = tmpDir()
  put(tmp.path, new SampleSession().ask(`use ${token} please`))
  const { run } = placeIn(tmp.path)
  for (const argv of [[], ['--json']]) {
    expect(await run(list, ...argv)).toContain(marker)
    expect(await run(list, ...argv)).not.toContain(token)
  }
  expect(await run(list, '--with-secrets')).toContain(token)
})

test('an empty list names the directory that was asked for', async () => {
  await using tmp = tmpDir()
  const { run } = placeIn(tmp.path)
  expect(await run(list)).toContain('No sessions in /work/shop.')
  expect(await run(list, '--project', '/elsewhere')).toContain('No sessions in /elsewhere.')
  expect(await run(list, '--all')).toBe('No sessions yet.\n')
})

test('what the model goes on with after a compaction is shown, and counted as no turn', async () => {
  await using tmp = tmpDir()
  const session = new SampleSession()
  const say = (text: string) => session.ask(text).reply([{ type: 'text', text: 'ok' }])
  say('first')
  say('second')
  session.ask('SUMMARY', { isMeta: true, isCompactSummary: true }).reply([{ type: 'text', text: 'ok' }])
  say('third')
  put(tmp.path, session)
  const { run } = placeIn(tmp.path)
  const two = await run(show, '--turns', '2')
  expect(two).toContain('(1 of 3 turns is not shown')
  expect(two).toContain('second')
  expect(two).toContain('Compaction')
  expect(JSON.parse(await run(show, '--json')).total).toBe(3)
})

test('the list speaks the language of the interface', async () => {
  await using tmp = tmpDir()
  writeFileSync(join(tmp.path, 'settings.json'), '{"uiLanguage": "zh"}')
  const { run } = placeIn(tmp.path)
  expect(await run(list)).toBe('/work/shop 中没有会话。用 --all 列出其他目录的会话。\n')
  expect(await run(list, '--all')).toBe('还没有会话。\n')
  put(tmp.path, new SampleSession().ask('修复登录'))
  expect(await run(list, '--all')).toMatch(/\d+ (?:分钟|小时|天|个月) .*修复登录/)
})
