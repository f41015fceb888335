import { hash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  callBlock,
  patchOutput,
  SampleSession,
  sampleWork,
  textBlock,
  writeSession,
} from '../../../../../test/support/sample-session.ts'
import { tmpDir } from '../../../../../test/support/tmp-dir.ts'
import { openStory } from '../../ledger/read-story.ts'
import { pagePieces } from './page.ts'

const pageOf = async (
  session: SampleSession,
  price: () => number | undefined = () => 0.01,
): Promise<string> => {
  await using tmp = tmpDir()
  const path = writeSession(join(tmp.path, `${session.sessionId}.jsonl`), session.lines)
  using story = openStory(path)
  return [...pagePieces(story, { price, timeOf: at => at.slice(0, 16), notes: ['Redacted.'] })].join('')
}

const HOSTILE = [
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><style>*{display:none}',
  '<!-- ',
  ']]><svg/onload=alert(1)>',
  'a\u202eb',
  '{{constructor.constructor("alert(1)")()}}',
].join(' ')

const hostileSession = (): SampleSession =>
  new SampleSession({ cwd: `/w/${HOSTILE.replaceAll('/', '')}` })
    .ask(HOSTILE)
    .reply([
      { type: 'thinking', thinking: HOSTILE, signature: '' },
      textBlock(`# ${HOSTILE}\n\`\`\`${HOSTILE}\n${HOSTILE}`),
      callBlock('1', HOSTILE, { command: HOSTILE }),
      callBlock('2', 'Edit', { file_path: HOSTILE }),
    ])
    .result('1', HOSTILE, { output: { stdout: HOSTILE, exitCode: 1 } })
    .result('2', HOSTILE, { output: patchOutput(`/${HOSTILE}`, HOSTILE, HOSTILE) })
    .notice(HOSTILE)
    .reply([textBlock('x')], {}, HOSTILE)
    .metadata({ type: 'custom-title', customTitle: HOSTILE })

test('nothing in a transcript becomes a tag, an attribute or a script', async () => {
  const page = await pageOf(hostileSession())
  const tags = new Set([...page.matchAll(/<([a-z][a-z0-9]*)/gi)].map(match => match[1]))
  expect([...tags].sort()).toEqual(
    'a b body button details div footer h1 h2 h3 h4 head header html i input main meta p pre rect script section span style summary svg title'.split(
      ' ',
    ),
  )
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page.match(/<style/g)).toHaveLength(1)
  expect(page).not.toMatch(/<[^>]*\son[a-z]+\s*=/i)
  expect(page).not.toMatch(/<[^>]*\sstyle\s*=/i)
  expect(page).not.toContain('\u202e')
  expect(page).toContain('a\\u{202e}b')
})

test('the page allows its own script and style by their hashes, and nothing from anywhere else', async () => {
  const page = await pageOf(sampleWork(1))
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? ''
  const inside = (tag: string): string => new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)?.[1] ?? ''
  const source = (tag: string): string => `'sha256-${hash('sha256', inside(tag), 'base64')}'`
  expect(policy).toBe(
    `default-src 'none'; img-src data:; style-src ${source('style')}; script-src ${source('script')}; base-uri 'none'; form-action 'none'`,
  )
  expect(page).not.toMatch(/(?:src|href)="(?!#|data:image\/)/)
})

test('it says what was asked, what happened, what changed and what it cost', async () => {
  const session = sampleWork(5)
  session.metadata({ type: 'custom-title', customTitle: 'Bulk price' })
  const page = await pageOf(session)
  for (const text of [
    '<title>Bulk price</title>',
    '5 requests',
    '15 tool calls',
    '3 files',
    '$0.150',
    'src/cart.ts',
    '95 % of all input came from the cache',
    'Redacted.',
  ])
    expect(page).toContain(text)
  expect(page.match(/<section class="turn/g)).toHaveLength(5)
  expect(page.match(/class="turn has-failed"/g)).toHaveLength(1)
})

test('a price that is not known is said, never zero', async () => {
  const page = await pageOf(sampleWork(1), () => undefined)
  expect(page).toContain('price unknown')
  expect(page).not.toContain('$0')
})

test('pictures are shown only as what they are, up to a limit', async () => {
  const image = (media_type: string, data: string) => ({
    type: 'image',
    source: { type: 'base64', media_type, data },
  })
  const session = new SampleSession().ask('')
  session.ask('x', {
    message: {
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        image('image/png', 'AAAA'),
        image('image/svg+xml', 'AAAA'),
        image('image/png', '"onerror="x'),
        image('image/png', 'A'.repeat(2_000_000)),
      ],
    },
  })
  const page = await pageOf(session)
  expect(page.match(/<img /g)).toHaveLength(1)
  expect(page.match(/picture, [\d.kM]+ characters, not shown/g)).toHaveLength(3)
})

test('turns that a fork began with say so and cost nothing here', async () => {
  const session = sampleWork(1)
  const forkedFrom = { sessionId: session.sessionId, messageUuid: session.last }
  session.lines.splice(
    0,
    session.lines.length,
    ...session.lines.flatMap(line => ('uuid' in line ? [{ ...line, forkedFrom }] : [])),
  )
  const page = await pageOf(session)
  expect(page).toContain('from the session it was forked from')
  expect(page).toContain('0 tool calls')
  expect(page).not.toContain('$')
})

test('an empty session is a page, too', async () => {
  const page = await pageOf(new SampleSession().metadata({ type: 'tag', tag: 'x' }))
  expect(page).toContain('0 requests')
})
