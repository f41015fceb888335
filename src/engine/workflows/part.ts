import type { StepHands } from '../../agents/workflow/do-step.ts'
import type { WorkflowRun } from '../../agents/workflow/workflow-run.ts'
import type { AgentInfo } from '../../protocol/agents/agents.ts'
import type { ChangeReviews, ReviewCommands } from '../../protocol/agents/change-review.ts'
import type { WorkflowInfo, WorkflowRequest, Workflows } from '../../protocol/agents/workflow.ts'
import { workflowText } from '../../protocol/messages/engine/workflows.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { Authority } from '../../protocol/permission.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { Part } from '../scope.ts'
import type { WorkflowsOptions } from './start-run.ts'

export interface SessionWorkflows extends Part {
  readonly port: Workflows
  lend(conversation: WorkflowConversation): void
  /** An agent of the session has changed. */
  saw(info: AgentInfo): void
}

/** What workflows need of the conversation. */
export interface WorkflowConversation {
  readonly shell: StepHands['shell']
  /** Why the file of a workflow may not be read for whoever names it; undefined: it may. */
  whyUnreadable(path: string, authority: Authority | undefined): Promise<LocalizedText | undefined>
}

/** The workflows of a session: found where extensions are, run beside the conversation. */
export const createWorkflows = (at: WorkflowsOptions): SessionWorkflows => {
  const running = new Map<string, WorkflowRun>()
  let conversation: WorkflowConversation | undefined
  const hands: StepHands = {
    agent: (request, signal) => at.agents.run(request, signal),
    async shell(run, signal) {
      if (!conversation) throw new ToolError(workflowText('not_begun'))
      return await conversation.shell(run, signal)
    },
  }
  const start = async (wish: WorkflowRequest) => {
    const { startRun } = await import('./start-run.ts')
    return await startRun({ at, hands, running }, wish)
  }
  const port: Workflows = { ...lookIn(at), start: async wish => (await start(wish)).started }
  /** The tool's own calls are decided before they run. */
  const mayStart = async ({ path }: WorkflowRequest, authority?: Authority): Promise<void> => {
    if (path === undefined) return
    if (!conversation) throw new OpError(workflowText('not_begun'))
    const why = await conversation.whyUnreadable(path, authority)
    if (why !== undefined) throw new OpError(why)
  }
  const runToEnd = async (wish: WorkflowRequest, signal: AbortSignal): Promise<WorkflowInfo> => {
    const { run, ended } = await start({ ...wish, quiet: true })
    const stop = (): void => void run.stop()
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    return await ended.finally(() => signal.removeEventListener('abort', stop))
  }
  return {
    port,
    lend(given) {
      conversation = given
    },
    saw(info) {
      for (const run of running.values()) run.saw(info)
    },
    ops: {
      async start_workflow({ wish, authority }) {
        await mayStart(wish, authority)
        await asOp(port.start(wish))
      },
    },
    commandHost: signal => ({
      ...reviewsFor(at, signal),
      workflows: {
        list: port.list,
        async confirmCost(cost) {
          const { confirmCost } = await import('./confirm-cost.ts')
          return await confirmCost(at, cost, signal)
        },
        async outputs(name, runId) {
          const { stepOutputs } = await import('./step-outputs.ts')
          return stepOutputs(at, { name, ...(runId === undefined ? {} : { runId }) }, running)
        },
        async start(wish, authority) {
          await mayStart(wish, authority)
          return await asOp(port.start(wish))
        },
        ...(at.config.wake
          ? {}
          : {
              async runToEnd(wish, authority) {
                await mayStart(wish, authority)
                return await asOp(runToEnd(wish, signal))
              },
            }),
      },
    }),
    async [Symbol.asyncDispose]() {
      await Promise.all([...running.values()].map(run => run.stop()))
    },
  }
}

/** The same that the program holds without a session, for commands. */
const reviewsFor = (at: WorkflowsOptions, signal: AbortSignal): { readonly reviews?: ReviewCommands } => {
  const { reviews } = at.config
  if (!reviews) return {}
  let opened: Promise<ChangeReviews> | undefined
  const open = (): Promise<ChangeReviews> => (opened ??= reviews({ cwd: at.live.cwd, model: at.live.model }))
  return {
    reviews: {
      plan: async wish => await (await open()).plan(wish),
      show: async id => await (await open()).show(id),
      async start(plan, maxUsd) {
        const { startReview } = await import('./start-review.ts')
        return await asOp(startReview(plan, { at, reviews: await open(), maxUsd, signal }))
      },
    },
  }
}

/** What there is; a script is run by somebody else. */
const lookIn = (at: WorkflowsOptions): Pick<Workflows, 'list' | 'script'> => ({
  async list() {
    if (at.config.workflowsOff) return { workflows: [], problems: [] }
    const { findWorkflowsHere } = await import('./open-run.ts')
    const { workflows, scripts, problems } = await findWorkflowsHere(at)
    const known = workflows.map(({ workflow: _, text: __, plugin: ___, ...one }) => one)
    return { workflows: [...known, ...scripts.values()], problems }
  },
  async script(name) {
    if (at.config.workflowsOff) throw new ToolError(workflowText('off'))
    const { readScript } = await import('./open-run.ts')
    return await readScript(at, name)
  },
})

/** What the model would read is as good for a person. */
const asOp = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw error instanceof ToolError ? new OpError(asLocalized(error.localized)) : error
  }
}
