import * as z from 'zod'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { Tool } from '../../../protocol/tool.ts'
import { fields, listOf, someText } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('todo_write', {
  empty: { en: 'The list is empty now.', zh: '列表现在为空。' },
  allDone: { en: ' Everything is done.', zh: '全部完成。' },
  saved: {
    en: 'The list was saved: {done:number} of {total:number} done.{rest}',
    zh: '列表已保存：完成 {done:number}/{total:number}。{rest}',
  },
  noneInProgress: {
    en: ' Nothing is in progress: mark the step you begin with.',
    zh: '没有进行中的步骤：请标记开始做的那一步。',
  },
  several: {
    en: ' {count:number} steps are in progress: keep it to one.',
    zh: '有 {count:number} 个步骤在进行中：只保留一个。',
  },
  current: { en: ' In progress: {step}', zh: '进行中：{step}' },
})

const todo = fields({
  content: someText({ en: 'e.g. "Run tests"', zh: '要做的事' }),
  status: z.enum(['pending', 'in_progress', 'completed']),
  activeForm: someText({
    en: 'e.g. "Running tests"',
    zh: '用进行时表述："正在运行测试"',
  }).optional(),
})
const input = fields({ todos: listOf(todo) })

interface Todo {
  readonly content: string
  readonly status: 'pending' | 'in_progress' | 'completed'
  readonly activeForm: string
}
export interface TodoOutput {
  readonly oldTodos: readonly Todo[]
  readonly newTodos: readonly Todo[]
}

/** The engine puts the list of a resumed session here. */
const KEY = 'todos'

export const todoWriteTool: Tool<z.infer<typeof input>, TodoOutput> = {
  name: 'TodoWrite',
  present,
  description: {
    en: `Keeps the steps of a longer task in a list the person can see. For work of three steps or more. Send the whole list each time: one item in_progress while you work on it, completed as soon as it is done and checked, what is no longer needed left out.`,
    zh: '把较长任务的步骤记在用户能看到的列表里。用于三步或以上的工作。每次发送完整列表：正在做的一项为 in_progress，做完并检查后立即改为 completed，不再需要的去掉。',
  },
  input,
  noAccess: 'Only changes the to-do list of the conversation.',
  access: () => [],
  run: withoutProgress(async ({ todos }, call) => {
    const oldTodos = complete(z.array(todo).safeParse(call.state.get(KEY)).data ?? [])
    const newTodos = complete(todos)
    call.state.set(KEY, newTodos)
    return { oldTodos, newTodos }
  }),
  show: ({ newTodos }, language) => textBlocks(summary(newTodos), language),
}

const complete = (todos: readonly z.infer<typeof todo>[]): readonly Todo[] =>
  todos.map(({ content, status, activeForm }) => ({ content, status, activeForm: activeForm ?? content }))

const summary = (todos: readonly Todo[]): LocalizedText => {
  if (todos.length === 0) return says('empty')
  const done = todos.filter(({ status }) => status === 'completed').length
  const current = todos.filter(({ status }) => status === 'in_progress').map(({ content }) => content)
  const rest = done === todos.length ? says('allDone') : nextStep(current)
  return says('saved', { done, total: todos.length, rest })
}

const nextStep = (current: readonly string[]): LocalizedText => {
  if (current.length === 0) return says('noneInProgress')
  if (current.length > 1) return says('several', { count: current.length })
  return says('current', { step: current[0] ?? '' })
}
