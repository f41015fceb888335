import { expect, test } from 'vitest'
import { BUILT_IN_AGENTS } from '../../features/agents/built-in/built-in-agents.ts'
import { commandTextInChinese } from '../../features/commands/zh/in-chinese.ts'
import { BUILT_IN_STYLES } from '../../features/prompt/output-styles.ts'
import { loadWords } from '../../frontends/tui/text/words.ts'

test('agents and styles that come with Capstan are told in Chinese on a Chinese screen', async () => {
  const { builtIn } = (await loadWords('zh')).panels.agents
  expect(Object.keys(builtIn).sort()).toEqual(BUILT_IN_AGENTS.map(({ name }) => name).sort())
  for (const { description } of BUILT_IN_STYLES)
    expect(commandTextInChinese(description)).toMatch(/^\p{Script=Han}/u)
})
