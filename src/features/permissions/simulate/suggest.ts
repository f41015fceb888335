import { dirname, relative } from 'node:path'
import type { Decision, PermissionMode, Policy, Rule } from '../../../protocol/permission.ts'
import { RULE_NAMES } from '../../../protocol/tools/rule-names.ts'
import { pathOfAccess } from '../facts.ts'
import { findProtected } from '../paths/protected.ts'
import { type PastCall, type ReplayedCall, textOf } from './past-call.ts'

/** A rule that would have saved questions which were always answered with yes. */
export interface Suggestion {
  readonly rule: string
  /** Questions it would have saved beyond those that the suggestions before it save. */
  readonly saved: number
  readonly example: string
}

/** Decides a past call once more, under a policy with more rules. */
export type JudgePast = (call: PastCall, policy: Policy) => Promise<Decision>

/** What is done with these is worth a look each time, however often the answer was yes. */
const NEVER =
  /^Bash\((?:(?:rm|rmdir|dd|mkfs\S*|shred|truncate|chmod|chown|chgrp|kill|pkill|killall|curl|wget|ssh|scp|sftp|rsync|nc|ncat|telnet|mount|umount|systemctl|service|crontab|at|useradd|usermod|passwd|iptables|find|tee|ln)(?:[\s:]|$)|git (?:push|reset|clean|rebase|filter-branch|config|gc|update-ref|remote|-)|(?:docker|podman) (?:run|exec|compose|system|rm)|kubectl (?:delete|apply|exec|drain|edit|patch|scale)|npm (?:publish|exec|config|link)|(?:pnpm|yarn) (?:publish|exec|dlx)|terraform (?:apply|destroy)|gh (?:repo|auth|secret|api)|apt|brew)/
/** In these the answer was not given by a person. */
const UNASKED: readonly PermissionMode[] = ['bypassPermissions', 'acceptEdits', 'dontAsk', 'auto']
const FEWEST = 2
const MOST = 20

interface Candidate {
  readonly rule: string
  approved: number
  refused: number
}

/** The smallest rules for what was asked and always approved; none for what can do anything or cannot be undone. */
export const suggestRules = async (
  calls: readonly ReplayedCall[],
  judge: JudgePast,
): Promise<readonly Suggestion[]> => {
  const asked = calls.filter(({ before, after }) => before.verdict === 'ask' && after.verdict === 'ask')
  let open = asked.filter(({ call }) => call.outcome === 'ran' && !UNASKED.includes(call.mode))
  const accepted: string[] = []
  const suggestions: Suggestion[] = []
  const policies = new Map<Policy, Policy>()
  for (const { rule } of candidatesIn(asked, open)) {
    if (suggestions.length >= MOST) break
    const trial = [...accepted, rule]
    policies.clear()
    const left: ReplayedCall[] = []
    let example: string | undefined
    for (const one of open) {
      const policy = policies.get(one.policy) ?? withRules(one.policy, trial)
      policies.set(one.policy, policy)
      if ((await judge(one.call, policy)).verdict === 'allow') example ??= textOf(one.call)
      else left.push(one)
    }
    const saved = open.length - left.length
    if (saved < FEWEST || example === undefined) continue
    accepted.push(rule)
    suggestions.push({ rule, saved, example })
    open = left
  }
  return suggestions
}

const withRules = (policy: Policy, texts: readonly string[]): Policy => ({
  ...policy,
  rules: [
    ...policy.rules,
    ...texts.map(
      (text): Rule => ({ text, behavior: 'allow', source: 'local', anchor: policy.roots[0] ?? policy.cwd }),
    ),
  ],
})

/** Rules by how many questions they answer; what was refused once is no candidate. */
const candidatesIn = (
  asked: readonly ReplayedCall[],
  approved: readonly ReplayedCall[],
): readonly Candidate[] => {
  const found = new Map<string, Candidate>()
  const folders = foldersOf(approved)
  for (const one of asked)
    for (const rule of rulesFor(one, folders)) {
      if (NEVER.test(rule)) continue
      const candidate = found.get(rule) ?? { rule, approved: 0, refused: 0 }
      if (one.call.outcome === 'refused') candidate.refused += 1
      else if (approved.includes(one)) candidate.approved += 1
      found.set(rule, candidate)
    }
  return [...found.values()]
    .filter(candidate => candidate.refused === 0 && candidate.approved >= FEWEST)
    .sort((a, b) => b.approved - a.approved || (a.rule < b.rule ? -1 : 1))
}

const rulesFor = (one: ReplayedCall, folders: ReadonlyMap<string, string>): readonly string[] => {
  const { call, after } = one
  const [access] = call.accesses
  switch (access?.kind) {
    case 'write': {
      const path = editedPath(one)
      const folder = path === undefined ? undefined : folders.get(firstOf(path))
      return folder === undefined ? [] : [folder]
    }
    case 'network':
    case 'browser': {
      const host = URL.canParse(access.url) ? new URL(access.url).hostname : ''
      const rule = `${RULE_NAMES[access.kind]}(domain:${host})`
      return host === '' || after.because.type === 'safetyCheck' ? [] : [rule]
    }
    case 'mcp':
      return [call.toolName]
    case 'shell':
    case 'read':
    case 'search':
      return after.offer.flatMap(offer =>
        'rules' in offer && offer.destination !== 'session'
          ? offer.rules.map(rule => `${rule.toolName}(${rule.ruleContent ?? '*'})`)
          : [],
      )
    default:
      return []
  }
}

const firstOf = (path: string): string => path.split('/')[0] ?? ''

/** Relative to the working directory, when only the mode made the edit ask. */
const editedPath = ({ call, after, policy }: ReplayedCall): string | undefined => {
  const [access] = call.accesses
  if (access?.kind !== 'write' || after.because.type !== 'mode') return undefined
  const path = relative(policy.roots[0] ?? policy.cwd, pathOfAccess(access.path, policy))
  return path === '' || path.startsWith('..') || /[*?[\]\\!]/.test(path) || findProtected(path)
    ? undefined
    : path
}

/** For each first name of the edited paths, the rule for the deepest directory that holds them all. */
const foldersOf = (approved: readonly ReplayedCall[]): ReadonlyMap<string, string> => {
  const common = new Map<string, readonly string[]>()
  for (const one of approved) {
    const path = editedPath(one)
    if (path === undefined) continue
    const names = dirname(path) === '.' ? [] : dirname(path).split('/')
    const known = common.get(firstOf(path)) ?? names
    const end = known.findIndex((name, at) => name !== names[at])
    common.set(firstOf(path), end < 0 ? known : known.slice(0, end))
  }
  return new Map(
    [...common].map(([first, names]) => [
      first,
      names.length === 0 ? `Edit(/${first})` : `Edit(/${names.join('/')}/**)`,
    ]),
  )
}
