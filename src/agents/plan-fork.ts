import type { OpenWorktree, Worktrees } from '../protocol/agents/worktrees.ts'
import { forModel, modelTexts } from '../protocol/messages/model-texts.ts'
import type { Prefix } from '../protocol/thread.ts'
import { ToolError } from '../protocol/tool.ts'
import type { PromptLanguage } from '../protocol/tools/both-languages.ts'
import type { AgentParent } from './agent-parent.ts'
import type { AgentSettings } from './agent-settings.ts'
import type { EarlierAgent } from './earlier-agent.ts'
import {
  FORKED,
  type ForkIds,
  forkDirective,
  forkMessages,
  isPlaceholder,
  messagesUpTo,
} from './fork-messages.ts'
import { type AgentPlan, refusedMode, type SpawnRequest } from './plan-agent.ts'
import { stricterMode } from './stricter-mode.ts'
import { withEarlierWork, worktreeFor } from './worktree-for.ts'

const says = modelTexts('plan_fork', {
  sameModel: {
    en: 'A fork uses the model of the conversation ({parents}). Leave model out, or name a subagent_type for an agent that uses {model}.',
    zh: '分叉使用对话的模型（{parents}）。请去掉 model，或指定 subagent_type 启动使用 {model} 的智能体。',
  },
  paths: {
    en: 'You work in a git worktree of your own: {path}{branch}. What the conversation calls {main}/… is {path}/… for you, and relative paths begin there. Use only paths in it: you may not change {main}, and what is not committed there is not here. Read files again before you change them.',
    zh: '你在自己的 git 工作树中工作：{path}{branch}。对话中的 {main}/… 对你来说是 {path}/…，相对路径从那里开始。只使用其中的路径：不得更改 {main}，那里未提交的内容这里没有。修改文件前请重新读取。',
  },
  branch: { en: ' (branch {branch})', zh: '（分支 {branch}）' },
})

const FORK = FORKED.name

interface ForkWish {
  readonly id: string
  readonly request: SpawnRequest
  readonly parent: AgentParent
  readonly prefix: Prefix
}

interface ForkPorts {
  readonly settings: AgentSettings
  readonly worktrees: Worktrees
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
  resolve(model: string): string
  newId(): string
  now(): number
}

interface ForkPlan extends AgentPlan {
  readonly worktree?: OpenWorktree
}

/** A fork that begins: its thread, the worktree it works in if it has one, and what it is told. Throws ToolError. */
export const prepareFork = async (
  wish: ForkWish,
  ports: ForkPorts,
  /** Throws when it may not begin any more. */
  check: () => void,
): Promise<ForkPlan & { readonly said: string }> => {
  const { request, prefix } = wish
  checkModel(request, prefix.model, ports)
  const ids = idsOf(ports)
  const messages = forkMessages(prefix.messages, request.toolUseId, ids)
  const worktree = await worktreeOf(wish, ports)
  try {
    check()
    const { language } = ports
    const prompt = await withEarlierWork(request.prompt, worktree, language)
    const told = worktree ? `${prompt}\n\n${pathsIn(worktree, language)}` : prompt
    const plan = planFork({ ...wish, prefix: { ...prefix, messages }, startedAt: ports.now() }, worktree)
    return { ...plan, said: forkDirective(told, language) }
  } catch (error) {
    await worktree?.finish()
    throw error
  }
}

const idsOf = ({ newId, now, language }: Pick<ForkPorts, 'newId' | 'now' | 'language'>): ForkIds => ({
  newId,
  now: () => new Date(now()).toISOString(),
  language,
})

/** Its requests begin with the bytes of its parent's: another model would have to be sent all of it anew. */
const checkModel = ({ model }: SpawnRequest, parents: string, { resolve }: ForkPorts): void => {
  if (model === undefined || model === 'inherit' || resolveOr(model, resolve) === parents) return
  throw new ToolError(says('sameModel', { parents, model }))
}

const resolveOr = (model: string, resolve: ForkPorts['resolve']): string | undefined => {
  try {
    return resolve(model)
  } catch {
    // One that may not be used is no model of the conversation.
    return undefined
  }
}

const worktreeOf = async (
  { id, request, parent }: Omit<ForkWish, 'prefix'>,
  { settings, worktrees }: Pick<ForkPorts, 'settings' | 'worktrees'>,
): Promise<OpenWorktree | undefined> => {
  const { worktree: name, stays } = request
  const background = stays !== true && request.background !== false
  return await worktreeFor({ request: { ...request, background }, definition: FORKED, settings }, () =>
    worktrees.create({ agentId: id, cwd: parent.cwd, ...(name === undefined ? {} : { name }) }),
  )
}

/** All it knows of files it knows by their paths in the main checkout. */
const pathsIn = (
  { path, branch: name, main }: OpenWorktree,
  language: PromptLanguage | undefined,
): string => {
  const branch = name === '' ? '' : says('branch', { branch: name })
  return forModel(says('paths', { path, branch, main }), language)
}

/** A fork has everything of whoever starts it: prompt, tools, model, what was said, and its mode or a stricter one. */
const planFork = (
  { id, request, parent, prefix, startedAt }: ForkWish & { readonly startedAt: number },
  worktree: OpenWorktree | undefined,
): ForkPlan => {
  // What its parent said last before it; the placeholders behind that are made anew.
  const at = prefix.messages.findLast(message => !isPlaceholder(message))
  const { roots, depth, agent } = parent
  const { mode, refused } = stricterMode(parent.mode, request.mode)
  const cwd = worktree?.path ?? parent.cwd
  const { description, toolUseId, limits, name = FORK } = request
  return {
    spec: {
      agent: { id, name, toolUseId },
      prefix,
      place: worktree?.place ?? { cwd, roots },
      depth: depth + 1,
      mode,
      ...(limits ? { limits } : {}),
      facts: {
        agentType: FORK,
        description,
        toolUseId,
        at: at?.uuid ?? '',
        ...(request.name ? { name: request.name } : {}),
        ...(limits ? { limits } : {}),
        ...(request.mode ? { mode: request.mode } : {}),
        ...(worktree ? { worktree: worktree.name } : {}),
      },
    },
    info: {
      id,
      name,
      type: FORK,
      description,
      status: 'running',
      background: false,
      toolUseId,
      model: prefix.model,
      mode,
      cwd,
      startedAt,
      requests: 0,
      toolUses: 0,
      tokens: 0,
      usd: 0,
      ...(worktree ? { worktree: { path: worktree.path, branch: worktree.branch } } : {}),
      ...(agent ? { parent: agent.id } : {}),
    },
    notes: refused ? [refusedMode(name, { refused, mode })] : [],
    ...(worktree ? { worktree } : {}),
  }
}

/** A fork of an earlier run, as it goes on; undefined: what it began with is out of sight by now. */
export const resumeFork = async (
  { id, facts, request }: EarlierAgent & { readonly request: SpawnRequest },
  parent: AgentParent,
  ports: Omit<ForkPorts, 'resolve'>,
): Promise<ForkPlan | undefined> => {
  const prefix = parent.prefix()
  const known = messagesUpTo(prefix.messages, String(facts['at'] ?? ''))
  if (!known || prefix.system.length === 0) return undefined
  const ids = idsOf(ports)
  const messages = forkMessages(known, request.toolUseId, ids)
  // Settings that isolate from now on do not move it: what it began, it began where it was.
  const worktree =
    request.worktree === undefined ? undefined : await worktreeOf({ id, request, parent }, ports)
  const wish = { id, request, parent, prefix: { ...prefix, messages }, startedAt: ports.now() }
  const plan = planFork(wish, worktree)
  return { ...plan, spec: { ...plan.spec, goesOn: true } }
}
