import { statSync } from 'node:fs'
import { loadSettings } from '../../features/settings/load.ts'
import { rulesOf } from '../../features/settings/rules-of.ts'
import { resolveReal } from '../../lib/paths.ts'
import type { PermissionMode, Policy, Rule } from '../../protocol/permission.ts'
import type { RunOptions } from '../args/run-options.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { type PolicyHere, policyHere } from './policy-here.ts'

/** The rules of a file that is tried out. */
export interface ChangedRules {
  readonly file: string
  readonly rules: readonly Rule[]
  readonly mode?: PermissionMode
  /** They come beside those of today instead of in their place. */
  readonly add: boolean
}

export const readChangedRules = (
  file: string,
  { add, here }: { readonly add: boolean; readonly here: PolicyHere },
): ChangedRules => {
  const { cwd } = here.policy
  const loaded = loadSettings({
    configHome: here.configHome,
    projectDir: cwd,
    localDir: cwd,
    sources: [],
    trusted: true,
    compat: false,
    flag: file,
  })
  // Half a file would be other rules: whatever is wrong with it stops the trial.
  const problem = loaded.problems.find(one => one.file === file)
  if (problem) throw new ExitError(1, problem.message)
  const layers = loaded.layers.filter(layer => layer.source === 'flag')
  const mode = layers[0]?.settings.permissions?.defaultMode
  return { file, rules: rulesOf(layers), add, ...(mode === undefined ? {} : { mode }) }
}

interface PastPolicies {
  readonly before: Policy
  readonly after: Policy
  /** The directory of the call is gone. */
  readonly vanished: boolean
}

/** The policies for a call of a session that began in `start` and stood in `cwd`, each made once. */
export const policiesOf = (from: {
  readonly here: PolicyHere
  readonly rules: ChangedRules
  readonly options: RunOptions
  readonly from: Process
}): ((start: string, cwd: string) => PastPolicies) => {
  const bases = new Map<string, Policy>()
  const made = new Map<string, PastPolicies>()
  const baseOf = (start: string): Policy => {
    const { policy } = from.here
    if (start === policy.cwd) return policy
    const known = bases.get(start)
    if (known) return known
    const fresh = isThere(start)
      ? policyHere(from.options, { ...from.from, cwd: start }, () => {}).policy
      : { ...policy, cwd: start, roots: [start] }
    bases.set(start, fresh)
    return fresh
  }
  return (start, cwd) => {
    const key = JSON.stringify([start, cwd])
    const known = made.get(key)
    if (known) return known
    const base = baseOf(start)
    const real = resolveReal(cwd)
    const before: Policy = { ...base, cwd: real.ok ? real.real : cwd }
    const fresh = { before, after: changed(before, from.rules), vanished: !isThere(cwd) }
    made.set(key, fresh)
    return fresh
  }
}

const isThere = (directory: string): boolean =>
  statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true

const changed = (before: Policy, { rules, mode, add }: ChangedRules): Policy => {
  const anchor = before.roots[0] ?? before.cwd
  const fresh = rules.map(rule => ({ ...rule, anchor }))
  const kept = add ? before.rules : before.rules.filter(rule => rule.source === 'managed')
  return { ...before, rules: [...kept, ...fresh], mode: mode ?? before.mode }
}
