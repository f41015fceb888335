import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  callBlock,
  SampleSession,
  sampleWork,
  textBlock,
  writeSession,
} from '../../../../test/support/sample-session.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { openStory } from '../ledger/read-story.ts'
import { markdownPieces } from './markdown.ts'

const render = async (session: SampleSession): Promise<string> => {
  await using tmp = tmpDir()
  const path = writeSession(join(tmp.path, `${session.sessionId}.jsonl`), session.lines)
  const timeOf = (at: string): string => at.slice(0, 16)
  using story = openStory(path)
  return [...markdownPieces(story, { price: () => 0.01, timeOf, notes: ['a note'] })].join('')
}

test('a session reads as a text', async () => {
  expect(
    await render(sampleWork(1)),
  ).toBe(`# A customer bought ten pens and did not get the bulk price. Please find out why and fix it.

- Directory: \`/work/shop\`, branch \`main\`
- Session: \`aaaaaaaa-0000-4000-8000-000000000001\`, 2026-03-02T09:01 to 2026-03-02T09:01
- 1 turn, 3 tool calls, 1 file changed (+1 −1), 275 tokens written, $0.030
- a note

## 1. A customer bought ten pens and did not get the bulk price. Please find out why and fix it.

*2026-03-02T09:01 · 5.3 s · $0.030 · 95 % from the cache*

> A customer bought ten pens and did not get the bulk price. Please find out why and fix it.

I'll run the tests first: maybe **one of them** shows what your customer saw.

**Bash** \`npm test -- cart\`: exit 0

\`\`\`
ok 12 tests
\`\`\`

**Read** \`src/cart.ts\`: done

\`\`\`
     1→export const total = cart => {
\`\`\`

Found it: the code compares with \`>\`, so the discount begins at eleven.

\`\`\`ts
if (pieces >= 10) return bulk
\`\`\`

**Edit** \`src/cart.ts\`: changed

\`\`\`diff
 export const total = cart => {
-  if (pieces > 10) return bulk
+  if (pieces >= 10) return bulk
 }
\`\`\`

All tests pass. Your customer with the ten pens gets the discount.
`)
})

/** What is literal in a line of its own: the code that our own heading of a call holds, and escaped signs. */
const withoutLiterals = (line: string): string =>
  line.replace(/^(\*\*Bash\*\* )(`+) ?[^\n]*\2: done$/, '$1').replace(/\\./g, '')

/** What a reader that allows HTML would take for HTML: tags outside fences. */
const tagsOutsideFences = (markdown: string): readonly string[] => {
  let fence = ''
  return markdown.split('\n').filter(line => {
    const mark = /^(?:> )?(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined && (fence === '' || (mark.startsWith(fence) && line.trim().endsWith(mark)))) {
      fence = fence === '' ? mark : ''
      return false
    }
    return fence === '' && /<[a-z/!?]|!\[/i.test(withoutLiterals(line))
  })
}

test.each([
  ['plain', '<img src=x onerror=alert(1)>'],
  ['a picture from elsewhere', '![x](http://tracker.example/p.png)'],
  ['behind an escaped backtick', '\\`<script>alert(1)</script>`'],
  ['behind an open fence', '```\ncode\n'],
  ['behind a fence in a list', '- a\n\n  ```\n  x\n<img src=x onerror=alert(1)>'],
  ['a fence with a backtick behind it', '``` a ` b\n<script>x</script>'],
])('text with HTML (%s) brings none into the page', async (_, hostile) => {
  const session = new SampleSession()
    .ask(hostile)
    .reply([textBlock(hostile), callBlock('1', 'Bash', { command: hostile })])
    .result('1', `\`\`\`\n${hostile}\n\`\`\`\`\`\n<script>`)
    .ask('after <b>that</b>')
    .metadata({ type: 'custom-title', customTitle: `# ${hostile}` })
  const markdown = await render(session)
  expect(tagsOutsideFences(markdown)).toEqual([])
  expect(markdown).toContain('after &lt;b>that&lt;/b>')
})

test('what cannot be seen is shown', async () => {
  expect(await render(new SampleSession().ask('a\u202eb\u200b').reply([textBlock('\u001b[31mx')]))).toMatch(
    /a\\u\{202e\}b\\u\{200b\}[\s\S]*\\u\{1b\}\[31mx/,
  )
})

test('the summary of a compaction is not told as something a person asked', async () => {
  const session = new SampleSession()
    .ask('fix it')
    .reply([textBlock('Done.')])
    .ask('The earlier conversation was replaced by this.', { isCompactSummary: true })
  const text = await render(session)
  expect(text).toContain('\n## 1. fix it\n')
  expect(text).toContain('\n## 2. Compaction\n')
})
