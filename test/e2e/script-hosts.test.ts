import { expect, test } from 'vitest'
import { connectAcp } from '../support/acp-client.ts'
import { hasChromium } from '../support/needs-program.ts'
import { beginSession, openPageWorld, say, shows } from '../support/page-world.ts'
import { openTerminal } from '../support/pty/terminal-world.ts'
import { heldHere } from '../support/run-here.ts'
import { openWorld } from '../support/run-program.ts'

// How those who are not the terminal see a script: one call, with its own calls below it.

const CODE = `// Reads both
const { text } = await tools.Read({ file_path: 'a.txt' })
await tools.Read({ file_path: 'none.txt' }).catch(() => 0)
print('read', text)`

const SCRIPT = { name: 'Script', id: 'toolu_s', input: { code: CODE } }
const SCENARIO = { replies: [{ tool: SCRIPT }, { text: 'That is done.', repeat: true }] }

interface InnerBlock {
  readonly name?: string
  readonly id?: string
  readonly tool_use_id?: string
  readonly content?: string
}

const open = async () => {
  const world = await openWorld(SCENARIO)
  world.put('a.txt', 'one\n')
  return world
}

test('programs that read stream-json get the calls of a script under its own', async () => {
  await using world = await open()
  const ended = await heldHere(world).stream(['go'])
  const inner = ended.lines.flatMap(line => {
    const [block] = (line['message'] as { readonly content?: readonly InnerBlock[] })?.content ?? []
    return line['parent_tool_use_id'] === SCRIPT.id && block ? [{ type: line['type'], block }] : []
  })
  expect(inner.map(({ type, block }) => [type, block.name ?? block.content])).toEqual([
    ['assistant', 'Read'],
    ['user', expect.stringContaining('one')],
    ['assistant', 'Read'],
    ['user', expect.stringContaining('none.txt')],
  ])
  const ids = inner.map(({ block }) => block.id ?? block.tool_use_id)
  expect(ids).toEqual([`${SCRIPT.id}_1`, `${SCRIPT.id}_1`, `${SCRIPT.id}_2`, `${SCRIPT.id}_2`])
})

test('an editor is shown the script with its calls in the content of one call', async () => {
  await using world = await open()
  await using editor = await connectAcp(world)
  const session = await editor.open()
  expect(await editor.say(session, 'go')).toBe('end_turn')
  const updates = editor.updates.map(({ update }) => update).filter(update => 'toolCallId' in update)
  expect([...new Set(updates.map(update => update.toolCallId))]).toEqual([SCRIPT.id])
  const last = JSON.stringify(updates.at(-1))
  for (const part of ['✓ Read', '✗ Read none.txt', 'read one', '```js']) expect(last).toContain(part)
  expect(updates.at(-1)).toMatchObject({ status: 'completed' })
})

const onPage = hasChromium() ? test : test.skip

onPage('the page shows the script with its calls and what it printed', async () => {
  await using place = await openPageWorld(SCENARIO)
  place.world.put('a.txt', 'one\n')
  await using at = await place.open()
  const { page } = at
  await beginSession(page)
  await say(page, 'go')
  await shows(page, 'That is done.')
  const tool = page.locator('.tool').first()
  await tool.locator('summary, button').first().click()
  await expect.poll(() => tool.textContent()).toContain('✗ Read none.txt')
  const text = await tool.textContent()
  for (const part of ['✓ Read', 'read one', 'tools.Read']) expect(text).toContain(part)
})

test('the plain screen names the script and how many calls it made', async () => {
  await using terminal = await openTerminal(SCENARIO, { env: { TERM: 'dumb' }, early: true })
  terminal.world.put('a.txt', 'one\n')
  const { program } = terminal
  await program.waitFor('/exit quits')
  terminal.say('go')
  await program.waitFor('That is done.')
  terminal.say('/exit')
  expect(await program.exit).toBe(0)
  const all = program.raw
    .map(({ bytes }) => bytes)
    .join('')
    .replaceAll('\r', '')
  expect(all).toMatch(
    /● Script\(\/\/ Reads both\)\n {2}⎿ 2 calls\n {4}✓ Read \S*a\.txt\n {4}✗ Read none\.txt\n {4}read one\n/,
  )
})
