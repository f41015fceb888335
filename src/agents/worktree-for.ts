import type { OpenWorktree } from '../protocol/agents/worktrees.ts'
import type { LocalizedText, Text } from '../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../protocol/messages/model-texts.ts'
import { ToolError } from '../protocol/tool.ts'
import type { PromptLanguage } from '../protocol/tools/both-languages.ts'
import type { PlannedSpawn } from './plan-agent.ts'

const says = modelTexts('worktree_brief', {
  notRun: {
    en: '[This worktree was made without running {programs}: its files may lack what these would have done.]',
    zh: '[创建此工作树时没有运行 {programs}：其中的文件可能缺少它们的处理结果。]',
  },
  earlier: {
    en: '[This worktree holds {work}: an earlier attempt at this task was interrupted. Look at what it left (git status, git log) and go on from there. Do not do again what is done.]',
    zh: '[此工作树中有 {work}：此任务先前的一次尝试被中断。先查看它留下的内容（git status、git log），在此基础上继续。已完成的不要重做。]',
  },
  unlisted: { en: 'changes that git could not list', zh: 'git 未能列出的更改' },
})

/**
 * The checkout that an agent has for itself; undefined: it works where its parent does. One that nobody asked for, but
 * settings give to background agents, is left out where there cannot be one.
 */
export const worktreeFor = async (
  { request, definition, settings }: Pick<PlannedSpawn, 'request' | 'definition' | 'settings'>,
  create: () => Promise<OpenWorktree>,
): Promise<OpenWorktree | undefined> => {
  // Its files are on another machine.
  if (request.where !== undefined) return undefined
  if ((request.isolation ?? definition.isolation) === 'worktree') return await create()
  const isBackground = (request.background ?? definition.background) === true
  if (!settings.isolateBackground || !isBackground || definition.oneShot) return undefined
  try {
    return await create()
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return undefined
  }
}

/** The prompt, with what somebody has to know who begins in a worktree: what it lacks, or an earlier attempt left. */
export const withEarlierWork = async (
  prompt: string,
  worktree: OpenWorktree | undefined,
  language?: PromptLanguage,
): Promise<string> => {
  const note = worktree && (await noteOn(worktree))
  return note ? `${prompt}\n\n${forModel(note, language)}` : prompt
}

const noteOn = async (worktree: OpenWorktree): Promise<LocalizedText | undefined> => {
  const { notRun = [] } = worktree
  if (notRun.length > 0) return says('notRun', { programs: notRun.join('; ') })
  const work = worktree.reused ? await workIn(worktree) : ''
  return work === '' ? undefined : says('earlier', { work })
}

const workIn = async (worktree: OpenWorktree): Promise<Text> => {
  try {
    return await worktree.look()
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return says('unlisted')
  }
}
