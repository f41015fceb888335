import { expect, test } from 'vitest'
import { englishIn } from '../support/english-sentences.ts'
import { putFiles } from '../support/plugin-world.ts'
import { putSettings } from '../support/pty/put-settings.ts'
import { openWorldHere } from '../support/run-here.ts'

const call = (name: string, input: object) => ({ name, input })

const REPLIES = [
  {
    text: '我看看。',
    tools: [
      call('Read', { file_path: 'a.txt' }),
      call('Glob', { pattern: '**/*' }),
      call('Grep', { pattern: 'one', output_mode: 'content' }),
      call('Bash', { command: 'echo hi; exit 3' }),
      call('Read', { file_path: 'none.txt' }),
      call('TodoWrite', { todos: [{ content: '做', status: 'pending', activeForm: '在做' }] }),
    ],
  },
  {
    tools: [
      call('Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' }),
      call('Edit', { file_path: 'a.txt', old_string: 'zzz', new_string: 'two' }),
      call('Write', { file_path: 'b.txt', content: 'x\n' }),
      call('Skill', { skill: 'greet' }),
      call('Skill', { skill: 'nobody' }),
      call('Agent', { description: '找', prompt: '找一找', subagent_type: 'Explore' }),
      call('Nobody', {}),
      call('ToolSearch', { query: 'select:WebFetch' }),
    ],
  },
  { text: '智能体的结果' },
  {
    tools: [
      call('Bash', { command: 'sleep 100', run_in_background: true }),
      call('Script', { code: 'return 1 + 1' }),
      call('TaskOutput', { task_id: 'zz' }),
      call('ListAgents', {}),
      call('SendMessage', { to: 'x', message: 'y' }),
      call('NotebookEdit', { notebook_path: 'x.ipynb' }),
      call('Sleep', {}),
      call('Config', { setting: 'theme' }),
      call('EnterWorktree', { name: 'w' }),
      call('AskUserQuestion', { questions: [] }),
      // The last: what stands behind it in the same reply is canceled.
      call('WebFetch', { url: 'http://127.0.0.1:1/', prompt: 'x' }),
      call('EnterPlanMode', {}),
    ],
  },
  { text: '好了。', repeat: true },
]

test('nothing in the requests of two runs is English where Chinese was asked for', async () => {
  await using world = await openWorldHere({ replies: REPLIES })
  putSettings({
    promptLanguage: 'zh',
    language: '中文',
    permissions: { allow: ['Bash', 'Edit', 'Write', 'Skill', 'Agent', 'WebFetch', 'Script'] },
    outputStyle: 'Explanatory',
    hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'echo 上下文' }] }] },
  })(world)
  putFiles(world.project, {
    'a.txt': 'one\n',
    'CLAUDE.md': '用制表符。',
    '.claude/skills/greet/SKILL.md': '---\nname: greet\ndescription: 问好\n---\n说你好。',
  })
  const env = { CAPSTAN_PRINT_BG_COMMAND_WAIT_MS: '1' }
  expect((await world.run(['-p', '--trust', '--', '开始 @a.txt'], { env })).code).toBe(0)
  expect((await world.run(['-p', '--trust', '--continue', '--', '继续'], { env })).code).toBe(0)
  expect(world.server.requests.length).toBeGreaterThan(4)
  const english = world.server.requests.flatMap(({ body }) =>
    englishIn(JSON.stringify(body).replaceAll('\\n', ' \n ')),
  )
  expect([...new Set(english)]).toEqual([])
  // A name beside a state, a list and a missing value, as somebody would write them.
  const said = JSON.stringify(world.server.requests.map(({ body }) => body))
  for (const part of ['（运行中）', '可用：Agent、Bash、', 'duration_ms：缺少，应为数字', '：已完成 · 找'])
    expect(said).toContain(part)
})
