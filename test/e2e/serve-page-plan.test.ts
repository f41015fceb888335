import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import { initRepository } from '../support/git-repository.ts'
import { hasChromium } from '../support/needs-program.ts'
import { beginSession, gone, openPageWorld, type PageWorld, say, shows } from '../support/page-world.ts'

const replies: ScriptedReply[] = [
  { when: { lastUserText: 'Find the code it is about' }, text: 'in a.ts' },
  { when: { lastUserText: 'Find what meets the code' }, text: 'tests' },
  { when: { lastUserText: 'Look for what can go wrong' }, text: 'nothing' },
  {
    when: { lastUserText: 'Plan this task: paint it' },
    text: '# Paint it\n\n## First\nsand\n\n## Second\npaint',
  },
  { when: { lastUserText: 'Attack it.' }, tool: { name: 'StructuredOutput', input: { problems: [] } } },
  { when: { lastUserText: 'Show it to me with ExitPlanMode' }, tool: { name: 'ExitPlanMode', input: {} } },
  {
    when: { toolResult: { tool: 'ExitPlanMode', contains: 'On "Second": twice' } },
    tool: { name: 'ExitPlanMode', input: {} },
  },
  {
    when: { toolResult: { tool: 'ExitPlanMode', contains: 'You are in the worktree' } },
    tool: { name: 'Write', input: { file_path: 'painted.txt', content: 'red' } },
  },
  {
    when: { lastUserText: 'write to @backend' },
    tool: { name: 'SendMessage', input: { to: 'backend', message: 'the build is red' } },
  },
  {
    when: { lastUserText: 'in a script' },
    tool: {
      name: 'Script',
      input: {
        code: `print('first')\nfor (const n of [1, 2])\n  await tools.Write({ file_path: n + '.txt', content: 'x' }) // ${'long '.repeat(60)}`,
      },
    },
  },
  { text: 'That is done.', repeat: true },
]

const run = hasChromium() ? test : test.skip
let place: PageWorld
beforeAll(async () => {
  if (!hasChromium()) return
  place = await openPageWorld({ replies })
  const { project, env } = place.world
  initRepository(project)
  const as = ['-c', 'user.name=A', '-c', 'user.email=a@a']
  execFileSync('git', [...as, 'commit', '-qm', 'first', '--allow-empty'], { cwd: project, env })
})
afterAll(async () => await place?.[Symbol.asyncDispose]())

run('a plan made by several agents is commented by section, then carried out in a worktree', async () => {
  await using at = await place.open()
  const { page } = at
  await beginSession(page)
  await say(page, '/ultraplan paint it')
  const cost = page.getByRole('group', { name: 'Have several agents make a plan' })
  await cost
    .getByText(/They stop at \$5\.00\./)
    .first()
    .waitFor()
  await cost.getByRole('button', { name: 'Yes' }).first().click()
  await page.getByText('The plan is ready.').first().waitFor()
  await say(page, '/ultraplan review')
  const card = page.getByRole('group', { name: 'Approve this plan?' })
  await card.getByRole('button', { name: 'Comment on “Second”' }).click()
  await card.getByLabel('Comment on “Second”').fill('twice')
  await card.getByText('1 comment goes with your answer').waitFor()
  await card.getByRole('button', { name: 'No, keep planning' }).click()
  await card.getByRole('button', { name: 'Send' }).click()
  // Asked again: nothing is left of the comment.
  await gone(card.getByText('1 comment goes with your answer'))
  await card.getByRole('button', { name: 'Yes, in a new worktree, and accept edits' }).click()
  await page.getByRole('feed').getByText('That is done.').waitFor()
  expect(existsSync(join(place.world.project, 'painted.txt'))).toBe(false)
  expect(at.complaints).toEqual([])
})

run('another session is suggested behind @, and in plan mode a message to it is asked about', async () => {
  const flags = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']
  const other = place.world.start(['-p', ...flags, '--name', 'backend'], { input: 'keep' })
  other.say({ type: 'user', message: { role: 'user', content: 'begin' }, parent_tool_use_id: null })
  await other.line(line => line['type'] === 'result')
  await using at = await place.open()
  const { page } = at
  await beginSession(page)
  await say(page, '/plan on')
  await page.locator('#prompt').fill('write to @b')
  await page.getByRole('option', { name: 'backend' }).waitFor()
  await page.locator('#prompt').press('Enter')
  await expect.poll(() => page.locator('#prompt').inputValue()).toBe('write to @backend ')
  await page.locator('#prompt').press('Enter')
  const card = page.getByRole('group', { name: 'Send a message to your session backend?' })
  await card.getByText('the build is red').first().waitFor()
  expect(JSON.stringify(other.lines)).not.toContain('Held message')
  await card.getByRole('button', { name: 'Yes', exact: true }).click()
  await other.line(line => JSON.stringify(line).includes('the build is red'))
  await shows(page, 'That is done.')
  expect(at.complaints).toEqual([])
  other.child.stdin.end()
  await other.ended
})

run(
  'a question of a script shows which call it is and where in the script it stands, and is answered for all of it',
  async () => {
    await using at = await place.open()
    const { page } = at
    await beginSession(page)
    await say(page, 'in a script')
    const card = page.locator('.card.ask')
    await card.getByText('Call 1 of a script').waitFor()
    await card.locator('.here').getByText('3', { exact: true }).waitFor()
    await card.locator('.here').getByText('file_path').waitFor()
    // However long a line is, it is scrolled in its own box.
    expect(await card.evaluate(box => box.scrollWidth <= box.clientWidth)).toBe(true)
    await card.locator('.here .hl-keyword').getByText('await').waitFor()
    await card.getByRole('button', { name: /the rest of this script/ }).click()
    await page.getByRole('feed').getByText('That is done.').waitFor()
    expect(existsSync(join(place.world.project, '2.txt'))).toBe(true)
    expect(at.complaints).toEqual([])
  },
)
