import { expect, test } from 'vitest'
import { openWorld } from '../support/run-program.ts'
test('x', async () => {
  await using world = await openWorld({ replies: [{ thinking: 'hm', text: 'I look.', tool: { name: 'Read', input: { file_path: 'a.txt' } } }, { text: 'It says hello.' }] })
  world.put('a.txt', 'hello\n')
  const t = performance.now()
  const r = await world.stream(['--include-partial-messages', 'what is in it'])
  console.log(performance.now() - t, r.code, r.stdout, r.stderr)
  for (const s of world.sessions()) console.log(JSON.stringify(s, null, 1))
  console.log(JSON.stringify(world.server.requests.map(r => ({...r.body, tools: 0, system: 0})), null, 1))
  expect(1).toBe(1)
})
