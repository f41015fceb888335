import type { VisitedWorktree } from '../../../protocol/agents/worktree-visit.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'

const says = modelTexts('entered_worktree', {
  entered: {
    en: 'You are in the worktree {name} now: {path}, branch {branch}. Files and commands are there; the main checkout {main} cannot be changed from here. Paths you know from there begin with {path} now: read files again before you edit them.{notRun}',
    zh: '你现在位于工作树 {name}：{path}，分支 {branch}。文件和命令都在那里；不能从这里更改主检出 {main}。你先前知道的路径现在以 {path} 开头：编辑前请重新读取文件。{notRun}',
  },
  notRun: {
    en: ' Not run when it was made: {programs}. Files may lack what these would have done.',
    zh: '创建时未运行：{programs}。文件可能缺少这些程序本应产生的内容。',
  },
})

export const ENTER_WORKTREE = 'EnterWorktree'

/** For the model: where it is from now on. */
export const enteredText = ({ name, path, branch, main, notRun = [] }: VisitedWorktree): LocalizedText =>
  says('entered', {
    name,
    path,
    branch,
    main,
    notRun: notRun.length === 0 ? '' : says('notRun', { programs: notRun.join('; ') }),
  })
