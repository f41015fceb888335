import type { Visit } from '../../features/browser/navigation.ts'
import { hostOf } from '../../lib/network/refuse-url.ts'
import { questionText } from '../../protocol/messages/permissions/questions.ts'
import { askedBecause, type Decision, type PermissionRequest, titled } from '../../protocol/permission.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import type { BrowserOptions, BrowserThread } from './options.ts'

/** An action at work: where it is, and whether a person said yes to it. */
interface Working {
  readonly owner: string
  readonly thread: BrowserThread
  readonly url: string | undefined
  readonly approved: boolean
}

export interface Sites {
  /** Until what it answers is called. */
  begin(working: Working): () => void
  mayVisit(url: string, visit: Visit): Promise<boolean>
}

/** A page that looks for a way elsewhere must not tire the person until they say yes. */
const MOST_DECLINED = 10

/**
 * Where the browser may go: what the rules say, else the person, once for each site and session. A yes to a call of the
 * model is a yes to its site as well. What nobody can be asked about is not visited.
 */
export const createSites = (at: BrowserOptions): Sites => {
  const { config, live, desk, settings } = at
  const working = new Map<string, Working>()
  const declined = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()
  const allow = (host: string): void =>
    settings.grant([
      {
        type: 'addRules',
        rules: [{ toolName: RULE_NAMES.browser, ruleContent: `domain:${host}` }],
        behavior: 'allow',
        destination: 'session',
      },
    ])
  const judge = async (url: string, { gate }: BrowserThread): Promise<Decision> =>
    await gate.judge(
      {
        toolName: RULE_NAMES.browser,
        input: { action: 'open', url },
        accesses: [{ kind: 'browser', url, does: 'open' }],
      },
      gate.policy(),
    )
  const ask = async (url: string, visit: Visit, now: Working): Promise<boolean> => {
    const host = hostAt(url)
    // Another page may have been asked about meanwhile.
    const decision = await judge(url, now.thread)
    if (decision.verdict !== 'ask') return decision.verdict === 'allow'
    if (visit.signal.aborted || declined.has(host) || declined.size >= MOST_DECLINED) return false
    const answer = await desk.ask(
      questionAbout(url, { decision, id: config.runtime.newId(), from: visit.from, now }),
      visit.signal,
    )
    if (answer?.behavior !== 'allow') {
      if (answer) declined.add(host)
      return false
    }
    if (answer.updatedPermissions?.length) settings.grant(answer.updatedPermissions)
    else allow(host)
    return true
  }
  return {
    begin(now) {
      const host = now.url === undefined ? '' : hostAt(now.url)
      if (now.approved && host !== '') {
        declined.delete(host)
        allow(host)
      }
      working.set(now.owner, now)
      return () => void working.delete(now.owner)
    },
    async mayVisit(url, visit) {
      const now = working.get(visit.owner)
      if (!now) return false
      const decision = await judge(url, now.thread)
      if (decision.verdict !== 'ask') return decision.verdict === 'allow'
      // What let the call be, a hook or a reviewer, let it go there; and a page may lead to others of its own site.
      const host = hostAt(url)
      if (host === hostAt(now.url ?? '') || host === hostAt(visit.from)) return true
      if (!visit.mayAsk || !config.permissions.canAsk || live.mode === 'dontAsk') return false
      const asked = last.then(() => ask(url, visit, now)).catch(() => false)
      last = asked
      return await asked
    },
  }
}

const hostAt = (url: string): string => (URL.canParse(url) ? hostOf(new URL(url)) : '')

const questionAbout = (
  url: string,
  about: { readonly decision: Decision; readonly id: string; readonly from: string; readonly now: Working },
): PermissionRequest => {
  const { decision, id, from, now } = about
  const host = hostAt(url)
  const why = questionText('site', { from: hostAt(from) })
  const { agent } = now.thread
  return {
    id,
    toolName: RULE_NAMES.browser,
    toolUseId: id,
    input: { action: 'open', url },
    decision,
    details: {
      ...titled(questionText('site_title', { host })),
      about: { kind: 'browser', name: host },
      ...askedBecause(why),
      subject: { text: url, risky: [] },
      saves: decision.offer.flatMap(update =>
        'rules' in update
          ? update.rules.map(rule => ({ rule: `${rule.toolName}(${rule.ruleContent ?? '*'})` }))
          : [],
      ),
    },
    ...(agent ? { agent } : {}),
  }
}
