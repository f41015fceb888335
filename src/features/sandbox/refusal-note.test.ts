import { expect, test } from 'vitest'
import { clause } from '../../protocol/messages/layout.ts'
import { forModel } from '../../protocol/messages/model-texts.ts'
import { createHostList } from './host-list.ts'
import { refusalNotes as notesOn } from './refusal-note.ts'

const refusalNotes = (outcome: Parameters<typeof notesOn>[0]) => notesOn(outcome).map(({ text }) => text)

const plain = {
  platform: 'linux',
  code: 1,
  output: '',
  refusals: [],
  setAside: [],
  canLeave: true,
  ignored: [] as readonly string[],
}

test('macOS says the same of everything, other systems say it of much else', () => {
  const output = 'bash: /tmp/x: Operation not permitted'
  expect(refusalNotes({ ...plain, output })).toEqual([])
  expect(refusalNotes({ ...plain, output, platform: 'darwin' }).join()).toContain('$TMPDIR can be written')
})

test.each([
  ["bwrap: Can't mkdir /x: Permission denied", 'The sandbox itself failed'],
  [
    'touch: cannot touch /etc/x: Read-only file system',
    'Only the working directories and /tmp can be written',
  ],
  ['EROFS: read-only file system, open', 'Only the working directories and /tmp can be written'],
  ['mv: cannot move .git: Device or resource busy', 'cannot be replaced'],
  ['connect: Network is unreachable', 'no network but the hosts'],
  ['curl: (6) Could not resolve host: example.org', 'no network but the hosts'],
  ['npm error code EAI_AGAIN', 'no network but the hosts'],
  ['Cannot connect to the Docker daemon at unix:///var/run/docker.sock', 'Daemons, agents'],
])('"%s" is explained', (output, text) => {
  const [note, ...more] = refusalNotes({ ...plain, output })
  expect(more).toEqual([])
  expect(note).toContain(text)
  expect(note).toMatch(
    /^This command ran in a sandbox\..*dangerouslyDisableSandbox: true; it needs a yes of the person\.$/,
  )
})

test.each([
  ['an ordinary failure', { ...plain, output: 'assertion failed' }],
  ['a success that mentions it', { ...plain, code: 0, output: 'Read-only file system' }],
])('%s is left alone', (_name, outcome) => {
  expect(refusalNotes(outcome)).toEqual([])
})

test('refused hosts are named once each, also when the command took it well', () => {
  const refusal = { host: 'a.test', why: 'a.test is not among sandbox.network.allowedDomains' }
  expect(refusalNotes({ ...plain, code: 0, refusals: [refusal, refusal] })).toEqual([
    'The sandbox refused the host a.test: a.test is not among sandbox.network.allowedDomains. If it is needed, call Bash again with dangerouslyDisableSandbox: true; it needs a yes of the person.',
  ])
})

test('what was renamed is said, and where nothing may leave that is said', () => {
  expect(refusalNotes({ ...plain, code: 0, setAside: ['/p/a', '/p/b'], canLeave: false })).toEqual([
    'Files with protected names were made or replaced while a command ran in the sandbox; other programs would obey them, so they were renamed: /p/a, /p/b. What stood there before was put back. Commands cannot leave the sandbox here; tell the person what is missing.',
  ])
})

test('hosts that are ignored are not named, others are', () => {
  const refusals = ['telemetry.test', 'a.telemetry.test', 'b.test'].map(host => ({
    host,
    why: `${host} is not allowed`,
  }))
  const [note = ''] = refusalNotes({ ...plain, refusals, ignored: ['telemetry.test', '*.telemetry.test'] })
  expect(note).toMatch(/^The sandbox refused the host b\.test/)
  expect(note).not.toContain('telemetry')
})

test('a refused host is named in Chinese', () => {
  const why = createHostList({ allowedDomains: [] }).refuse(new URL('https://a.test/'))
  const refusals = [{ host: 'a.test', why: clause(why ?? { en: '', zh: '' }) }]
  const [note] = notesOn({ ...plain, refusals })
  expect(forModel(note ?? '', 'zh')).toMatch(
    /^沙箱拒绝了主机 a\.test：a\.test 不在 sandbox\.network\.allowedDomains 中。/,
  )
})

test('notes can be said in Chinese', () => {
  const setAside = Array.from({ length: 22 }, (_, at) => `/p/${at}`)
  const [note] = notesOn({ ...plain, output: 'x: Read-only file system', setAside })
  expect(forModel(note ?? '', 'zh')).toMatch(
    /^此命令在沙箱中运行。只能写入.*及另外 2 个。.*再次调用 Bash 并设置 dangerouslyDisableSandbox: true；需要用户同意。$/,
  )
})
