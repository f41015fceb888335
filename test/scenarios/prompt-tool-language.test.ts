import { expect, test } from 'vitest'
import { COORDINATOR_AGENT_PROMPT } from '../../src/agents/coordinator.ts'
import { resourceSpecs } from '../../src/features/mcp/tools/resource-specs.ts'
import { discoverSpec } from '../../src/features/skills/discover-spec.ts'
import { skillSpec } from '../../src/features/skills/skill-spec.ts'
import { smallSpecs } from '../../src/features/tools/small-specs.ts'
import { createToolbox, readToolSpecs } from '../../src/host/tools/toolbox.ts'
import { isObject } from '../../src/lib/is-object.ts'
import type { ToolSpec } from '../../src/protocol/tool.ts'
import type { PromptLanguage } from '../../src/protocol/tools/both-languages.ts'

const HAN = /\p{Script=Han}/u

const all = async (language: PromptLanguage): Promise<readonly ToolSpec[]> => [
  ...(await readToolSpecs(language)),
  skillSpec(language),
  discoverSpec(language),
  ...resourceSpecs(language),
]

/** Every description in a schema, by where it stands. */
const described = (node: unknown, path: string): readonly (readonly [string, string])[] => {
  if (!isObject(node)) return []
  const { description } = node
  return [
    ...(typeof description === 'string' ? [[path, description] as const] : []),
    ...Object.entries(node).flatMap(([key, value]) => described(value, `${path}.${key}`)),
  ]
}

const textsOf = ({ name, description, input_schema, deferred }: ToolSpec): Map<string, string> =>
  new Map([
    [name, description],
    ...(deferred ? [[`${name} hint`, deferred.hint] as const] : []),
    ...described(input_schema, `${name} input`),
  ])

test('descriptions, fields and hints of every built-in tool are in the language of the prompt', async () => {
  const [english, chinese] = await Promise.all([all('en'), all('zh')])
  for (const [at, spec] of english.entries()) {
    const en = textsOf(spec)
    const zh = textsOf(chinese[at] as ToolSpec)
    expect([...zh.keys()]).toEqual([...en.keys()])
    expect([...zh].filter(([, text]) => !HAN.test(text))).toEqual([])
    expect([...en].filter(([, text]) => HAN.test(text))).toEqual([])
  }
})

test('what is put into descriptions is in that language, too: short forms, previews, the coordinator', async () => {
  const specs = await readToolSpecs('zh')
  const choice = { denied: [], language: 'zh' } as const
  for (const spec of createToolbox(specs, { ...choice, small: smallSpecs }).specs)
    expect(spec.description).toMatch(HAN)
  for (const previews of ['html', 'markdown'] as const) {
    const asks = createToolbox(specs, { ...choice, previews }).specs.find(
      ({ name }) => name === 'AskUserQuestion',
    )
    expect([...textsOf(asks as ToolSpec)].filter(([, text]) => !HAN.test(text))).toEqual([])
  }
  expect(COORDINATOR_AGENT_PROMPT.zh).toMatch(HAN)
})
