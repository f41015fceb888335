import { expect, test } from 'vitest'
import { createCompactionWorld, used } from '../support/compaction-world.ts'
import { englishIn } from '../support/english-sentences.ts'

test('with a Chinese prompt a compaction is asked for, and told of, in Chinese', async () => {
  const read = { name: 'Read', input: { file_path: 'a.txt' } }
  await using world = await createCompactionWorld({
    files: { 'a.txt': '记住我\n' },
    replies: [
      { tool: read, ...used(11_000) },
      { text: '<summary>做了什么：读了文件。</summary>', ...used(500) },
      { text: '好了', ...used(500) },
    ],
    onConfig: config => ({ prompt: { ...config.prompt, promptLanguage: 'zh', language: '中文' } }),
  })
  await world.ask('请读文件')
  const sent = world.model.requests.map(({ system, messages }) =>
    [
      ...system.map(({ text }) => text),
      ...messages.flatMap(({ content }) => content.map(block => JSON.stringify(block))),
    ].join('\n'),
  )
  expect(sent.length).toBe(3)
  expect(sent[0]).toContain('用中文思考和回答')
  expect(sent[2]).toContain('做了什么')
  for (const text of sent) expect(englishIn(text.replaceAll('\\n', '\n'))).toEqual([])
})
