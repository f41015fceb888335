import { mkdirSync, mkdtempSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { madeGithubToken, madeText } from '../../../test/support/made-secrets.ts'
import { sessionPath } from '../../features/sessions/project-key.ts'
import { markerFor } from '../../lib/secrets/marker.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { ExitError } from '../exit-error.ts'
import type { SessionsDeps } from './deps.ts'
import { scan } from './scan.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const token = madeGithubToken()
const marker = markerFor('github-token', token)
const line = (text: string): string =>
  `${JSON.stringify({ type: 'user', uuid: ID, parentUuid: null, sessionId: ID, message: { role: 'user', content: text } })}\n`

const bench = (files: Readonly<Record<string, string>>, env = {}) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-scan-')))
  const configHome = join(cwd, 'config')
  const log = sessionPath(configHome, cwd, ID)
  for (const [name, content] of Object.entries(files)) {
    const path = join(dirname(log), name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  const written: string[] = []
  const deps: SessionsDeps = {
    configHome,
    cwd,
    process: { env, version: '0', argv: [] },
    now: 0,
    write: async text => void written.push(text),
    localize: inEnglish,
    warn: ({ text }) => void written.push(text),
  }
  const run = (...argv: string[]) => scan(argv, deps)
  return { cwd, configHome, log, run, out: () => written.join('') }
}

test('places are told by kind and fingerprint, never as they are', async () => {
  const { run, out, log } = bench({
    [`${ID}.jsonl`]: line('hello') + line(`use ${token}`),
    [`${ID}/subagents/agent-1.jsonl`]: line('nothing'),
    [`${ID}/tool-results/t1.txt`]: `a\n${token}\n`,
  })
  expect(await run()).toBe(1)
  expect(out()).toBe(
    [
      log,
      `  line 2, message.content: ${marker}`,
      log.replace('.jsonl', '/tool-results/t1.txt'),
      `  line 2: ${marker}`,
      '3 files scanned, 2 secrets found.\n',
    ].join('\n'),
  )
})

test('without secrets the exit code is 0', async () => {
  const { run, out } = bench({ [`${ID}.jsonl`]: line('hello') })
  expect([await run(ID), out()]).toEqual([0, '1 file scanned, 0 secrets found.\n'])
})

test('a redacted copy is written elsewhere, for this user only, and never over another file', async () => {
  const content = line(`use ${token}`)
  const { run, out, log, cwd } = bench({ [`${ID}.jsonl`]: content, [`${ID}/tool-results/t.txt`]: token })
  expect(await run('--redact')).toBe(1)
  const copy = join(cwd, 'redacted-sessions', `${ID}.jsonl`)
  expect(out()).toContain(`Redacted copy: ${copy}`)
  expect([readFileSync(copy, 'utf8'), readFileSync(log, 'utf8')]).toEqual([line(`use ${marker}`), content])
  expect(readFileSync(join(cwd, 'redacted-sessions', ID, 'tool-results/t.txt'), 'utf8')).toBe(marker)
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  await expect(run('--redact')).rejects.toThrow(/already exists. Choose another directory with --to/)
  expect(await run('--redact', '--to', 'other')).toBe(1)
})

test('patterns of the user settings and credentials of the environment count', async () => {
  const own = `acme_${madeText(20)}`
  const value = 'no-known-form-4711'
  const { run, out, configHome } = bench({ [`${ID}.jsonl`]: line(`${own} ${value}`) }, { MY_TOKEN: value })
  const settings = { secrets: { extraPatterns: [{ name: 'acme', prefix: 'acme_' }] } }
  writeFileSync(join(configHome, 'settings.json'), JSON.stringify(settings))
  await run('--json')
  expect(JSON.parse(out())).toMatchObject({
    skipped: 0,
    places: [
      { line: 1, field: 'message.content', marker: markerFor('acme', own) },
      { line: 1, field: 'message.content', marker: markerFor('credential', value) },
    ],
  })
})

test.each([[['--all', ID]], [['--to', 'x']], [['--nonsense']]])(
  '%j is refused with the usage',
  async argv => {
    const { run } = bench({ [`${ID}.jsonl`]: line('hello') })
    const error = await run(...argv).catch((caught: unknown) => caught)
    expect([error instanceof ExitError && error.code, String(error)]).toEqual([
      2,
      expect.stringContaining('Usage: capstan sessions scan'),
    ])
  },
)
