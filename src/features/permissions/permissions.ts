import { errorText } from '../../lib/error-text.ts'
import type { ShellReader } from '../../lib/shell/command.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { permissionText } from '../../protocol/messages/permissions/permissions.ts'
import {
  because,
  type Decision,
  type Explanation,
  type Policy,
  type ResolvedPaths,
} from '../../protocol/permission.ts'
import { type Call, decide } from './decide.ts'
import { type Facts, gatherFacts, pathOfAccess } from './facts.ts'
import { createGitRisk, type GitRiskDeps } from './git/git-risk.ts'
import { readDenial, withOtherNames } from './paths/hard-links.ts'
import { restrictedAs } from './remote-calls.ts'
import { type CompiledPolicy, compilePolicy } from './rules/compiled-policy.ts'
import { parseRules } from './rules/rules.ts'
import { createRunFiles } from './run-files/run-files.ts'

/** The one place where a call is decided; the engine asks it for every call, on the final input. */
export interface Permissions {
  /** At once for calls that need no shell reader, which is loaded when first needed. */
  judge(call: Call, policy: Policy): Decision | Promise<Decision>
  /** Where the paths of the call led when it was decided: what runs has to keep to it. For decisions of `judge`. */
  placesOf(decision: Decision): ResolvedPaths | undefined
  /** Whether a file must be left out of search results. Takes real, absolute paths. */
  readDenied(policy: Policy): ((path: string) => boolean) | Promise<(path: string) => boolean>
  /** Whether a rule, as it would stand in settings, is about a call; undefined when that cannot be told. */
  covers(rule: string, call: Call, policy: Policy): Promise<boolean | undefined>
  /** The same decision with all its reasons; for a person, never on the way of a call that runs. */
  explain(call: Call, policy: Policy): Promise<ExplainedDecision>
}

export interface ExplainedDecision {
  readonly decision: Decision
  readonly explanation: Explanation
  /** What could be done about it, or why no rule is offered. */
  readonly advice: readonly LocalizedText[]
}

export const createPermissions = (deps: GitRiskDeps = {}): Permissions => {
  const gitRisk = createGitRisk(deps)
  const runFiles = createRunFiles(deps)
  let read: ShellReader | undefined
  const compiled = new WeakMap<Policy, CompiledPolicy>()
  const places = new WeakMap<Decision, ResolvedPaths>()

  const compile = (policy: Policy): CompiledPolicy => {
    const known = compiled.get(policy)
    if (known) return known
    const fresh = compilePolicy(policy)
    compiled.set(policy, fresh)
    return fresh
  }
  const load = async (): Promise<void> => {
    read ??= await (await import('../../lib/shell/lower.ts')).loadShellReader()
  }

  const factsFor = ({ accesses }: Call, policy: Policy): Facts =>
    withOtherNames(gatherFacts(accesses, policy, { read, gitRisk, runFiles }), compile(policy))
  const judgeNow = (call: Call, policy: Policy): Decision => {
    const facts = factsFor(call, policy)
    const decision = decide(call, facts, compile(policy))
    const led = placesIn(call, facts, policy)
    if (led.size > 0) places.set(decision, led)
    return decision
  }

  return {
    placesOf: decision => places.get(decision),
    judge: (call, policy) => {
      const needsReader = !read && call.accesses.some(access => restrictedAs(access).kind === 'shell')
      try {
        return needsReader
          ? load()
              .then(() => judgeNow(call, policy))
              .catch(failed)
          : judgeNow(call, policy)
      } catch (error) {
        return failed(error)
      }
    },
    readDenied: policy => readDenial(compile(policy).read.deny),
    covers: async (text, call, given) => {
      const rule = { text, behavior: 'deny', source: 'session', anchor: given.cwd } as const
      // Only the rule counts, not what is protected.
      const { runs: _, ...rest } = given
      const policy: Policy = { ...rest, mode: 'default', rules: [rule] }
      if (parseRules(policy.rules).deny.length === 0) return undefined
      if (call.accesses.some(access => restrictedAs(access).kind === 'shell')) await load()
      const facts = factsFor(call, policy)
      if ([...facts.readings.values()].some(({ lowered, excess }) => !lowered.ok || excess !== undefined))
        return undefined
      const { verdict, because } = decide(call, facts, compile(policy))
      return verdict === 'deny' && because.type === 'rule'
    },
    explain: async (call, policy) => {
      if (call.accesses.some(access => restrictedAs(access).kind === 'shell')) await load()
      const { explain } = await import('./explain/explain.ts')
      const { advise } = await import('./explain/advise.ts')
      const one = { call, facts: factsFor(call, policy), compiled: compile(policy) }
      const decision = decide(one.call, one.facts, one.compiled)
      return { decision, explanation: explain(call, one.facts, one.compiled), advice: advise(one, decision) }
    },
  }
}

const placesIn = ({ accesses }: Call, facts: Facts, policy: Policy): ResolvedPaths => {
  const places = new Map<string, string | undefined>()
  for (const access of accesses) {
    if (!('path' in access)) continue
    const found = facts.paths.get(pathOfAccess(access.path, policy))
    places.set(access.path, found?.ok ? found.real : undefined)
  }
  return places
}

/** What cannot be checked is asked. */
const failed = (error: unknown): Decision => ({
  verdict: 'ask',
  because: because('safetyCheck', permissionText('check_failed', { error: errorText(error) })),
  offer: [],
  readOnly: false,
})
