import { expect, test } from 'vitest'
import { CHINESE_COORDINATOR_AGENT_PROMPT } from '../../src/agents/coordinator-zh.ts'
import { resourceSpecs } from '../../src/features/mcp/tools/resource-specs.ts'
import { discoverSpec } from '../../src/features/skills/discover-spec.ts'
import { skillSpec } from '../../src/features/skills/skill-spec.ts'
import { smallSpecs } from '../../src/features/tools/small-specs.ts'
import { createToolbox, readToolSpecs } from '../../src/host/tools/toolbox.ts'
import { isObject } from '../../src/lib/is-object.ts'
import type { ToolSpec } from '../../src/protocol/tool.ts'
import type { PromptLanguage } from '../../src/protocol/tools/both-languages.ts'
import { createWorld } from '../support/engine-bench.ts'

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
  expect(CHINESE_COORDINATOR_AGENT_PROMPT).toMatch(HAN)
})

test('a session with a Chinese prompt sends Chinese tools, and a call that fails is answered in Chinese', async () => {
  const failing = [
    { name: 'Read', input: { file_path: 'gone.txt' }, says: '不存在（当前目录是' },
    { name: 'Read', input: { file_path: '.' }, says: '是目录，不是文件' },
    { name: 'Write', input: { file_path: 'a.txt', content: 'b' }, says: '已存在但尚未读过' },
    { name: 'Read', input: { file_path: 'a.txt' }, says: 'one' },
    { name: 'Edit', input: edit('three', 'x'), says: '没有找到 old_string。没有找到相似的内容' },
    { name: 'Edit', input: edit('a  line', 'x'), says: '第 2 行只有空白不同（文件的行内有' },
    { name: 'Edit', input: edit('one', 'x'), says: 'old_string 出现了 2 次，位于第 1, 3 行' },
    { name: 'Bash', input: { command: 'true', run_in_background: true }, says: '请在前台运行命令' },
  ]
  const specs = await readToolSpecs('zh')
  await using world = await createWorld({
    files: { 'a.txt': 'one\na line\none\n' },
    allow: ['Write', 'Edit', 'Bash'],
    scenario: {
      replies: [...failing.map(({ name, input }) => ({ tools: [{ name, input }] })), { text: 'done' }],
    },
    config: () => ({
      prompt: { promptLanguage: 'zh' },
      shell: { backgroundOff: true },
      tools: createToolbox(specs, { denied: [] }),
    }),
  })
  await world.ask('go')
  const [first] = world.model.requests
  for (const { description } of first?.tools ?? []) expect(description).toMatch(HAN)
  const results = (world.model.requests.at(-1)?.messages ?? [])
    .flatMap(({ content }) => content)
    .flatMap(block => (block.type === 'tool_result' ? [JSON.stringify(block.content)] : []))
  expect(results.length).toBe(failing.length)
  for (const [at, { says }] of failing.entries()) expect(results[at]).toContain(says)
})

const edit = (old_string: string, new_string: string) => ({ file_path: 'a.txt', old_string, new_string })
