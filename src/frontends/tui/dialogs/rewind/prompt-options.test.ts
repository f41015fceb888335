import { expect, test } from 'vitest'
import { panelAnswers, promptNode } from '../../../../../test/support/panel-world.ts'
import { loadWords } from '../../text/words.ts'
import { promptOptions } from './prompt-options.ts'

test('only this branch, the newest last as on the screen, with what each turn changed', async () => {
  const { panels } = await loadWords('en')
  const { tree, changes = [] } = panelAnswers
  if (!tree) throw new Error('no tree')
  expect(promptOptions(tree, changes, panels).map(({ label, detail }) => `${label} | ${detail}`)).toEqual([
    'say a | 1m ago · 1 file +1 −1',
    'say c | 1m ago',
    'say d | 1m ago · 2 files +4 −2 · compacted here',
  ])
  const bare = { prompts: [promptNode('a', { title: '' })], current: 'a' }
  expect(promptOptions(bare, [], panels)[0]?.label).toBe('(no text)')
})

test('/rewind lists nothing that was said before /clear', async () => {
  const { panels } = await loadWords('en')
  const prompts = [promptNode('a', { cleared: true }), promptNode('b', {})]
  expect(promptOptions({ prompts, current: 'b' }, [], panels).map(({ value }) => value.uuid)).toEqual(['b'])
})
