import { expect, test } from 'vitest'
import { BUILT_IN_AGENTS } from '../../features/agents/built-in/built-in-agents.ts'
import { styleDescription } from '../../features/commands/setup/styles.ts'
import { OWN_STYLES } from '../../features/prompt/output-styles.ts'
import { loadWords } from '../../frontends/tui/text/words.ts'
import { inChinese } from '../../protocol/messages/chinese.ts'

test('agents and styles that come with Capstan are told in Chinese on a Chinese screen', async () => {
  const { builtIn } = (await loadWords('zh')).panels.agents
  expect(Object.keys(builtIn).sort()).toEqual(BUILT_IN_AGENTS.map(({ name }) => name).sort())
  for (const { name, description } of OWN_STYLES)
    expect(inChinese(styleDescription(name, description))).toMatch(/^\p{Script=Han}/u)
  expect(styleDescription('concise', 'As somebody else wrote it')).toBe('As somebody else wrote it')
})
