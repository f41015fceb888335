import { expect, test } from 'vitest'
import { BUILT_IN_AGENTS } from './built-in-agents.ts'
import { inChinese } from './in-chinese.ts'

test('every built-in agent has a Chinese prompt with the same commands and labels, and nothing else differs', () => {
  for (const [at, agent] of inChinese(BUILT_IN_AGENTS).entries()) {
    const { prompt, ...rest } = BUILT_IN_AGENTS[at] ?? { prompt: '' }
    expect([agent.name, agent.prompt]).not.toEqual([agent.name, prompt])
    expect(agent.prompt).toMatch(/\p{Script=Han}/u)
    expect({ ...agent, prompt: '' }).toEqual({ ...rest, prompt: '' })
    for (const label of prompt.match(/VERDICT: [A-Z]+|\b[A-Z]\w+\.md|~\/\.\w+\/[\w.]+|cost\.\w+/g) ?? [])
      expect(agent.prompt).toContain(label)
  }
})

test('an agent that somebody put in the place of ours stays as it is', () => {
  const own = { name: 'Explore', description: 'mine', prompt: 'Look my way.' }
  expect(inChinese([own])).toEqual([own])
})
