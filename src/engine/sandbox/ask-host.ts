import { questionText } from '../../protocol/messages/permissions/questions.ts'
import { askedBecause, because, type PermissionRequest, titled } from '../../protocol/permission.ts'
import { SANDBOX_NETWORK } from '../../protocol/tools/rule-names.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { Live } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'

export interface HostQuestions {
  readonly config: { readonly permissions: { readonly canAsk: boolean }; readonly runtime: Runtime }
  readonly live: Readonly<Pick<Live, 'mode'>>
  readonly desk: Pick<PermissionDesk, 'ask'>
}

/** A command that looks for a way out must not tire the person until they say yes. */
const MOST_DECLINED = 10

interface Open {
  waiting: number
  readonly over: AbortController
  readonly answer: Promise<boolean>
}

/**
 * Asks the person about hosts that sandboxed commands want to reach: one question at a time, once for each host and
 * session. A question is withdrawn when nobody waits for the answer any more. Nobody there: no.
 */
export const createHostQuestions = ({ config, live, desk }: HostQuestions) => {
  const said = new Map<string, boolean>()
  const open = new Map<string, Open>()
  let declined = 0
  let last: Promise<unknown> = Promise.resolve()
  const put = async (host: string, over: AbortSignal): Promise<boolean> => {
    if (over.aborted || declined >= MOST_DECLINED || live.mode === 'dontAsk') return false
    const answer = await desk.ask(questionAbout(host, config.runtime), over)
    if (answer === undefined) return false
    const isAllowed = answer.behavior === 'allow'
    if (!isAllowed) declined += 1
    said.set(host, isAllowed)
    return isAllowed
  }
  const start = (host: string): Open => {
    const over = new AbortController()
    const answer = last.then(() => said.get(host) ?? put(host, over.signal)).catch(() => false)
    last = answer
    return { waiting: 0, over, answer }
  }
  return async (host: string, gone: AbortSignal): Promise<boolean> => {
    const known = said.get(host)
    if (known !== undefined) return known
    if (!config.permissions.canAsk || gone.aborted) return false
    const question = open.get(host) ?? start(host)
    open.set(host, question)
    question.waiting += 1
    const leave = (): void => {
      question.waiting -= 1
      if (question.waiting > 0) return
      question.over.abort()
      if (open.get(host) === question) open.delete(host)
    }
    gone.addEventListener('abort', leave, { once: true })
    const isAllowed = await question.answer
    gone.removeEventListener('abort', leave)
    open.delete(host)
    return isAllowed && !gone.aborted
  }
}

const questionAbout = (host: string, { newId }: Runtime): PermissionRequest => {
  const why = questionText('host')
  const id = newId()
  return {
    id,
    toolName: SANDBOX_NETWORK,
    toolUseId: id,
    input: { host },
    decision: { verdict: 'ask', because: because('other', why), offer: [], readOnly: false },
    details: {
      ...titled(questionText('host_title')),
      ...askedBecause(why),
      subject: { text: host, risky: [] },
      saves: [],
    },
  }
}
