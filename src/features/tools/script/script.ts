import * as z from 'zod'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type Tool, type ToolCall, ToolError, type ToolProgress } from '../../../protocol/tool.ts'
import type { ScriptOutput, Scripts } from '../../../protocol/tools/script.ts'
import { absolutePath } from '../file-path.ts'
import { fieldMeta, fields, someText } from '../input-fields.ts'
import { present } from './present.ts'

const says = modelTexts('script', {
  none: { en: 'Scripts cannot be run here.', zh: '这里无法运行脚本。' },
  which: { en: 'Give one of code, file and workflow.', zh: '请给出 code、file 或 workflow 之一。' },
})

const DESCRIPTION = {
  en: `Runs JavaScript, the body of an async function, whose calls of tools give data; only what it prints or returns comes back to you. For many calls with one answer: a census, a join, the same change in many files.
\`await tools.Read({file_path})\` → {path, text, lines: [{line, text}], totalLines}; Grep → [{path, line, text}] (or by output_mode); Glob → [path]; Bash → {stdout, stderr, exitCode}; Edit, Write, WebFetch, Agent … with their usual input. \`mcp["server"]["tool"](input)\` → what it answers, as data. All are whole, up to 8 MB. \`tools.search("words")\`, \`tools.describe(name)\` tell what can be called.
Each call is permitted like one of yours. One that fails or is denied throws an Error with \`code\` and \`tool\`. Promise.all runs looks side by side. \`print(…)\`; \`table(rows)\` makes a Markdown table. Nothing else reaches files, network or time; nothing is kept for the next script.`,
  zh: `运行 JavaScript（异步函数的函数体），其中调用工具得到数据；只有打印或返回的内容会交给你。适合多次调用、一个答案的工作：统计、关联、在许多文件中做同样的修改。
\`await tools.Read({file_path})\` → {path, text, lines: [{line, text}], totalLines}；Grep → [{path, line, text}]（或按 output_mode）；Glob → [path]；Bash → {stdout, stderr, exitCode}；Edit、Write、WebFetch、Agent 等用其通常的输入。\`mcp["server"]["tool"](input)\` → 其回答，作为数据。结果都是完整的，最多 8 MB。\`tools.search("词")\`、\`tools.describe(名称)\` 说明可以调用什么。
每次调用与你的调用一样需要权限。失败或被拒绝时抛出带 \`code\` 和 \`tool\` 的 Error。Promise.all 让只读调用并行。\`print(…)\` 打印；\`table(rows)\` 生成 Markdown 表格。除工具外无法访问文件、网络或定时器；脚本之间不保留任何状态。`,
}

const MOST_BYTES = 1024 ** 2

const input = fields({
  code: someText().optional(),
  file: someText({ en: 'a script in a file, instead of code', zh: '文件中的脚本，代替 code' }).optional(),
  workflow: someText({
    en: 'a workflow that is a script, by its name, instead of code',
    zh: '以脚本编写的工作流的名称，代替 code',
  }).optional(),
  args: z
    .unknown()
    .optional()
    .meta(fieldMeta({ en: 'what it finds as `args`', zh: '脚本中的 `args`' })),
})
type ScriptInput = z.output<typeof input>

export const scriptTool: Tool<ScriptInput, ScriptOutput> = {
  name: 'Script',
  present,
  groups: ['direct', 'scripts', 'unrestricted', 'local'],
  description: DESCRIPTION,
  deferred: {
    hint: {
      en: 'many tool calls from JavaScript, one answer',
      zh: '用 JavaScript 多次调用工具，得到一个答案',
    },
  },
  leavesTrace: true,
  input,
  noAccess: 'Does nothing by itself: each of its calls is decided when it is made, as one of the model.',
  access: ({ file }, cwd) => (file === undefined ? [] : [{ kind: 'read', path: absolutePath(file, cwd) }]),
  run: runScript,
  show: ({ text, remarks, pictures }) => [
    ...[text, ...remarks].map(each => ({ type: 'text', text: each }) as const),
    ...pictures,
  ],
  failed: ({ failed }) => failed,
  partial: ({ stopped }) => stopped === true,
  effects: (_, output) => output?.effects ?? [],
}

async function* runScript(given: ScriptInput, call: ToolCall): AsyncGenerator<ToolProgress, ScriptOutput> {
  const { scripts, id, signal } = call
  if (!scripts) throw new ToolError(says('none'))
  const { args } = given
  const code = await codeOf(given, { ...call, scripts })
  let news = Promise.withResolvers<ToolProgress>()
  const onNews = (text: string): void => {
    const { resolve } = news
    news = Promise.withResolvers()
    resolve({ text })
  }
  const ended = scripts.run({ code, args, callId: id, signal, onNews }).then(output => ({ output }))
  for (;;) {
    const next = await Promise.race([ended, news.promise])
    if ('output' in next) return next.output
    yield next
  }
}

const codeOf = async (
  { code, file, workflow }: ScriptInput,
  call: ToolCall & { readonly scripts: Scripts },
): Promise<string> => {
  if ([code, file, workflow].filter(each => each !== undefined).length !== 1)
    throw new ToolError(says('which'))
  if (file !== undefined) return await codeIn(file, call)
  if (workflow === undefined) return code ?? ''
  if (!call.workflows) throw new ToolError(says('none'))
  const { workflowProgram } = await import('./workflow-script.ts')
  return workflowProgram(workflow, await call.workflows.script(workflow))
}

const codeIn = async (
  file: string,
  { cwd, files, scripts }: Pick<ToolCall, 'cwd' | 'files'> & { readonly scripts: Scripts },
): Promise<string> => {
  const path = absolutePath(file, cwd)
  const reason = await scripts.whyNot(path)
  if (reason) throw new ToolError(reason)
  const { data } = await files.read(path, { maxBytes: MOST_BYTES })
  return new TextDecoder().decode(data).replace(/^#!.*/, '')
}
