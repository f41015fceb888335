import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium } from '../support/needs-program.ts'
import { openReader, type PageReader } from '../support/open-page.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'
import {
  callBlock,
  patchOutput,
  SampleSession,
  sampleWork,
  textBlock,
  writeSession,
} from '../support/sample-session.ts'

const exported = async (world: World, session: SampleSession): Promise<string> => {
  const from = writeSession(join(world.root, `${session.sessionId}.jsonl`), session.lines)
  const file = join(world.root, 'page.html')
  const ended = await world.run(['sessions', 'export', from, '-o', file, '--force'])
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  return file
}

describe.skipIf(!hasChromium())('the page of a session in a browser', () => {
  let reader: PageReader
  beforeAll(async () => {
    reader = await openReader()
  })
  afterAll(() => reader?.[Symbol.asyncDispose]())

  test('5,000 entries open, with every turn in place and the script at work', async () => {
    await using world = await openWorldHere({ replies: [] })
    const session = sampleWork(360)
    expect(session.lines.length).toBeGreaterThan(5_000)
    const page = await reader.open(await exported(world, session))
    expect(page.dom).toMatch(/<html lang="en" data-ready="\d+">/)
    expect(page.dom.match(/<section class="turn/g)).toHaveLength(360)
    expect(page.dom).toContain('360 requests')
    expect(page.complaints).toEqual([])
  })

  test('the search hides what does not fit and opens what does', async () => {
    await using world = await openWorldHere({ replies: [] })
    const session = sampleWork(6)
    session
      .ask('where is the needle')
      .reply([callBlock('n', 'Bash', { command: 'find' })])
      .result('n', 'a haystack\nwith a NEEDLE-42 in it', { output: { stdout: '', exitCode: 0 } })
    const file = await exported(world, session)
    const { dom } = await reader.open(file, '?q=needle-42')
    expect(dom).toContain('>1 of 7 turns<')
    expect(dom.match(/<section class="turn[^"]*" id="t\d+" hidden/g)).toHaveLength(6)
    expect(dom.match(/<details class="step call" open/g)).toHaveLength(1)
    expect((await reader.open(file, '?q=no-such-word')).dom).toContain('>0 of 7 turns<')
  })

  test('hostile words stay words', async () => {
    await using world = await openWorldHere({ replies: [] })
    const hostile = [
      '</script><script>document.title="pwned"</script>',
      '"><img src=x onerror="document.title=\'pwned\'">',
      '<svg onload=document.title="pwned">',
      '<a href="javascript:document.title=1">',
      '<iframe srcdoc="<script>parent.document.title=1</script>"></iframe>',
      '</textarea></style></title><!--',
    ].join('\n')
    const session = new SampleSession()
      .ask(hostile)
      .reply([textBlock(hostile), callBlock('1', 'Bash', { command: hostile }), callBlock('2', hostile, {})])
      .result('1', hostile)
      .result('2', hostile, { output: patchOutput(`/${hostile}`, hostile, hostile) })
      .metadata({ type: 'custom-title', customTitle: `Mine ${hostile}` })
    const page = await reader.open(await exported(world, session))
    expect(page.dom).toMatch(/<title>Mine &lt;\/script&gt;/)
    expect(page.dom).not.toMatch(/<(img|iframe|a href="javascript|svg onload)/)
    expect(page.dom.match(/<script/g)).toHaveLength(1)
    expect(page.complaints).toEqual([])
  })
})
